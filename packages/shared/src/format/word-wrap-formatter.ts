/** The stage of the pipeline that lays out lines. */
import type { Formatter, FormatterOutput, Rendered } from "./formatter.js";
import { isRunningText } from "./mark.js";
import { WordWrap } from "./word-wrap.js";

/** The last formatter that works on text: what is drawn already (code, tables, pictures) is not broken. */
export class WordWrapFormatter implements Formatter {
  readonly name = "word_wrap";
  readonly priority = 79;
  readonly #wrap: WordWrap;
  #out: FormatterOutput | undefined;
  #isFlow = true;

  constructor(width: number) {
    this.#wrap = new WordWrap(width, (text) => this.#out?.text(text));
  }

  write(text: string, out: FormatterOutput): void {
    this.#out = out;
    if (this.#isFlow) this.#wrap.write(text);
    else this.#wrap.block(text);
  }

  pass(piece: Rendered, out: FormatterOutput): void {
    this.#out = out;
    if (piece.mark) {
      this.#isFlow = isRunningText(piece.mark);
      this.#wrap.begin(piece.mark);
    } else if (piece.isFlow) this.#wrap.write(piece.output);
    else {
      this.#wrap.block(piece.output);
      if (piece.observation) out.rendered({ output: "", observation: piece.observation });
    }
  }

  flush(out: FormatterOutput): void {
    this.#out = out;
    this.#wrap.flush();
    this.#wrap.reset();
    this.#isFlow = true;
  }

  setConsoleWidth(width: number): void {
    // Where lines stay whole, they stay so.
    if (this.#wrap.width !== Infinity) this.#wrap.width = width;
  }
}
