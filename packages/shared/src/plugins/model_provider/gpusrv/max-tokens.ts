/** The token limit that goes with every request: without one the frontend cuts each answer after 16 tokens. */
import type { TokenRange } from "../../../tokens/range.js";

/** Asked for when nothing is surely free: the server is to judge, it alone can count. */
const LEAST = 32;
/** An answer that may have no more than this is worth a word. */
const LITTLE = 512;

/**
 * What is surely free of the window; a caller's own number is never touched. Engines refuse a request whose prompt and limit
 * together pass the window, so the high end of the prompt's range is taken off it.
 */
export const answerLimit = (window: number, { high }: TokenRange): number =>
  Math.max(window - Math.ceil(high), Math.min(LEAST, window));

/** What to say when the answer gets little room; undefined when it gets enough. */
export function littleRoom(window: number, size: TokenRange): string | undefined {
  const limit = answerLimit(window, size);
  if (limit > Math.min(LITTLE, window / 4)) return undefined;
  return (
    `The answer may have ${limit} tokens: the prompt takes about ${Math.ceil(size.usual)}, at most ${Math.ceil(size.high)}, ` +
    `of the window of ${window}. Name a larger max_tokens if you know that it fits, or shorten the conversation.`
  );
}
