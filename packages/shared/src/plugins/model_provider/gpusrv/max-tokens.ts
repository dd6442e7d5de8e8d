/** The token limit that goes with every request: without one the frontend cuts each answer after 16 tokens. */
import type { ChatBody } from "../../../chat/request.js";
import { estimatePromptTokens } from "../../../chat/prompt-estimate.js";

/** When the estimate leaves no room, the server is to judge: it alone can count. */
const LEAST = 256;

/**
 * What is left of the window after the prompt, or what the caller asked for if that is less. Engines refuse a request whose
 * prompt and limit together pass the window, so the prompt is estimated rather too large.
 */
export function answerLimit(window: number, body: ChatBody): number {
  const room = Math.max(window - estimatePromptTokens(body), Math.min(LEAST, window));
  return Math.min(body.max_tokens ?? room, room);
}
