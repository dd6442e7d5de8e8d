/** The only reader of the schema library's insides: knobs, defaults, text made into values, complaints. */
import type { ZodType } from "zod";

/** A knob with its schema, found by walking the groups of the schema. */
export interface KnobField {
  path: string;
  schema: ZodType;
  description: string;
}

interface Definition {
  type: string;
  innerType?: ZodType;
  shape?: Record<string, ZodType>;
  catchall?: ZodType;
  defaultValue?: unknown;
}
const definitionOf = (schema: ZodType): Definition => schema.def;

/** The schema inside `optional`, `default` and the like. */
export function innerSchema(schema: ZodType): ZodType {
  const { innerType } = definitionOf(schema);
  return innerType ? innerSchema(innerType) : schema;
}

/** All knobs of a provider, groups flattened to dotted paths. Dictionaries stay whole. */
export function knobFields(schema: ZodType, prefix = ""): KnobField[] {
  const { shape } = definitionOf(schema);
  return Object.entries(shape ?? {}).flatMap(([key, field]) => {
    const path = prefix + key;
    const inner = definitionOf(innerSchema(field));
    const isGroup = inner.type === "object" && inner.catchall?.def.type !== "unknown";
    if (isGroup) return knobFields(innerSchema(field), `${path}.`);
    const description = field.description ?? innerSchema(field).description ?? "";
    return [{ path, schema: field, description }];
  });
}

/** The default a schema declares, if any. */
export function defaultOf(schema: ZodType): unknown {
  const definition = definitionOf(schema);
  if (definition.type === "default") return definition.defaultValue;
  return definition.innerType ? defaultOf(definition.innerType) : undefined;
}

/** Text from a variable as the type the knob wants; text that does not fit stays text and fails the check. */
export function fromText(schema: ZodType, text: string): unknown {
  const trimmed = text.trim();
  const inner = innerSchema(schema);
  switch (inner.def.type) {
    case "number":
      return trimmed !== "" && Number.isFinite(Number(trimmed)) ? Number(trimmed) : text;
    case "boolean":
      if (/^(true|1|yes|on)$/i.test(trimmed)) return true;
      return /^(false|0|no|off)$/i.test(trimmed) ? false : text;
    case "array":
      return trimmed
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== "");
    default:
      return text;
  }
}

/** A schema's complaints as one sentence each. Values are never repeated: they may be secret. */
export function complaints(schema: ZodType, value: unknown, prefix = ""): string[] {
  const result = schema.safeParse(value);
  if (result.success) return [];
  return result.error.issues.map((issue) => {
    const path = [prefix, ...issue.path.map(String)].filter((part) => part !== "").join(".");
    return path === "" ? issue.message : `${path}: ${issue.message}`;
  });
}
