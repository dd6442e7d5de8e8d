/** Structured output: the backend is held to it where it can be, and the model is told in any case. */
import type { LanguageModelV3CallOptions } from "@ai-sdk/provider";
import type { Message, ResponseFormat } from "../provider/messages.js";

type JsonFormat = Extract<LanguageModelV3CallOptions["responseFormat"], { type: "json" }>;

/** The format as the wire knows it. */
export function jsonFormat({ name = "answer", description, schema }: JsonFormat): ResponseFormat {
  if (!schema) return { type: "json_object" };
  const json_schema = { name, ...(description !== undefined && { description }), schema: { ...schema } };
  return { type: "json_schema", json_schema };
}

/** Asks for JSON in the first system message: many chat templates refuse a second one. */
export function askForJson(messages: readonly Message[], format: JsonFormat): Message[] {
  const wish = instruction(format);
  const [first, ...rest] = messages;
  if (first?.role !== "system") return [{ role: "system", content: wish }, ...messages];
  const content =
    typeof first.content === "string"
      ? `${first.content}\n\n${wish}`
      : [...first.content, { type: "text" as const, text: wish }];
  return [{ role: "system", content }, ...rest];
}

function instruction({ name, description, schema }: JsonFormat): string {
  return [
    "Answer with one JSON value and nothing else: no other words, no code fence.",
    ...(name !== undefined ? [`Its name: ${name}`] : []),
    ...(description !== undefined ? [`What it is: ${description}`] : []),
    ...(schema ? [`It must match this JSON Schema:\n${JSON.stringify(schema)}`] : []),
  ].join("\n");
}
