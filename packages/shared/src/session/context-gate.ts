/**
 * Keeps requests inside the window: before each one the prompt is estimated, `max_tokens` is lowered when prompt and answer would
 * not fit together, and a prompt that cannot fit is refused with the numbers. What the backend counted is taken over:
 * exactly for the messages it counted, and as a measure of how far the estimate is off for the rest.
 */
import type { ContextWindow } from "../provider/context-window.js";
import { ContextLimitError } from "../provider/errors.js";
import type { Usage } from "../provider/events.js";
import type { Message, Tool } from "../provider/messages.js";
import { estimateTokens } from "./token-estimate.js";

/** How far an estimate may be off: a prompt is refused only when it would not fit even if it were this much smaller. */
const DOUBT = 0.25;
/** An answer is never cut below this on an estimate alone; if it is too much after all, the backend says so. */
const SMALLEST_ANSWER = 256;
/** Reserve for the estimate when `max_tokens` is lowered. */
const RESERVE = 0.1;
/** Weighs the first guess against a count: the fixed overhead of a short prompt says nothing about a long one. */
const PRIOR_TOKENS = 500;

/** A prompt's size: what the backend counted of it, and what is estimated on top. */
export interface PromptSize {
  tokens: number;
  counted: number;
}

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
}

export class ContextGate {
  #counted:
    | { first: Message | undefined; last: Message | undefined; length: number; tokens: number }
    | undefined;
  /** Counted tokens per estimated token. */
  #ratio = 1;

  measure(messages: readonly Message[], tools: readonly Tool[]): PromptSize {
    const counted = this.#counted;
    const holds =
      counted !== undefined &&
      counted.length <= messages.length &&
      counted.first === messages[0] &&
      counted.last === messages[counted.length - 1];
    const known = holds ? counted.tokens : 0;
    const rest = holds ? estimateTokens(messages.slice(counted.length)) : estimateTokens(messages, tools);
    return { tokens: Math.ceil(known + rest * this.#ratio), counted: known };
  }

  /** False when a prompt does not even fit if its estimate is too high. */
  mayFit({ tokens, counted }: PromptSize, window: ContextWindow): boolean {
    return counted + (tokens - counted) * (1 - DOUBT) < window.tokens;
  }

  /** Throws `ContextLimitError` when the prompt cannot fit. */
  admit({ messages, tools, window, maxTokens, cautious }: GatedRequest): Admission {
    const size = this.measure(messages, tools);
    if (!this.mayFit(size, window)) throw tooLong(size, window);
    if (maxTokens === undefined) return {};
    const { tokens, counted } = size;
    const guessed = tokens - counted;
    const expected = cautious ? counted + guessed * (1 + DOUBT) : tokens;
    if (expected + maxTokens <= window.tokens) return {};
    const room = Math.floor(window.tokens - counted - guessed * (1 + (cautious ? DOUBT : RESERVE)));
    const lowered = Math.max(room, Math.min(maxTokens, SMALLEST_ANSWER));
    if (lowered >= maxTokens) return {};
    return {
      maxTokens: lowered,
      notice:
        `max_tokens was lowered from ${maxTokens} to ${lowered}: the prompt has about ${tokens} tokens and ` +
        `shares the window of ${window.tokens} with the answer (${window.detail}).`,
    };
  }

  /** Takes over what the backend counted for a prompt. */
  learn(messages: readonly Message[], tools: readonly Tool[], usage: Usage, window: ContextWindow): void {
    const tokens = usage.prompt_tokens;
    // A prompt that was answered has fitted; any other count is no count of it.
    if (tokens <= 0 || tokens > window.tokens) return;
    this.#ratio = (tokens + PRIOR_TOKENS) / (estimateTokens(messages, tools) + PRIOR_TOKENS);
    this.#counted = { first: messages[0], last: messages.at(-1), length: messages.length, tokens };
  }

  /** Messages in the middle have changed: their count no longer holds. */
  forget(): void {
    this.#counted = undefined;
  }
}

function tooLong({ tokens, counted }: PromptSize, window: ContextWindow): ContextLimitError {
  const how = counted === 0 ? "estimated" : `${counted} counted by the backend, the rest estimated`;
  return new ContextLimitError(
    `The prompt has about ${tokens} tokens (${how}), and the window has ${window.tokens}, which the answer needs a part of. ` +
      `The window comes from: ${window.detail}. Nothing was sent. Shorten the conversation or begin a new one, ` +
      "or use a model with a larger window.",
  );
}
