/** What a tool is: something a model may call by name, with arguments that a schema describes. */
import type { ImagePart, JsonSchema } from "../../provider/messages.js";

/** What a running tool is given beside its arguments. */
export interface ToolContext {
  /** The folder a tool works in and must not leave. */
  workspace: string;
  /** The environment variables, as the session has them. */
  env: Readonly<Record<string, string | undefined>>;
  /** Values that are nobody's but the user's: no program gets them, no result repeats them. */
  secrets?: readonly string[];
  /** Files that this process itself was given, with what may be keys in them. */
  privateFiles?: readonly string[];
  /** Whether a person has seen this very call and allowed it. */
  approved?: boolean;
  /** Aborted when the call is cancelled. */
  signal?: AbortSignal;
  /** Told how far a call is that takes long; the text is safe to show. */
  onProgress?: (text: string) => void;
}

/** What became of a call. */
export interface ToolResult {
  /** Whether it did what it was asked for. The model is told, and may try otherwise. */
  ok: boolean;
  /** What the model is told. */
  content: string;
  /** Pictures that belong to it; they reach models that take pictures. */
  parts?: readonly ImagePart[];
  /** What a person is shown instead, where that is something else: a diff. */
  display?: string;
}

/** What "always" could be said for. */
export interface Grant {
  /** Calls of the same tool with the same key are allowed from then on. */
  key: string;
  /** For a person: `this command`. */
  words: string;
}

/** What a call would do, for whoever decides whether it may. */
export interface Preview {
  /** As it is: whoever shows it makes it safe. */
  text: string;
  /** A change to a file, as a unified diff. */
  isDiff?: boolean;
  /** What else holds for the call: where it runs, what it cannot reach. */
  notes?: readonly string[];
  /** What makes the call more than it looks like. Such a call is asked for each time. */
  warnings?: readonly string[];
  /** The narrowest first. Without any, "always" stands for the tool. */
  grants?: readonly Grant[];
}

/**
 * A tool that a session runs when the model calls it.
 *
 * @example
 * const weather = {
 *   name: "weather",
 *   description: "The weather in a city.",
 *   parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
 *   changes: false,
 *   run: async ({ city }) => ({ ok: true, content: `Sunny in ${city}.` }),
 * };
 * client.createSession({ tools: [weather] });
 */
export interface ToolDefinition {
  /** What the model calls it by. */
  name: string;
  /** Tells the model what it is for, and when to use it. */
  description: string;
  /** The JSON Schema of its arguments, an object. A call that does not fit it is not run. */
  parameters: JsonSchema;
  /** Whether a call changes something, and therefore asks first. */
  changes: boolean;
  /**
   * What a call would do, for the question whether it may; changes nothing. Rejects with `ToolRefusal` when it cannot be
   * carried out: then there is nothing to ask, and the model is told the reason.
   */
  preview?(args: Record<string, unknown>, context: ToolContext): Promise<string | Preview>;
  /** Why a call that changes nothing asks all the same, in words; undefined when it does not. */
  asks?(args: Record<string, unknown>, context: ToolContext): Promise<string | undefined>;
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
