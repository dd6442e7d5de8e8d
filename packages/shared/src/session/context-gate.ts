/**
 * Keeps requests inside the window. A prompt is refused only when it cannot fit, `max_tokens` is lowered only when prompt and
 * answer surely do not fit together or the backend has said so, and both are told with the numbers.
 */
import type { ContextWindow } from "../provider/context-window.js";
import { ContextLimitError, type ErrorClass, type FrameworkError } from "../provider/errors.js";
import type { Message, Tool } from "../provider/messages.js";
import { type PromptSize, TokenCounter } from "../tokens/counter.js";

/** An answer is never cut below this on an estimate alone; if it is too much after all, the backend says so. */
const SMALLEST_ANSWER = 256;

/** What may be sent. */
interface Admission {
  /** Given only when it had to be lowered. */
  maxTokens?: number;
  notice?: string;
}

export interface GatedRequest {
  messages: readonly Message[];
  tools: readonly Tool[];
  window: ContextWindow;
  /** The `max_tokens` that would be sent. */
  maxTokens: number | undefined;
  /** The backend refused the estimate once: leave more room. */
  cautious: boolean;
  /** Send a prompt although it cannot fit. */
  force: boolean;
  /** The provider's own class for a prompt that is too long. */
  error?: ErrorClass | undefined;
}

export class ContextGate extends TokenCounter {
  /** True when an exact count would decide something. */
  isInDoubt({ messages, tools, window, maxTokens }: Omit<GatedRequest, "cautious" | "force">): boolean {
    const { high, counted } = this.measure(messages, tools);
    return high > counted && high + (maxTokens ?? 1) > window.tokens;
  }

  /** False when a prompt does not even fit if its estimate is too high. */
  mayFit({ low }: PromptSize, window: ContextWindow): boolean {
    return low < window.tokens;
  }

  /** Throws `ContextLimitError` when the prompt cannot fit. */
  admit({ messages, tools, window, maxTokens, cautious, force, error }: GatedRequest): Admission {
    const size = this.measure(messages, tools);
    if (!this.mayFit(size, window)) {
      if (!force) throw tooLong(size, window, error);
      return { notice: `Sent by force: ${words(size)}, and the window has ${window.tokens}.` };
    }
    if (maxTokens === undefined) return {};
    if (!cautious && size.low + maxTokens <= window.tokens) return {};
    const free = window.tokens - size.high;
    // What the backend refused was too much, whatever the numbers say.
    const room = cautious ? Math.min(free, Math.floor(maxTokens / 2)) : free;
    const lowered = Math.max(room, Math.min(maxTokens, SMALLEST_ANSWER));
    if (lowered >= maxTokens) return {};
    return {
      maxTokens: lowered,
      notice:
        `max_tokens was lowered from ${maxTokens} to ${lowered}: ${words(size)} and shares the window ` +
        `of ${window.tokens} with the answer (${window.detail}).`,
    };
  }
}

function words({ low, usual, high, counted }: PromptSize): string {
  if (low === high) return `the prompt has ${usual} tokens (counted by the backend)`;
  const how = counted === 0 ? "estimated" : `${counted} counted by the backend, the rest estimated`;
  return `the prompt has about ${usual} tokens (${low} to ${high}, ${how})`;
}

function tooLong(
  size: PromptSize,
  window: ContextWindow,
  TooLong: ErrorClass = ContextLimitError,
): FrameworkError {
  const [first = "", ...rest] = words(size);
  return new TooLong(
    `${first.toUpperCase()}${rest.join("")}, and the window has ${window.tokens}, which the answer needs a part of. ` +
      `The window comes from: ${window.detail}. Nothing was sent. Shorten the conversation or begin a new one, ` +
      "use a model with a larger window, or send it all the same with --force.",
  );
}
