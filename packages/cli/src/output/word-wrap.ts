/** Breaks streamed lines between words, so that the terminal's edge does not cut them. */
import type { Formatter, FormatterOutput, Rendered } from "@framework/shared/format";
import { displayWidth } from "@framework/shared/terminal";

/** A word this far from the edge is shown before its end has come; hardly one is longer. */
const USUAL_WORD = 16;

/** Escape sequences of ours, line breaks, gaps, characters that need no space between them, words. */
const TOKENS =
  /(\x1b\[[\d;]*m)|(\n)|([ \t]+)|([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef])|([^\s\x1b\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]+|[^])/gu;
const LIST_MARKER = /^(?:[•*+-]|\d{1,3}[.)])$/;
const FENCE = /^(?:```|~~~)/;

/** Takes text in pieces and puts it out with line breaks between words. Lines of fenced blocks stay as they are. */
export class WordWrap {
  readonly #put: (text: string) => void;
  width: number;
  #column = 0;
  /** Where the lines after the first of a list entry begin. */
  #indent = 0;
  #gap = "";
  #word = "";
  #wordCells = 0;
  /** Whether the beginning of the word is on the screen already. */
  #isShown = false;
  #wordsInLine = 0;
  #isMarked = false;
  #inFence = false;

  constructor(width: number, put: (text: string) => void) {
    this.width = width;
    this.#put = put;
  }

  write(text: string): void {
    for (const [token, sequence, newline, gap, character] of text.matchAll(TOKENS)) {
      if (sequence !== undefined) this.#word += token;
      else if (newline !== undefined) this.#endLine();
      else if (gap !== undefined) {
        this.#endWord();
        this.#gap += gap.replaceAll("\t", "    ");
      } else {
        if (character !== undefined) this.#endWord();
        this.#word += token;
        this.#wordCells += displayWidth(token);
        if (character !== undefined) this.#endWord();
      }
    }
    const room = this.width - this.#column - this.#gap.length;
    if (this.#word !== "" && (this.#isShown || this.#inFence || this.#wordCells + USUAL_WORD <= room))
      this.#show();
  }

  /** Something else is written next: everything held is put out first. */
  flush(): void {
    this.#endWord();
    if (this.#gap !== "") this.#put(this.#gap);
    this.#column += this.#gap.length;
    this.#gap = "";
  }

  /** The text is over, or something else has ended the line. */
  reset(): void {
    this.#startLine();
    this.#inFence = false;
  }

  #startLine(): void {
    this.#column = 0;
    this.#indent = 0;
    this.#wordsInLine = 0;
    this.#isMarked = false;
  }

  #endWord(): void {
    if (this.#word !== "") this.#show();
    if (this.#isShown) this.#wordsInLine += 1;
    this.#isShown = false;
  }

  #endLine(): void {
    this.#endWord();
    this.#gap = "";
    this.#put("\n");
    this.#startLine();
  }

  #show(): void {
    const word = this.#word;
    const cells = this.#wordCells;
    this.#word = "";
    this.#wordCells = 0;
    let before = this.#gap;
    this.#gap = "";
    if (!this.#isShown) {
      const isFence = this.#wordsInLine === 0 && FENCE.test(word);
      if (isFence) this.#inFence = !this.#inFence;
      if (this.#wordsInLine === 1 && this.#isMarked) this.#indent = this.#column + before.length;
      if (this.#wordsInLine === 0) this.#isMarked = LIST_MARKER.test(word);
      const isTooLong = this.#column + before.length + cells > this.width;
      if (isTooLong && this.#column > this.#indent && !this.#inFence) {
        before = `\n${" ".repeat(this.#indent)}`;
        this.#column = 0;
      }
    }
    this.#isShown = true;
    this.#column += before.replace("\n", "").length + cells;
    if (this.#column > this.width) this.#column %= this.width;
    this.#put(before + word);
  }
}

/** A text of ours that is complete. */
export function wrapWords(text: string, width: number): string {
  let wrapped = "";
  const wrap = new WordWrap(width, (part) => (wrapped += part));
  wrap.write(text);
  wrap.flush();
  return wrapped;
}

/** The last formatter that works on text: what is drawn already (code, tables, pictures) goes by as it is. */
export class WordWrapFormatter implements Formatter {
  readonly name = "word_wrap";
  readonly priority = 79;
  readonly #wrap: WordWrap;
  #out: FormatterOutput | undefined;

  constructor(width: number) {
    this.#wrap = new WordWrap(width, (text) => this.#out?.text(text));
  }

  write(text: string, out: FormatterOutput): void {
    this.#out = out;
    this.#wrap.write(text);
  }

  pass(piece: Rendered, out: FormatterOutput): void {
    this.#out = out;
    // A styled span is part of its line; what has lines of its own is a block.
    if (!piece.output.includes("\n") && !piece.observation && !/\x1b(?!\[[\d;]*m)/.test(piece.output)) {
      this.#wrap.write(piece.output);
      return;
    }
    this.#wrap.flush();
    out.rendered(piece);
    this.#wrap.reset();
  }

  flush(out: FormatterOutput): void {
    this.#out = out;
    this.#wrap.flush();
    this.#wrap.reset();
  }

  setConsoleWidth(width: number): void {
    this.#wrap.width = width;
  }
}
