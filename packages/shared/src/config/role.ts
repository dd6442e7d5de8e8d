/**
 * A role: a Markdown file whose text is the system message, and whose front matter may name a model, options of the call, tools
 * and a schema for the answer. There is no template language in it.
 */
import path from "node:path";
import { readText } from "../system/read-text.js";
import type { CallPreferences } from "../settings/call-options.js";
import { faultsError } from "./fault.js";
import { MapReader } from "./map-reader.js";
import { readYamlTree } from "./yaml-tree.js";

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
  const reader = new MapReader();
  reader.faults.push(...faults);
  const map = reader.map(tree, "the front matter");
  if (map) {
    const at = (name: string) => map.entries.get(name)?.node;
    reader.refuseOthers(map, FIELDS, "");
    for (const name of ["description", "provider", "model", "schema"] as const) {
      const value = reader.text(at(name), name);
      if (value !== undefined) role[name] = value;
    }
    const tools = reader.names(at("tools"), "tools", (item, label) => reader.text(item, label));
    if (tools) role.tools = tools;
    role.options = (await reader.options(at("options"))) ?? {};
  }
  if (reader.faults.length > 0) {
    throw faultsError(
      file,
      text,
      reader.faults.map(({ offset, message }) => ({ offset: offset + shift, message })),
    );
  }
  if (role.schema !== undefined) role.schema = path.resolve(path.dirname(file), role.schema);
  return role;
}
