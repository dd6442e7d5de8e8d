/** What calls of a client are given: a question or messages, and tools of either kind. */
import type { Message, Tool } from "../provider/messages.js";
import type { CallOptions, CompleteOptions } from "../provider/provider.js";
import type { ToolDefinition } from "../plugins/tools/tool.js";

/** A question as text, or a whole conversation. */
export type Prompt = string | readonly Message[];

/** A tool as the wire has it, or one that a session could run. */
export type AnyTool = Tool | ToolDefinition;

/** What `client.stream` may be told. */
export interface StreamOptions extends Omit<CallOptions, "tools"> {
  /** What the model may call. Nothing is run here: the calls are in the turn; a session runs them. */
  tools?: readonly AnyTool[];
}

/** What `client.complete` may be told. */
export interface CompleteCallOptions extends StreamOptions, Pick<CompleteOptions, "onOutput"> {}

export const messagesOf = (prompt: Prompt): readonly Message[] =>
  typeof prompt === "string" ? [{ role: "user", content: prompt }] : prompt;

/** A tool as a request carries it. */
export function wireTool(tool: AnyTool): Tool {
  if ("function" in tool) return tool;
  const { name, description, parameters } = tool;
  return { type: "function", function: { name, description, parameters } };
}
