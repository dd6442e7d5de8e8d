/** A chat request as an emulator reads it. */
import { isRecord } from "../json.js";

/** A message of a chat request, as far as an emulator looks at it. */
interface ChatMessage {
  readonly role: string;
  readonly text: string;
  readonly toolCallId: string | undefined;
  /** Calls of an assistant message: id, and the arguments text. */
  readonly toolCalls: readonly { readonly id: string; readonly arguments: string }[];
}

/** A chat request, read and checked. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly toolNames: readonly string[];
  /** `auto`, `none`, `required`, or the name of the tool that must be called. */
  readonly toolChoice: string | undefined;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  readonly maxTokens: number | undefined;
  /** The whole body, for fields that only one backend knows. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Why a body is not a chat request. */
export interface RequestFlaw {
  readonly flaw: string;
  readonly param: string | undefined;
}

/** Reads a chat-completions body; the flaws are those every server of this kind refuses. */
export function readChatRequest(body: unknown): ChatRequest | RequestFlaw {
  if (!isRecord(body)) return flaw("The request body is not valid JSON: expected an object");
  const { model, messages, tools, tool_choice: choice } = body;
  if (typeof model !== "string" || model === "") return flaw("Field required: model", "model");
  if (!Array.isArray(messages) || messages.length === 0) {
    return flaw("Field required: messages must be a non-empty array", "messages");
  }
  const read: ChatMessage[] = [];
  for (const message of messages as unknown[]) {
    if (!isRecord(message) || typeof message["role"] !== "string") {
      return flaw("Every message needs a role", "messages");
    }
    read.push(readMessage(message, message["role"]));
  }
  const broken = read.flatMap((message) => message.toolCalls).find((call) => !isObjectText(call.arguments));
  if (broken) {
    return flaw(`Arguments of tool call ${broken.id} are not a JSON object in a string`, "messages");
  }
  const toolNames = readToolNames(tools);
  if (toolNames === undefined) return flaw("Every tool needs a function with a name", "tools");
  if (choice !== undefined && choice !== "none" && toolNames.length === 0) {
    return flaw("When using `tool_choice`, `tools` must be set.", "tool_choice");
  }
  const options = body["stream_options"];
  const limit = body["max_completion_tokens"] ?? body["max_tokens"];
  return {
    model,
    messages: read,
    toolNames,
    toolChoice: readToolChoice(choice),
    stream: body["stream"] === true,
    includeUsage: isRecord(options) && options["include_usage"] === true,
    maxTokens: typeof limit === "number" ? limit : undefined,
    body,
  };
}

function flaw(text: string, param?: string): RequestFlaw {
  return { flaw: text, param };
}

function readMessage(message: Record<string, unknown>, role: string): ChatMessage {
  const calls = Array.isArray(message["tool_calls"]) ? (message["tool_calls"] as unknown[]) : [];
  return {
    role,
    text: contentText(message["content"]),
    toolCallId: typeof message["tool_call_id"] === "string" ? message["tool_call_id"] : undefined,
    toolCalls: calls.filter(isRecord).map((call) => {
      const called = isRecord(call["function"]) ? call["function"] : {};
      return {
        id: String(call["id"]),
        arguments: typeof called["arguments"] === "string" ? called["arguments"] : "",
      };
    }),
  };
}

function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return (content as unknown[])
    .filter(isRecord)
    .map((part) => (typeof part["text"] === "string" ? part["text"] : ""))
    .join("");
}

function isObjectText(text: string): boolean {
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}

function readToolNames(tools: unknown): string[] | undefined {
  if (tools === undefined || tools === null) return [];
  if (!Array.isArray(tools)) return undefined;
  const names: string[] = [];
  for (const tool of tools as unknown[]) {
    const called = isRecord(tool) ? tool["function"] : undefined;
    if (!isRecord(called) || typeof called["name"] !== "string") return undefined;
    names.push(called["name"]);
  }
  return names;
}

function readToolChoice(choice: unknown): string | undefined {
  if (typeof choice === "string") return choice;
  const called = isRecord(choice) ? choice["function"] : undefined;
  return isRecord(called) && typeof called["name"] === "string" ? called["name"] : undefined;
}
