/** A schema as JSON Schema says it: what documentation and types are made from. */
import type { Schema } from "../provider/schema.js";
import { defined } from "../provider/defined.js";

/** As much of JSON Schema as settings need. */
export interface JsonShape {
  type?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  anyOf?: JsonShape[];
  items?: JsonShape;
  properties?: Record<string, JsonShape>;
  additionalProperties?: JsonShape | boolean;
  minimum?: number;
  maximum?: number;
}

/** What may be written for a schema, as data. */
export function jsonShape(schema: Schema): JsonShape {
  const { description } = schema;
  return { ...bareShape(schema), ...(description !== undefined && { description }) };
}

function bareShape({ def }: Schema): JsonShape {
  const { type, innerType, shape, catchall, valueType, element, options, values, minimum, maximum } = def;
  if (innerType) {
    const inner = jsonShape(innerType);
    if (type === "nullable") return { anyOf: [inner, { type: "null" }] };
    return type === "default" ? { ...inner, default: def.defaultValue } : inner;
  }
  if (options) return { anyOf: options.map(jsonShape) };
  if (values) return { enum: [...values] };
  if (shape) {
    const properties = Object.fromEntries(
      Object.entries(shape).map(([key, field]) => [key, jsonShape(field)]),
    );
    return { type: "object", properties, additionalProperties: catchall?.def.type === "unknown" };
  }
  if (valueType) return { type: "object", additionalProperties: jsonShape(valueType) };
  if (element) return { type: "array", items: jsonShape(element) };
  if (type === "number")
    return { type: def.isWhole ? "integer" : "number", ...defined({ minimum, maximum }) };
  return type === "string" || type === "boolean" ? { type } : {};
}
