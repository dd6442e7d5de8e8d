/** Messages and tools in the chat-completions shape, as every caller and every backend writes them. */

export interface TextPart {
  type: "text";
  text: string;
}

/** `url` is an https address or a data URL with the picture's true MIME type. */
export interface ImagePart {
  type: "image_url";
  image_url: { url: string; detail?: "auto" | "low" | "high" };
}

export type ContentPart = TextPart | ImagePart;
export type Content = string | ContentPart[];

export interface SystemMessage {
  role: "system";
  content: Content;
}

export interface UserMessage {
  role: "user";
  content: Content;
}

/** A tool call as it travels: `arguments` is JSON text. */
export interface WireToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

export interface AssistantMessage {
  role: "assistant";
  content: Content | null;
  tool_calls?: WireToolCall[];
  /** Reasoning blocks exactly as the backend sent them: some vendors demand them back unmodified. */
  reasoning_details?: unknown[];
}

export interface ToolResultMessage {
  role: "tool";
  tool_call_id: string;
  content: Content;
}

/** Several parallel results in one message; they go out as one wire message per call. */
export interface ToolResultsMessage {
  role: "tool";
  results: { tool_call_id: string; content: Content }[];
}

export type Message = SystemMessage | UserMessage | AssistantMessage | ToolResultMessage | ToolResultsMessage;

/** A JSON Schema, kept as data. */
export type JsonSchema = Record<string, unknown>;

export interface Tool {
  type: "function";
  function: { name: string; description?: string; parameters?: JsonSchema | null; strict?: boolean };
}

export type ToolChoice = "auto" | "none" | "required" | { type: "function"; function: { name: string } };

/** What the answer must be; without it, any text. Not every backend can be held to it. */
export type ResponseFormat =
  | { type: "json_object" }
  | {
      type: "json_schema";
      json_schema: { name: string; description?: string; schema: JsonSchema; strict?: boolean };
    };

/** A complete tool call: its arguments parsed and are an object. */
export interface ToolCall {
  id: string;
  name: string;
  arguments: Record<string, unknown>;
}

/** A tool call that must not run: cut off, not JSON, or not an object. The raw text is kept. */
export interface InvalidToolCall {
  id: string;
  name: string;
  raw: string;
  reason: string;
}
