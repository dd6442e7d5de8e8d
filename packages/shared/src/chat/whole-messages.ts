/**
 * Streams that carry `message` where `delta` belongs: as pieces, as all that was said so far, or once more whole at the end.
 * What was given already is not given again.
 */
import { contentText, type WireDelta } from "./answer-content.js";

interface SoFar {
  text: () => string;
  hasText: boolean;
  hasThoughts: boolean;
  hasCalls: boolean;
  /** The chunk that ends the answer. */
  isLast: boolean;
}

export class WholeMessages {
  /** Each message holds all that was said; undefined until two of them tell. */
  #growing: boolean | undefined;
  /** Text came in messages, not in deltas. */
  #speaks = false;

  /** What of a message is new. */
  unsaid(message: WireDelta, soFar: SoFar): WireDelta {
    const text = this.#unsaidText(contentText(message), soFar);
    const fresh: WireDelta = { content: text };
    if (!soFar.hasCalls || this.#speaks) Object.assign(fresh, calls(message));
    if (!soFar.hasThoughts) Object.assign(fresh, thoughts(message));
    return fresh;
  }

  #unsaidText(text: string, { text: said, hasText, isLast }: SoFar): string {
    if (text === "") return "";
    if (!hasText) {
      this.#speaks = true;
      return text;
    }
    if (this.#speaks && this.#growing === false && !isLast) return text;
    const before = said();
    if (text === before && (isLast || !this.#speaks)) return "";
    const goesOn = text.startsWith(before) && text.length > before.length;
    if (!this.#speaks) return goesOn ? text.slice(before.length) : "";
    this.#growing ??= goesOn;
    if (!this.#growing) return text;
    return goesOn ? text.slice(before.length) : "";
  }
}

const calls = ({ tool_calls, function_call }: WireDelta): WireDelta => ({ tool_calls, function_call });
const thoughts = ({ reasoning, reasoning_content, reasoning_details }: WireDelta): WireDelta => ({
  reasoning,
  reasoning_content,
  reasoning_details,
});
