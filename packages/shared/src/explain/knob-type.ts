/** The types of knobs in words. */
import type { Schema } from "../provider/schema.js";
import { type JsonShape, jsonShape } from "../settings/schema-json.js";

/** A knob's type in a few words: `int`, `list[str]`, `"low" | "high"`, `float, 0 to 1`. */
export const knobType = (schema: Schema): string => inWords(jsonShape(schema));

const names: Readonly<Record<string, string>> = {
  boolean: "bool",
  integer: "int",
  null: "null",
  number: "float",
  string: "str",
};

function inWords(shape: JsonShape): string {
  if (shape.anyOf) return shape.anyOf.map(inWords).join(" | ");
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(" | ");
  switch (shape.type) {
    case "array":
      return `list[${inWords(shape.items ?? {})}]`;
    case "object": {
      const { additionalProperties: values } = shape;
      return typeof values === "object" && Object.keys(values).length > 0
        ? `dict[str, ${inWords(values)}]`
        : "dict";
    }
    default:
      return `${names[shape.type ?? ""] ?? "any"}${range(shape)}`;
  }
}

/** The bounds that a person would not take for granted. */
const range = ({ minimum, maximum }: JsonShape): string =>
  maximum === undefined ? "" : `, ${minimum ?? "…"} to ${maximum}`;
