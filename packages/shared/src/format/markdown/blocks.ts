/**
 * Finds the blocks of Markdown as the text comes: quotations and lists, and in them paragraphs, headings, code, tables.
 * Later stages get the text of each block without what stands left of it, and are told where a block begins.
 */
import type { Formatter, FormatterOutput, Rendered } from "../formatter.js";
import { BlockOutput } from "./block-output.js";
import { BlockReader } from "./block-reader.js";
import { isSurelyText } from "./block-starts.js";
import type { InlineContext } from "./inline.js";
import type { Reference } from "./references.js";

type BlockContext = Pick<InlineContext, "theme" | "references" | "isWholeKnown">;

export class BlockFormatter implements Formatter {
  readonly name = "markdown_blocks";
  readonly priority = 15;
  readonly #references: Map<string, Reference>;
  readonly #forgets: boolean;
  readonly #output = new BlockOutput();
  readonly #reader: BlockReader;
  /** A line whose kind is not clear yet. */
  #held = "";
  /** The rest of the line is text of the paragraph. */
  #inText = false;
  /** No text has come since the last one ended. */
  #isFresh = true;

  constructor(context: BlockContext, consoleWidth: number) {
    this.#forgets = !context.isWholeKnown;
    this.#references = context.references;
    this.#reader = new BlockReader(context, this.#output, consoleWidth);
  }

  setConsoleWidth(width: number): void {
    this.#reader.width = width;
  }

  write(text: string, out: FormatterOutput): void {
    this.#output.target = out;
    if (this.#isFresh && this.#forgets) this.#references.clear();
    this.#isFresh = false;
    let position = 0;
    while (position < text.length) {
      const newline = text.indexOf("\n", position);
      const end = newline < 0 ? text.length : newline;
      if (newline < 0 || !this.#isFree || !this.#reader.simpleLine(text, position, end))
        this.#take(text.slice(position, end), newline >= 0);
      position = end + 1;
    }
  }

  /** Nothing of the line has come yet. */
  get #isFree(): boolean {
    return !this.#inText && this.#held === "";
  }

  /** Takes a piece of a line, or all of it. */
  #take(piece: string, isEnd: boolean): void {
    if (this.#inText) {
      this.#inText = !isEnd;
      this.#reader.goOn(piece, isEnd);
      return;
    }
    const line = this.#held === "" ? piece : this.#held + piece;
    if (isEnd) {
      this.#held = "";
      this.#reader.line(line);
    } else if (this.#reader.needsWholeLine || !isSurelyText(line)) this.#held = line;
    else {
      this.#held = "";
      this.#inText = true;
      this.#reader.head(line);
    }
  }

  flush(out: FormatterOutput): void {
    this.#output.target = out;
    this.#output.newline = "";
    if (this.#held !== "") {
      const line = this.#held;
      this.#held = "";
      this.#reader.line(line);
    }
    this.#reader.end();
    this.#inText = false;
    this.#isFresh = true;
    this.#output.reset();
  }

  /** A finished piece of an earlier stage ends what is open. */
  pass(piece: Rendered, out: FormatterOutput): void {
    this.flush(out);
    out.rendered(piece);
  }
}
