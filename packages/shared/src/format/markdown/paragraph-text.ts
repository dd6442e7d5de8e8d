/** The text of a paragraph on its way out, as long as its first line may still be the head of a table. */
import { parseDelimiters, splitRow } from "../table-layout.js";

export class ParagraphText {
  readonly #put: (text: string) => void;
  #isFirstLine = false;
  /** The first line, as far as it was put out. */
  #shown = "";
  /** The end of a line from its first bar on: it is the head of a table if a delimiter row follows. */
  #bars: { readonly shown: string; rest: string } | undefined;
  #length = 0;

  constructor(put: (text: string) => void) {
    this.#put = put;
  }

  /** Whether something waits for the next line. */
  get isWaiting(): boolean {
    return this.#bars !== undefined;
  }

  /** How long the last line was. */
  get length(): number {
    return this.#length;
  }

  begin(): void {
    this.#isFirstLine = true;
    this.#shown = "";
  }

  /** The head of a line. */
  head(text: string): void {
    this.#length = 0;
    this.write(text);
  }

  /** From the first bar on, a line may be the head of a table: a later line only if it begins with one. */
  write(text: string): void {
    if (this.#bars) {
      this.#bars.rest += text;
      return;
    }
    const bar = this.#isFirstLine || this.#length === 0 ? findBar(text, this.#shown) : -1;
    if (bar < 0 || (bar > 0 && !this.#isFirstLine)) {
      this.#length += text.length;
      if (this.#isFirstLine) this.#shown += text;
      this.#put(text);
      return;
    }
    this.#put(text.slice(0, bar));
    this.#bars = { shown: this.#shown + text.slice(0, bar), rest: text.slice(bar) };
  }

  /** A line that is whole. */
  line(text: string, newline: string): void {
    this.#length = 0;
    if (this.#bars || text.includes("|")) {
      this.write(text);
      this.endLine(newline);
      return;
    }
    this.#isFirstLine = false;
    this.#shown = "";
    this.#length = text.length;
    this.#put(text + newline);
  }

  /** A line that is whole, with its newline, while nothing waits and without bars. */
  simpleLine(line: string): void {
    this.#isFirstLine = false;
    this.#shown = "";
    this.#length = line.length - 1;
    this.#put(line);
  }

  endLine(newline: string): void {
    this.#isFirstLine = false;
    this.#shown = "";
    if (!this.#bars) this.#put(newline);
  }

  /** It was no table. */
  release(): void {
    const bars = this.#bars;
    if (!bars) return;
    this.#bars = undefined;
    this.#length = bars.shown.length + bars.rest.length;
    this.#put(`${bars.rest}\n`);
  }

  /** The first lines of the table that a delimiter row makes of what waits, each with a bar in front. */
  takeTable(delimiters: string): { lines: string; opened: string | undefined } | undefined {
    const bars = this.#bars;
    if (!bars || !/[|:-]/.test(delimiters)) return undefined;
    const head = bars.shown + bars.rest;
    if (parseDelimiters(delimiters)?.length !== splitRow(head).length) return undefined;
    this.#bars = undefined;
    const opened = bars.shown.trim();
    return {
      lines: `${withBar(head.trim())}\n${withBar(delimiters)}\n`,
      opened: opened === "" ? undefined : opened,
    };
  }
}

/** A row as the table formatter knows it. */
export const withBar = (row: string): string => (row.startsWith("|") ? row : `| ${row}`);

/** The first bar that is not escaped. */
function findBar(text: string, before: string): number {
  for (let at = text.indexOf("|"); at >= 0; at = text.indexOf("|", at + 1)) {
    if ((at === 0 ? before.at(-1) : text[at - 1]) !== "\\") return at;
  }
  return -1;
}
