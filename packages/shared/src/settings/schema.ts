/** What is read out of schemas: knobs, defaults, keys, text made into values, complaints. */
import type { Schema } from "../provider/schema.js";
import { didYouMean } from "../provider/suggest.js";
import { isRecord, jsonIn } from "../provider/untrusted.js";
import { inWords, innermost } from "./complaint-words.js";

/** A knob with its schema, found by walking the groups of the schema. */
export interface KnobField {
  path: string;
  schema: Schema;
  description: string;
}

/** The schema inside `optional`, `default` and the like. */
export function innerSchema(schema: Schema): Schema {
  const { innerType } = schema.def;
  return innerType ? innerSchema(innerType) : schema;
}

/** All knobs of a provider, groups flattened to dotted paths. Dictionaries stay whole. */
export function knobFields(schema: Schema, prefix = ""): KnobField[] {
  const { shape } = schema.def;
  return Object.entries(shape ?? {}).flatMap(([key, field]) => {
    const path = prefix + key;
    const inner = innerSchema(field).def;
    const isGroup = inner.type === "object" && inner.catchall?.def.type !== "unknown";
    if (isGroup) return knobFields(innerSchema(field), `${path}.`);
    const description = field.description ?? innerSchema(field).description ?? "";
    return [{ path, schema: field, description }];
  });
}

/** The default a schema declares, if any. */
export function defaultOf(schema: Schema): unknown {
  const definition = schema.def;
  if (definition.type === "default") return definition.defaultValue;
  return definition.innerType ? defaultOf(definition.innerType) : undefined;
}

/** What a schema takes: itself, or the branches of a union. */
function branchesOf(schema: Schema): Schema[] {
  const inner = innerSchema(schema);
  return inner.def.options?.flatMap(branchesOf) ?? [inner];
}

/** The keys an object schema knows at a path; empty where it knows none by name. */
export function keysAt(schema: Schema, path: readonly PropertyKey[]): string[] {
  const step = ({ def }: Schema, key: PropertyKey) =>
    def.shape?.[String(key)] ?? def.valueType ?? def.element;
  let found = branchesOf(schema);
  for (const key of path) {
    const next = found.map((branch) => step(branch, key)).filter((inner) => inner !== undefined);
    found = next.flatMap(branchesOf);
  }
  return found.flatMap(({ def }) => Object.keys(def.shape ?? {}));
}

/** A field of a value whose type is not known; undefined when there is none. */
export function property(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

/** Text from a variable, a flag or a `${NAME}` as the type the knob wants; what does not fit stays text and fails the check. */
export function fromText(schema: Schema, text: string): unknown {
  const types = branchesOf(schema).map(({ def }) => def.type);
  return types.includes("string") ? text : (textAs(types, text) ?? text);
}

/** The one reading of text as a value: undefined when it is none of these types. */
export function textAs(types: readonly string[], text: string): unknown {
  const trimmed = text.trim();
  if (types.includes("boolean")) {
    if (/^(?:true|1|yes|on)$/i.test(trimmed)) return true;
    if (/^(?:false|0|no|off)$/i.test(trimmed)) return false;
  }
  const isNumeric = types.includes("number") || types.includes("int");
  if (isNumeric && /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(trimmed)) return Number(trimmed);
  if (types.includes("array")) {
    const parts = trimmed.split(",").map((part) => part.trim());
    return parts.filter((part) => part !== "");
  }
  if (!types.includes("object") && !types.includes("record")) return undefined;
  const value = jsonIn(trimmed);
  return isRecord(value) ? value : undefined;
}

/** A knob of that name that stands deeper: `base_url` is `framework_overrides.base_url`. */
function inAGroup(schema: Schema, key: string): string {
  const path = knobFields(schema).find((field) => field.path.endsWith(`.${key}`))?.path;
  return path === undefined ? "" : ` (did you mean "${path}"?)`;
}

/** A schema's complaints as one sentence each. Values are never repeated: they may be secret. */
export function complaints(schema: Schema, value: unknown): string[] {
  const result = schema.safeParse(value);
  if (result.success) return [];
  return result.error.issues.flatMap(innermost).flatMap((issue) => {
    const place = issue.path.length === 0 ? "" : `${issue.path.map(String).join(".")}: `;
    if (issue.code === "unrecognized_keys") {
      const known = keysAt(schema, issue.path);
      return issue.keys.map(
        (key) => `${place}unknown key "${key}"${didYouMean(key, known) || inAGroup(schema, key)}`,
      );
    }
    const complained = issue.path.reduce<unknown>(property, value);
    const words = inWords(issue, { value: complained });
    const isEcho = typeof complained === "string" && complained !== "" && issue.message.includes(complained);
    return [`${place}${isEcho ? "is not valid" : words}`];
  });
}
