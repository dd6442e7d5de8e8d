/** Breaks styled text into lines of a given width. */
import { OWN_SEQUENCE, StyleState } from "./style-state.js";
import { displayWidth, graphemes } from "./width.js";

const TOKENS = /( +)|([^\x1b ]+)|\x1b/g;

/**
 * Breaks a text with styles of our own into lines of at most `width` cells: at spaces where there are any, else
 * between characters. A style that goes on past a break ends with its line and begins again on the next.
 */
export function wrapStyled(text: string, width: number): string[] {
  const wrapper = new Wrapper(width);
  TOKENS.lastIndex = 0;
  for (let match = TOKENS.exec(text); match; match = TOKENS.exec(text)) {
    const [, space, word] = match;
    if (space !== undefined) wrapper.space(space);
    else if (word !== undefined) wrapper.word(word);
    else {
      OWN_SEQUENCE.lastIndex = match.index;
      const sequence = OWN_SEQUENCE.exec(text);
      if (!sequence) continue;
      wrapper.style(sequence[0], sequence[1]);
      TOKENS.lastIndex = match.index + sequence[0].length;
    }
  }
  return wrapper.end();
}

class Wrapper {
  readonly #lines: string[] = [];
  readonly #styles = new StyleState();
  #line = "";
  #used = 0;
  /** Spaces, and styles that begin after them, wait for the word that decides whether the line goes on. */
  #gap = "";
  #beginnings: [sequence: string, code: string | undefined][] = [];

  constructor(readonly width: number) {}

  style(sequence: string, code: string | undefined): void {
    if (StyleState.begins(sequence, code)) this.#beginnings.push([sequence, code]);
    else {
      this.#begin();
      this.#styles.take(sequence, code);
      this.#line += sequence;
    }
  }

  #begin(): void {
    for (const [sequence, code] of this.#beginnings) {
      this.#styles.take(sequence, code);
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
    this.#line = this.#styles.on;
    this.#used = 0;
  }

  end(): string[] {
    this.#lines.push(this.#line + this.#styles.off);
    return this.#lines;
  }
}
