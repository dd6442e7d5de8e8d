/** The text and the thoughts in a delta or a message, in every form that servers give them. */
import { isRecord } from "../provider/untrusted.js";

/** A delta, or a whole message: any field may be missing or of another type. */
export interface WireDelta {
  content?: unknown;
  refusal?: unknown;
  reasoning?: unknown;
  reasoning_content?: unknown;
  reasoning_details?: unknown;
  tool_calls?: unknown;
  function_call?: unknown;
}

const NO_CALLS: readonly unknown[] = [];

export const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

function partText(part: unknown): string {
  if (typeof part === "string") return part;
  if (!isRecord(part)) return "";
  const { text } = part;
  if (typeof text === "string") return text;
  return isRecord(text) && typeof text["value"] === "string" ? text["value"] : "";
}

/** Text as text, as a number, or as parts; a refusal is what the model says instead. */
export function contentText({ content, refusal }: WireDelta): string {
  if (typeof content === "string" && content !== "") return content;
  if (typeof content === "number" || typeof content === "boolean") return String(content);
  const parts = Array.isArray(content) ? content.map(partText).join("") : partText(content);
  return parts === "" && isText(refusal) ? refusal : parts;
}

/** A delta given as bare text is its content. */
export function asDelta(value: unknown): WireDelta | undefined {
  if (typeof value === "string" || typeof value === "number") return { content: value };
  return isRecord(value) ? value : undefined;
}

/** The fragments of tool calls; the old `function_call` is one without index and id. */
export function callFragments({ tool_calls: calls, function_call: legacy }: WireDelta): readonly unknown[] {
  if (Array.isArray(calls)) return calls;
  if (isRecord(calls)) return [calls];
  return isRecord(legacy) ? [{ function: legacy }] : NO_CALLS;
}
