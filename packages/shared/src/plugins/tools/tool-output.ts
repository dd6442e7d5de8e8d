/** What a tool's `run` may give, and what becomes of it. Tools are written by others, and not all in a language that checks types. */
import type { ContentPart, ImagePart } from "../../provider/messages.js";
import { isRecord } from "../../provider/untrusted.js";
import type { ToolResult } from "./tool.js";

/**
 * Text; data, of which the model reads the JSON; one or more content parts, pictures among them; or a `ToolResult`.
 *
 * @example
 * run: () => [{ type: "text", text: "The chart:" }, { type: "image_url", image_url: { url: "data:image/png;base64,…" } }]
 */
export type ToolOutput = string | number | boolean | null | undefined | object;

/** Whatever a tool gave, as a result. */
export function toolResult(output: unknown): ToolResult {
  if (typeof output === "string") return { ok: true, content: output };
  if (isResult(output)) return fullResult(output);
  const parts = Array.isArray(output) ? output : [output];
  if (parts.length > 0 && parts.every(isPart)) return fromParts(parts);
  const content = output === null ? undefined : jsonOf(output);
  return content === undefined
    ? {
        ok: false,
        content: "The tool gave no result: its run must give text, data that JSON can hold, or parts.",
      }
    : { ok: true, content };
}

const isResult = (value: unknown): value is Record<string, unknown> & { content: string } =>
  isRecord(value) &&
  typeof value["content"] === "string" &&
  (!("ok" in value) || typeof value["ok"] === "boolean");

const isImage = (part: unknown): part is ImagePart =>
  isRecord(part) &&
  part["type"] === "image_url" &&
  isRecord(part["image_url"]) &&
  typeof part["image_url"]["url"] === "string";

const isPart = (part: unknown): part is ContentPart =>
  isImage(part) || (isRecord(part) && part["type"] === "text" && typeof part["text"] === "string");

function fullResult({
  content,
  ok,
  display,
  parts,
}: Record<string, unknown> & { content: string }): ToolResult {
  const pictures = Array.isArray(parts) ? parts.filter(isImage) : [];
  return {
    ok: ok !== false,
    content,
    ...(pictures.length > 0 && { parts: pictures }),
    ...(typeof display === "string" && { display }),
  };
}

/** Tool messages carry text; pictures follow it, each with its place. */
function fromParts(parts: readonly ContentPart[]): ToolResult {
  const pictures = parts.filter(isImage);
  let number = 0;
  const lines = parts.map((part) => (part.type === "text" ? part.text : `[picture ${(number += 1)}]`));
  return { ok: true, content: lines.join("\n"), ...(pictures.length > 0 && { parts: pictures }) };
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
