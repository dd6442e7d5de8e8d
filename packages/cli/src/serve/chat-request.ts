/** The body of `POST /v1/chat/completions` as a call of ours. */
import {
  type CallOptions,
  defined,
  isRecord,
  type Message,
  type ResponseFormat,
  type Tool,
  type ToolChoice,
} from "@framework/shared";
import { RefusedRequest, refusal } from "./api-error.js";

export interface ChatRequest {
  model: string;
  messages: Message[];
  options: CallOptions;
  stream: boolean;
  includeUsage: boolean;
}

type Fields = Record<string, unknown>;

const ROLES = new Set(["system", "developer", "user", "assistant", "tool"]);
/** What would change the answer's shape or number in a way that is not served here. */
const REFUSED: readonly [string, (value: unknown) => boolean, string][] = [
  ["n", (value) => value !== 1, "one answer a request is served"],
  ["functions", () => true, "functions were replaced by tools"],
  ["function_call", () => true, "function_call was replaced by tool_choice"],
  ["logprobs", (value) => value === true, "log probabilities are not served"],
  ["audio", () => true, "audio is not served"],
];

export function readChatRequest(body: unknown): ChatRequest {
  if (!isRecord(body)) throw wrong("the body is no JSON object", null);
  for (const [field, isRefused, why] of REFUSED) {
    const value = body[field];
    if (value !== undefined && value !== null && isRefused(value)) throw wrong(`${field}: ${why}`, field);
  }
  const { model, messages, stream_options } = body;
  if (typeof model !== "string" || model === "") throw wrong("model is missing", "model");
  if (!Array.isArray(messages) || messages.length === 0)
    throw wrong("messages is missing or empty", "messages");
  return {
    model,
    messages: messages.map(readMessage),
    options: readOptions(body),
    stream: body["stream"] === true,
    includeUsage: isRecord(stream_options) && stream_options["include_usage"] === true,
  };
}

/** Messages are passed on as they are, but for the newest name of the system's role. */
function readMessage(message: unknown, place: number): Message {
  const role = isRecord(message) ? message["role"] : undefined;
  if (!isRecord(message) || typeof role !== "string" || !ROLES.has(role)) {
    throw wrong(`messages[${place}] has no known role`, "messages");
  }
  const content = message["content"];
  const isContent = typeof content === "string" || Array.isArray(content);
  if (!isContent && !(role === "assistant" && (content === null || content === undefined))) {
    throw wrong(`messages[${place}].content is neither text nor a list of parts`, "messages");
  }
  return { ...message, role: role === "developer" ? "system" : role, content: content ?? null } as Message;
}

function readOptions(body: Fields): CallOptions {
  const { tools, tool_choice: toolChoice, response_format: format, stop } = body;
  const maxTokens = number(body, "max_completion_tokens") ?? number(body, "max_tokens");
  const temperature = number(body, "temperature");
  const topP = number(body, "top_p");
  const seed = number(body, "seed");
  const presencePenalty = number(body, "presence_penalty");
  const frequencyPenalty = number(body, "frequency_penalty");
  const stops = typeof stop === "string" ? [stop] : stop;
  const isGiven = (value: unknown) => value !== undefined && value !== null;
  if (isGiven(tools) && !Array.isArray(tools)) throw wrong("tools is no list", "tools");
  if (isGiven(stops) && !isTexts(stops)) throw wrong("stop is neither text nor a list of texts", "stop");
  return {
    ...(Array.isArray(tools) && tools.length > 0 && { tools: tools.map(readTool) }),
    ...(isGiven(toolChoice) && { toolChoice: toolChoice as ToolChoice }),
    ...(isRecord(format) && format["type"] !== "text" && { responseFormat: readFormat(format) }),
    ...defined({ maxTokens, temperature, topP, seed, presencePenalty, frequencyPenalty }),
    ...(isTexts(stops) && { stop: stops }),
  };
}

function readFormat({ type, json_schema: wish }: Fields): ResponseFormat {
  if (type === "json_object") return { type };
  if (type !== "json_schema")
    throw wrong("response_format is neither text, json_object nor json_schema", "response_format");
  const given = isRecord(wish) ? wish : {};
  const { name, schema } = given;
  if (typeof name !== "string" || !isRecord(schema))
    throw wrong("response_format.json_schema has no name or no schema", "response_format");
  return { type, json_schema: { ...given, name, schema } };
}

function readTool(tool: unknown, place: number): Tool {
  const definition = isRecord(tool) ? tool["function"] : undefined;
  if (!isRecord(definition) || typeof definition["name"] !== "string") {
    throw wrong(`tools[${place}] is no function with a name`, "tools");
  }
  return tool as Tool;
}

function number(body: Fields, field: string): number | undefined {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "number") throw wrong(`${field} is no number`, field);
  return value;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");
const wrong = (what: string, param: string | null) =>
  new RefusedRequest(refusal(400, "invalid_request", `The request cannot be served: ${what}.`, param));
