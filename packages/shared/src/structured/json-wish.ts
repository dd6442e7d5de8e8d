/** Asking for JSON: as a format that backends are held to, and in words that every model reads. */
import type { Content, JsonSchema, Message, ResponseFormat } from "../provider/messages.js";
import { isRecord, list, record } from "../provider/untrusted.js";

/** What is asked for; without a schema, any JSON. */
export interface JsonWish {
  name?: string | undefined;
  description?: string | undefined;
  schema?: JsonSchema | undefined;
}

/** The format as the wire knows it. `strict` is said only of schemas that services take so. */
export function jsonFormat({ name = "answer", description, schema }: JsonWish): ResponseFormat {
  if (!schema) return { type: "json_object" };
  const about = { name: wireName(name), ...(description !== undefined && { description }) };
  const strict = !combines(schema) && isStrict(schema) && { strict: true };
  return { type: "json_schema", json_schema: { ...about, schema, ...strict } };
}

/** A name as every service takes it. */
const wireName = (name: string): string => name.replaceAll(/[^\w-]/g, "_").slice(0, 64) || "answer";

/** The wish in words. */
export function jsonInstruction({ name, description, schema }: JsonWish): string {
  return [
    "Answer with one JSON value and nothing else: no other words, no code fence.",
    ...(name !== undefined ? [`Its name: ${name}`] : []),
    ...(description !== undefined ? [`What it is: ${description}`] : []),
    ...(schema ? [`It must match this JSON Schema:\n${JSON.stringify(schema)}`] : []),
  ].join("\n");
}

/** Asks for JSON in the first system message: many chat templates refuse a second one. */
export function askForJson(messages: readonly Message[], wish: JsonWish): Message[] {
  const text = jsonInstruction(wish);
  const [first, ...rest] = messages;
  if (first?.role !== "system") return [{ role: "system", content: text }, ...messages];
  return [{ role: "system", content: withText(first.content, text) }, ...rest];
}

/** A text behind what is said already. */
export const withText = (content: Content, text: string): Content =>
  typeof content === "string" ? `${content}\n\n${text}` : [...content, { type: "text", text }];

/** The schemas that stand directly inside one. */
function innerSchemas(schema: JsonSchema): JsonSchema[] {
  const maps = ["properties", "$defs", "definitions", "patternProperties"];
  const lists = ["anyOf", "oneOf", "allOf", "prefixItems"];
  const inner = [
    ...maps.flatMap((key) => Object.values(record(schema[key]))),
    ...lists.flatMap((key) => list(schema[key])),
    schema["items"],
    schema["additionalProperties"],
  ];
  return inner.filter(isRecord);
}

const isObject = (schema: JsonSchema): boolean => isRecord(schema["properties"]);

/** Whether somewhere several schemas must fit at once: to close one of them would shut out the others' properties. */
const combines = (schema: JsonSchema): boolean =>
  "allOf" in schema || "unevaluatedProperties" in schema || innerSchemas(schema).some(combines);

/** The schema with its objects closed where it leaves open whether they are: a model that is held to it invents no further properties. */
export const closedSchema = (schema: JsonSchema): JsonSchema => (combines(schema) ? schema : close(schema));

function close(schema: JsonSchema): JsonSchema {
  const closed: JsonSchema = {};
  for (const [key, value] of Object.entries(schema)) {
    if (["properties", "$defs", "definitions", "patternProperties"].includes(key)) {
      const entries = Object.entries(record(value));
      closed[key] = Object.fromEntries(
        entries.map(([name, child]) => [name, isRecord(child) ? close(child) : child]),
      );
    } else if (["anyOf", "oneOf", "prefixItems"].includes(key)) {
      closed[key] = list(value).map((child) => (isRecord(child) ? close(child) : child));
    } else if (["items", "additionalProperties"].includes(key))
      closed[key] = isRecord(value) ? close(value) : value;
    else closed[key] = value;
  }
  if (isObject(schema) && !("additionalProperties" in schema)) closed["additionalProperties"] = false;
  return closed;
}

/** Services that hold answers strictly to a schema want every object closed and every property required. */
function isStrict(schema: JsonSchema): boolean {
  if (schema["type"] === "object" || isObject(schema)) {
    const required = list(schema["required"]);
    const names = Object.keys(record(schema["properties"]));
    if (schema["additionalProperties"] !== false || names.some((name) => !required.includes(name)))
      return false;
  }
  return innerSchemas(schema).every(isStrict);
}
