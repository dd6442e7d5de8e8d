/** How much a question would send, told before it is sent when it is a lot. */
import { type Content, type ContextWindow, estimatePrompt } from "@framework/shared";
import type { Attachment } from "./attachment.js";

/** Below this nobody minds. */
const LARGE_TOKENS = 20_000;
/** Or this share of the window. */
const LARGE_SHARE = 0.5;

/** A sentence for a large question; undefined for the others. */
export function sizeNote(
  content: Content,
  attachments: readonly Attachment[],
  window: ContextWindow,
): string | undefined {
  const tokens = Math.ceil(estimatePrompt([{ role: "user", content }]).usual);
  if (tokens < LARGE_TOKENS && tokens < window.tokens * LARGE_SHARE) return undefined;
  const bytes = Buffer.byteLength(JSON.stringify(content));
  const count = attachments.length;
  const what = count === 0 ? "The question" : `The question with ${count} ${count === 1 ? "file" : "files"}`;
  const share = Math.round((100 * tokens) / window.tokens);
  return `${what} has ${sizeOf(bytes)}, about ${tokens} tokens: ${share} % of the window of ${window.tokens}.`;
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${kilobytes.toFixed(0)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
