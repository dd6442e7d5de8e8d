/**
 * Tools that vLLM holds a model to. Without `strict` it forces a call, but not its arguments: a model that must call may then write any
 * JSON. What its grammars do not know would make it refuse the whole request, so only schemas of the plain kind are marked.
 */
import type { ChatBody } from "../../../chat/request.js";
import { isRecord } from "../../../provider/untrusted.js";

/** What vLLM calls the owner of its models. */
export const VLLM_OWNER = "vllm";

const PLAIN_WORDS: ReadonlySet<string> = new Set([
  "$schema",
  "additionalProperties",
  "anyOf",
  "default",
  "description",
  "enum",
  "examples",
  "items",
  "properties",
  "required",
  "title",
  "type",
]);
const DEEPEST = 20;

/** The request with every tool marked that can be; a tool that says otherwise keeps its word. */
export function withStrictTools(body: ChatBody): ChatBody {
  if (!body.tools) return body;
  const tools = body.tools.map((tool) =>
    isPlain(tool.function.parameters) ? { ...tool, function: { strict: true, ...tool.function } } : tool,
  );
  return { ...body, tools };
}

function isPlain(schema: unknown, depth = 0): boolean {
  if (!isRecord(schema) || depth > DEEPEST) return false;
  return Object.entries(schema).every(([word, value]) => {
    if (!PLAIN_WORDS.has(word)) return false;
    if (word === "properties") return Object.values(value ?? {}).every((one) => isPlain(one, depth + 1));
    if (word === "anyOf") return Array.isArray(value) && value.every((one) => isPlain(one, depth + 1));
    if (word === "items") return isPlain(value, depth + 1);
    if (word === "additionalProperties") return typeof value === "boolean" || isPlain(value, depth + 1);
    return true;
  });
}
