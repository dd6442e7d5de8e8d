/** How many tokens prompts of one model take: what the backend counted where it has, else a range that its counts narrow. */
import type { Message, Tool } from "../provider/messages.js";
import { Calibration } from "./calibration.js";
import { OVERHEAD, type PromptParts, promptParts, tokensOfTools } from "./prompt.js";
import { addRanges, type TokenRange } from "./range.js";

/** A prompt's size. */
export interface PromptSize extends TokenRange {
  /** How much of it the backend itself has counted. */
  counted: number;
}

interface Counted {
  first: Message | undefined;
  length: number;
  tokens: number;
  /** What the messages up to here add up to, so that a longer prompt adds only the rest. */
  parts: PromptParts;
}

const rounded = ({ low, usual, high }: TokenRange, counted: number): PromptSize => ({
  low: counted + Math.floor(low),
  usual: counted + Math.ceil(usual),
  high: counted + Math.ceil(high),
  counted,
});

export class TokenCounter {
  readonly #calibration = new Calibration();
  /** By the last message of the prompt that was counted. */
  #counted = new WeakMap<Message, Counted>();

  measure(messages: readonly Message[], tools: readonly Tool[] = []): PromptSize {
    const known = this.#longestCounted(messages);
    const { text, other } = promptParts(known ? messages.slice(known.length) : messages);
    const range = addRanges(this.#calibration.range(text), other);
    if (known) return rounded(range, known.tokens);
    return rounded([range, tokensOfTools(tools), OVERHEAD].reduce(addRanges), 0);
  }

  /** Takes over what the backend counted for a prompt. */
  learn(messages: readonly Message[], tools: readonly Tool[], tokens: number): void {
    const last = messages.at(-1);
    if (tokens <= 0 || !last) return;
    const known = this.#longestCounted(messages);
    const parts = promptParts(known ? messages.slice(known.length) : messages, known?.parts);
    const { text, other } = parts;
    const beside = addRanges(addRanges(other, tokensOfTools(tools)), OVERHEAD).usual;
    this.#calibration.learn(text, tokens - beside);
    this.#counted.set(last, { first: messages[0], length: messages.length, tokens, parts });
  }

  /** Messages in the middle have changed: counts no longer hold. */
  forget(): void {
    this.#counted = new WeakMap();
  }

  #longestCounted(messages: readonly Message[]): Counted | undefined {
    for (let place = messages.length - 1; place >= 0; place -= 1) {
      const message = messages[place];
      const counted = message && this.#counted.get(message);
      if (counted?.length === place + 1 && counted.first === messages[0]) return counted;
    }
    return undefined;
  }
}
