/** What a tool is: something a model may call by name, with arguments that a schema describes. */
import type { JsonSchema } from "../../provider/messages.js";

export interface ToolContext {
  /** The folder a tool works in and must not leave. */
  workspace: string;
  env: Readonly<Record<string, string | undefined>>;
  signal?: AbortSignal;
}

interface ToolResult {
  ok: boolean;
  /** What the model is told. */
  content: string;
  /** What a person is shown instead, where that is something else: a diff. */
  display?: string;
}

export interface ToolDefinition {
  name: string;
  description: string;
  parameters: JsonSchema;
  /** Whether a call changes something, and therefore asks first. */
  changes: boolean;
  /**
   * What a call would do, for the question whether it may; changes nothing. Rejects with `ToolRefusal` when it cannot be
   * carried out: then there is nothing to ask, and the model is told the reason.
   */
  preview?(args: Record<string, unknown>, context: ToolContext): Promise<string>;
  /** Runs a call whose arguments fit the schema. What goes wrong in the world is a result, not an exception. */
  run(args: Record<string, unknown>, context: ToolContext): Promise<ToolResult>;
}

/** A set of tools that a profile enables by one name. */
export interface ToolPlugin {
  name: string;
  tools: ToolDefinition[];
}

/** A call that cannot be carried out; the message tells the model why, and how to call it right. */
export class ToolRefusal extends Error {}
