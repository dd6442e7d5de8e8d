/** A provider's part of a profile, checked against the schema of its knobs. */
import type { Issue, Schema } from "../provider/schema.js";
import { looksSecret } from "../provider/secrets.js";
import { didYouMean } from "../provider/suggest.js";
import { type Fault, quoted } from "./fault.js";
import { inWords, innermost, wantedBy } from "../settings/complaint-words.js";
import { keysAt, property, textAs } from "../settings/schema.js";
import type { YamlMap, YamlTree } from "./yaml-tree.js";

/**
 * A provider's knobs as plain data, checked against its schema. The data is what the file says, not what the schema
 * makes of it: the provider parses it again. Only two things are changed: a `${NAME}` becomes the number or boolean the
 * schema wants, and a knob left empty counts as absent where the schema takes no null.
 */
export async function checkKnobs(
  map: YamlMap,
  schema: Schema,
  label: string,
): Promise<{ values: Record<string, unknown>; faults: Fault[] }> {
  const values = toPlainMap(map);
  const first = schema.safeParse(values);
  if (first.success) return { values, faults: [] };
  if (!mend(values, map, first.error.issues)) return { values, faults: describe(first.error.issues) };
  const second = schema.safeParse(values);
  return { values, faults: second.success ? [] : describe(second.error.issues) };

  function describe(issues: readonly Issue[]): Fault[] {
    return issues.flatMap(innermost).flatMap((issue) => faultsOf(issue, map, schema, label));
  }
}

/** The plain data a map stands for. */
export function toPlainMap(map: YamlMap): Record<string, unknown> {
  return Object.fromEntries([...map.entries].map(([key, { node }]) => [key, toPlain(node)]));
}

function toPlain(node: YamlTree): unknown {
  if (node.kind === "scalar") return node.value;
  return node.kind === "list" ? node.items.map(toPlain) : toPlainMap(node);
}

/** Changes `values` where the schema's complaint can be met; says whether anything changed. */
function mend(values: Record<string, unknown>, map: YamlMap, issues: readonly Issue[]): boolean {
  let changed = false;
  for (const issue of issues.flatMap(innermost)) {
    const { node } = find(map, issue.path);
    const key = issue.path.at(-1);
    if (node?.kind !== "scalar" || key === undefined) continue;
    const holder = issue.path.slice(0, -1).reduce<unknown>(property, values);
    if (typeof holder !== "object" || holder === null) continue;
    if (node.value === null && issue.path.length === 1) {
      changed = Reflect.deleteProperty(holder, key) || changed;
    } else if (node.variable !== undefined && typeof node.value === "string") {
      const converted = textAs(wantedBy(issue), node.value);
      if (converted !== undefined) changed = Reflect.set(holder, key, converted) || changed;
    }
  }
  return changed;
}

function faultsOf(issue: Issue, map: YamlMap, schema: Schema, label: string): Fault[] {
  const { node, offset } = find(map, issue.path);
  const name = issue.path.reduce<string>(appendName, label);
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(schema, issue.path);
    return issue.keys.map((key) => unknownKey(key, known, node?.kind === "map" ? node : map, name));
  }
  if (!node) return [{ offset, message: `${name} is missing` }];
  const variable = node.kind === "scalar" ? node.variable : undefined;
  const words = inWords(issue, { value: toPlain(node), variable });
  const isEcho =
    node.kind === "scalar" && typeof node.value === "string" && looksSecret(String(issue.path.at(-1)));
  const message = isEcho && words.includes(String(node.value)) ? "is not valid" : words;
  return [{ offset, message: `${name} ${message}${nearValue(issue, node)}` }];
}

/** `unknown key "hst" under selfhost (did you mean "host"?)`, at the place of the key. */
export function unknownKey(key: string, known: readonly string[], map: YamlMap, label: string): Fault {
  const meant = didYouMean(key, known) || (known.length > 0 ? ` (known: ${known.join(", ")})` : "");
  const place = label === "" ? "" : ` under ${label}`;
  return {
    offset: map.entries.get(key)?.keyOffset ?? map.offset,
    message: `unknown key ${quoted(key)}${place}${meant}`,
  };
}

function nearValue(issue: Issue, node: YamlTree): string {
  if (issue.code !== "invalid_value" || node.kind !== "scalar" || typeof node.value !== "string") return "";
  return didYouMean(
    node.value,
    issue.values.filter((value) => typeof value === "string"),
  );
}

const appendName = (name: string, key: PropertyKey) =>
  typeof key === "number" ? `${name}[${key}]` : `${name}.${String(key)}`;

/** The value at a path, and the place nearest to it: that of the deepest value that exists. */
function find(map: YamlMap, path: readonly PropertyKey[]): { node?: YamlTree; offset: number } {
  let node: YamlTree = map;
  for (const key of path) {
    const next: YamlTree | undefined =
      node.kind === "map"
        ? node.entries.get(String(key))?.node
        : node.kind === "list"
          ? node.items[Number(key)]
          : undefined;
    if (!next) return { offset: node.offset };
    node = next;
  }
  return { node, offset: node.offset };
}
