/**
 * A role: a Markdown file whose text is the system message, and whose front matter may name a model, options of the call, tools
 * and a schema for the answer. There is no template language in it.
 */
import path from "node:path";
import { readText } from "../system/read-text.js";
import type { CallPreferences } from "../settings/call-options.js";
import { readCallOptions } from "./call-options.js";
import { type Fault, faultsError } from "./fault.js";
import { unknownKey } from "./knob-check.js";
import { readYamlTree, type YamlTree } from "./yaml-tree.js";

/** A system message with a name, and what goes with it. */
export interface Role {
  /** The file it was read from. */
  file: string;
  /** What `--role` calls it: the file's name without its ending. */
  name: string;
  /** One line for the list of roles. */
  description?: string;
  /** The provider it is meant for; absent leaves the profile's. */
  provider?: string;
  /** The model it is meant for; absent leaves the profile's. */
  model?: string;
  /** What its calls are told, such as the temperature. */
  options: CallPreferences;
  /** The plugins whose tools the model may use; absent leaves the profile's. */
  tools?: string[];
  /** A JSON Schema file that the answer must fit, as it is found from the role. */
  schema?: string;
  /** The system message. */
  text: string;
}

const SIZE_LIMIT = 256 * 1024;
const FIELDS = ["description", "provider", "model", "options", "tools", "schema"];
const FRONT_MATTER = /^---[ \t]*\r?\n([^]*?)^---[ \t]*(?:\r?\n|$)/m;

/** Reads a role's file; throws `ConfigurationError` with the place of what is wrong. */
export async function readRole(file: string): Promise<Role> {
  return parseRole(await readText(file, SIZE_LIMIT), file);
}

/** Checks the text of a role and gives its content, or throws one error with all faults. */
export async function parseRole(text: string, file: string): Promise<Role> {
  const [head = "", front = ""] = text.startsWith("---") ? (FRONT_MATTER.exec(text) ?? []) : [];
  const role: Role = {
    file,
    name: path.basename(file).replace(/\.md$/i, ""),
    options: {},
    text: text.slice(head.length).trim(),
  };
  if (front.trim() === "") return role;
  // Variables are none of a role's business: `${NAME}` in it is text. Places count from the beginning of the file.
  const shift = head.indexOf(front);
  const { tree, faults } = readYamlTree(
    front.replaceAll("${", () => "$${"),
    {},
  );
  const all: Fault[] = [...faults];
  if (tree?.kind === "map") {
    for (const key of tree.entries.keys())
      if (!FIELDS.includes(key)) all.push(unknownKey(key, FIELDS, tree, ""));
    const at = (name: string) => tree.entries.get(name)?.node;
    for (const name of ["description", "provider", "model", "schema"] as const) {
      const value = textIn(at(name), name, all);
      if (value !== undefined) role[name] = value;
    }
    const tools = at("tools");
    if (tools) role.tools = namesIn(tools, all);
    const options = at("options");
    if (options?.kind === "map") {
      const read = await readCallOptions(options);
      role.options = read.options;
      all.push(...read.faults);
    } else if (options) all.push({ offset: options.offset, message: "options must be a map (key: value)" });
  } else if (tree) all.push({ offset: 0, message: "the front matter must be a map (key: value)" });
  if (all.length > 0) {
    throw faultsError(
      file,
      text,
      all.map(({ offset, message }) => ({ offset: offset + shift, message })),
    );
  }
  if (role.schema !== undefined) role.schema = path.resolve(path.dirname(file), role.schema);
  return role;
}

function textIn(node: YamlTree | undefined, name: string, faults: Fault[]): string | undefined {
  if (!node) return undefined;
  if (node.kind === "scalar" && typeof node.value === "string" && node.value !== "") return node.value;
  faults.push({ offset: node.offset, message: `${name} must be text` });
  return undefined;
}

function namesIn(node: YamlTree, faults: Fault[]): string[] {
  if (node.kind === "list") return node.items.flatMap((item) => textIn(item, "each of tools", faults) ?? []);
  faults.push({ offset: node.offset, message: "tools must be a list of names: [cli, file_edit]" });
  return [];
}
