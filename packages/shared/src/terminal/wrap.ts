/** Styled text broken into lines. */
import { displayWidth, graphemes } from "./width.js";

const TOKENS = /\x1b\[(\d+)m|( +)|([^\x1b ]+)/g;

/** Which code ends a style, by the code that begins it. */
const ENDINGS: Readonly<Record<string, string>> = { 1: "22", 2: "22", 3: "23", 4: "24", 7: "27" };

/**
 * Breaks a text with styles of our own into lines of at most `width` cells: at spaces where there are any, else
 * between characters. A style that goes on past a break ends with its line and begins again on the next.
 */
export function wrapStyled(text: string, width: number): string[] {
  const wrapper = new Wrapper(width);
  for (const [sequence, code, space, word] of text.matchAll(TOKENS)) {
    if (code !== undefined) wrapper.style(sequence, code);
    else if (space !== undefined) wrapper.space(space);
    else if (word !== undefined) wrapper.word(word);
  }
  return wrapper.end();
}

class Wrapper {
  readonly #lines: string[] = [];
  /** The styles that are on, by the code that ends each. */
  readonly #active = new Map<string, string>();
  #line = "";
  #used = 0;
  /** Spaces, and styles that begin after them, wait for the word that decides whether the line goes on. */
  #gap = "";
  #beginnings: [ending: string, sequence: string][] = [];

  constructor(readonly width: number) {}

  style(sequence: string, code: string): void {
    const ending = ENDINGS[code] ?? (/^[39][0-7]$/.test(code) ? "39" : undefined);
    if (ending) this.#beginnings.push([ending, sequence]);
    else {
      this.#begin();
      this.#active.delete(code);
      this.#line += sequence;
    }
  }

  #begin(): void {
    for (const [ending, sequence] of this.#beginnings) {
      this.#active.set(ending, sequence);
      this.#line += sequence;
    }
    this.#beginnings = [];
  }

  space(space: string): void {
    this.#gap += space;
  }

  word(word: string): void {
    const width = displayWidth(word);
    if (this.#used > 0) {
      if (this.#used + this.#gap.length + width > this.width) this.#break();
      else {
        this.#line += this.#gap;
        this.#used += this.#gap.length;
      }
    }
    this.#gap = "";
    this.#begin();
    if (this.#used + width <= this.width) {
      this.#line += word;
      this.#used += width;
      return;
    }
    for (const character of graphemes(word)) {
      const characterWidth = displayWidth(character);
      if (this.#used > 0 && this.#used + characterWidth > this.width) this.#break();
      this.#line += character;
      this.#used += characterWidth;
    }
  }

  #break(): void {
    this.end();
    this.#line = [...this.#active.values()].join("");
    this.#used = 0;
  }

  end(): string[] {
    this.#lines.push(this.#line + [...this.#active.keys()].map((code) => `\x1b[${code}m`).join(""));
    return this.#lines;
  }
}
