/** Messages and tools in the chat-completions shape, as every caller and every backend writes them. */

export interface TextPart {
  type: "text";
  /** What is said. */
  text: string;
}

/** `url` is an https address or a data URL with the picture's true MIME type. */
export interface ImagePart {
  type: "image_url";
  /** Where the picture is, and how closely the model is to look at it. */
  image_url: { url: string; detail?: "auto" | "low" | "high" };
}

/** A piece of a message: text or a picture. */
export type ContentPart = TextPart | ImagePart;
/**
 * What a message says: a text, or several parts.
 *
 * @example
 * const content = [
 *   { type: "text", text: "What is this?" },
 *   { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } },
 * ];
 */
export type Content = string | ContentPart[];

/** Tells the model how to answer, before everything else. */
export interface SystemMessage {
  role: "system";
  /** The instructions. */
  content: Content;
}

/** What the user says. */
export interface UserMessage {
  role: "user";
  /** Text, or text with pictures. */
  content: Content;
}

/** A tool call as it travels: `arguments` is JSON text. */
export interface WireToolCall {
  /** What its result is to name. */
  id: string;
  type: "function";
  /** The tool, and its arguments as JSON text. */
  function: { name: string; arguments: string };
}

/** What the model said. `Turn.message` is one, ready to be appended. */
export interface AssistantMessage {
  role: "assistant";
  /** Its text; null where it only called tools. */
  content: Content | null;
  /** The tools it called; each must be answered by a result before the next request. */
  tool_calls?: WireToolCall[];
  /** Reasoning blocks exactly as the backend sent them: some vendors demand them back unmodified. */
  reasoning_details?: unknown[];
}

/** What became of one tool call. */
export interface ToolResultMessage {
  role: "tool";
  /** The `id` of the call. */
  tool_call_id: string;
  /** What the model is told. */
  content: Content;
}

/** Several parallel results in one message; they go out as one wire message per call. */
export interface ToolResultsMessage {
  role: "tool";
  /** One for each call. */
  results: { tool_call_id: string; content: Content }[];
}

/** One message of a conversation, of whichever side. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolResultMessage | ToolResultsMessage;

/** A JSON Schema, kept as data. */
export type JsonSchema = Record<string, unknown>;

/** A tool as the model is told of it; nothing runs it. A `ToolDefinition` also runs, in a session. */
export interface Tool {
  type: "function";
  /** Its name, what it is for, and the JSON Schema of its arguments. */
  function: { name: string; description?: string; parameters?: JsonSchema | null; strict?: boolean };
}

/** Whether the model may call tools, must, must not, or must call this one. */
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
  /** What its result is to name. */
  id: string;
  /** Which tool. */
  name: string;
  /** Parsed; not yet held against the tool's schema. */
  arguments: Record<string, unknown>;
}

/** A tool call that must not run: cut off, not JSON, or not an object. The raw text is kept. */
export interface InvalidToolCall {
  /** What the error result is to name. */
  id: string;
  /** Which tool was meant. */
  name: string;
  /** The arguments as they came. */
  raw: string;
  /** Why it must not run, in words for the model. */
  reason: string;
}
