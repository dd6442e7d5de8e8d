/** `--schema`: an answer that is JSON and fits a schema; one that does not is asked for again, once. */
import {
  ConfigurationError,
  type Content,
  type JsonSchema,
  RequestError,
  type ResponseFormat,
  schemaFaults,
  type SessionTurn,
} from "@framework/shared";
import { codeBlocks } from "../output/code-blocks.js";

const LARGEST_SCHEMA = 1024 * 1024;

export async function readSchema(file: string): Promise<JsonSchema> {
  const { readText } = await import("@framework/shared/config");
  const text = await readText(file, LARGEST_SCHEMA);
  try {
    const schema: unknown = JSON.parse(text);
    if (typeof schema === "object" && schema !== null && !Array.isArray(schema)) return schema as JsonSchema;
  } catch (cause) {
    throw new ConfigurationError(`${file} is no JSON: ${cause instanceof Error ? cause.message : ""}.`, {
      cause,
    });
  }
  throw new ConfigurationError(`${file} is no JSON Schema: it must be an object.`);
}

export const schemaFormat = (schema: JsonSchema): ResponseFormat => ({
  type: "json_schema",
  json_schema: { name: "answer", schema, strict: true },
});

/** Not every backend holds its answers to a schema, so the question asks for it too. */
const instruction = (schema: JsonSchema): string =>
  `Answer with JSON alone, without any other text, that fits this JSON Schema:\n${JSON.stringify(schema)}`;

const withText = (content: Content, text: string): Content =>
  typeof content === "string" ? `${content}\n\n${text}` : [...content, { type: "text", text }];

/** Asks, and asks again; gives the JSON text of an answer that fits. Undefined when the turn was cancelled. */
export async function askForJson(
  content: Content,
  schema: JsonSchema,
  ask: (content: Content) => Promise<SessionTurn>,
  onRepair: (reason: string) => void,
): Promise<string | undefined> {
  const first = await ask(withText(content, instruction(schema)));
  if (first.finishReason === "cancelled") return undefined;
  const problem = await misfit(first.text, schema);
  if (problem === undefined) return jsonIn(first.text);
  onRepair(problem);
  const second = await ask(
    `That answer does not fit the schema. ${problem}\nAnswer again, with JSON alone that fits it.`,
  );
  if (second.finishReason === "cancelled") return undefined;
  const left = await misfit(second.text, schema);
  if (left === undefined) return jsonIn(second.text);
  throw new RequestError(`The answer does not fit the schema, also after it was asked for again. ${left}`);
}

/** Models like to fence what they were asked to give bare. */
function jsonIn(text: string): string {
  const [block, ...others] = codeBlocks(text);
  return block !== undefined && others.length === 0 ? block.trim() : text.trim();
}

async function misfit(text: string, schema: JsonSchema): Promise<string | undefined> {
  let value: unknown;
  try {
    value = JSON.parse(jsonIn(text));
  } catch (error) {
    return `It is no JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  const faults = await schemaFaults(schema, value).catch((cause: unknown) => {
    throw new ConfigurationError(
      `The schema cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  });
  return faults.length === 0
    ? undefined
    : faults.map(({ text: fault }) => fault.replace(/^arguments:/, "The answer:")).join("\n");
}
