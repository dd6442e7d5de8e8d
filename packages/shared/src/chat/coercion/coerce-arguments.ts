/**
 * `coerce_typed_tool_args`: models behind some tool-call parsers write a list or a number as text, often in Python's notation.
 * A top-level string whose schema wants another type is read as a Python literal, then as JSON; if neither gives the
 * schema's type, the string stays and the argument check says what is wrong.
 */
import type { JsonSchema } from "../../provider/messages.js";
import { isRecord, jsonIn, record } from "../../provider/untrusted.js";
import { parsePythonLiteral } from "./python-literal.js";

const TYPED = new Set(["array", "object", "integer", "number", "boolean"]);

/** The arguments with typed strings read; the object given is left alone. */
export function coerceArguments(
  parameters: JsonSchema,
  args: Record<string, unknown>,
): Record<string, unknown> {
  const properties = record(parameters["properties"]);
  const entries = Object.entries(args).map(([name, value]) => {
    const types = Object.hasOwn(properties, name) ? typesOf(properties[name]) : [];
    const isTyped = types.some((type) => TYPED.has(type)) && !types.includes("string");
    return [name, typeof value === "string" && isTyped ? coerce(value, types) : value] as const;
  });
  return Object.fromEntries(entries);
}

function typesOf(schema: unknown): string[] {
  const { type } = record(schema);
  return (Array.isArray(type) ? type : [type]).filter((name) => typeof name === "string");
}

function coerce(text: string, types: readonly string[]): unknown {
  const literal = parsePythonLiteral(text);
  if (literal.ok && fits(literal.value, types)) return literal.value;
  const value = jsonIn(text);
  // In neither notation: the text stays as it is.
  return value !== undefined && fits(value, types) ? value : text;
}

function fits(value: unknown, types: readonly string[]): boolean {
  return types.some((type) => {
    if (type === "array") return Array.isArray(value);
    if (type === "object") return isRecord(value);
    if (type === "integer") return Number.isInteger(value);
    if (type === "null") return value === null;
    return typeof value === type;
  });
}
