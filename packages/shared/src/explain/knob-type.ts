/** The types of knobs, as data and in words. */
import { type JSONSchema, toJSONSchema } from "zod/v4/core";
import type { ZodType } from "zod";

/** A schema as a user may fill it, as data. */
export type KnobShape = JSONSchema.JSONSchema;

export const knobShape = (schema: ZodType): KnobShape =>
  toJSONSchema(schema, { io: "input", unrepresentable: "any" });

/** A knob's type in a few words: `int`, `list[str]`, `"low" | "high"`, `float, 0 to 1`. */
export function knobType(schema: ZodType): string {
  return inWords(knobShape(schema));
}

const names: Readonly<Record<string, string>> = {
  boolean: "bool",
  integer: "int",
  null: "null",
  number: "float",
  string: "str",
};

type Schema = JSONSchema.JSONSchema | boolean;

function inWords(schema: Schema | undefined): string {
  if (typeof schema !== "object") return "any";
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(inWords).join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  switch (schema.type) {
    case "array":
      return `list[${inWords(Array.isArray(schema.items) ? schema.items[0] : schema.items)}]`;
    case "object":
      return typeof schema.additionalProperties === "object" &&
        Object.keys(schema.additionalProperties).length > 0
        ? `dict[str, ${inWords(schema.additionalProperties)}]`
        : "dict";
    default:
      return `${names[String(schema.type)] ?? "any"}${range(schema)}`;
  }
}

/** The bounds that a person would not take for granted. */
function range({ type, minimum, maximum }: JSONSchema.JSONSchema): string {
  if (maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER) return "";
  return type === "string" ? "" : `, ${minimum ?? "…"} to ${maximum}`;
}
