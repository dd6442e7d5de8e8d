/** The common ground of formatters that work on lines. */
import { fenceHead, FenceTracker } from "./fences.js";
import type { Formatter, FormatterOutput, Rendered } from "./formatter.js";
import { isRunningText, type Mark } from "./mark.js";

/** What becomes of a line: it is passed on as it comes, kept until it is whole, or too short to tell. */
export type LineDecision = "stream" | "hold" | "wait";

/**
 * Cuts chunks into lines, keeps whole only the lines the formatter asks for, and lets all other text through at once.
 * In a chunk of many lines, neighbouring lines that are let through go as one piece. Running text is let through.
 */
export abstract class LineFormatter implements Formatter {
  abstract readonly name: string;
  abstract readonly priority: number;

  protected readonly fences = new FenceTracker();
  /** The block that the text belongs to, where an earlier stage says so. */
  protected block: Mark | undefined;
  #isFlow = false;
  #state: "head" | "stream" | "hold" = "head";
  #held = "";

  /** Judges a line by its beginning. By default only lines that may be fences are kept. */
  protected decide(head: string, _out: FormatterOutput): LineDecision {
    return fenceHead(head);
  }

  /** Takes a line that was kept, with its newline if it has one. */
  protected abstract takeLine(line: string, out: FormatterOutput): void;

  /** Passes text on that was not kept. */
  protected stream(text: string, out: FormatterOutput): void {
    out.text(text);
  }

  /** Forgets what a fence has opened: the text ends, or another block begins. */
  protected forget(): void {}

  /** Puts out what has been collected from whole lines: the text ends, or a finished piece goes by. */
  protected finish(_out: FormatterOutput): void {}

  write(text: string, out: FormatterOutput): void {
    if (this.#isFlow) out.text(text);
    else if (this.#state === "stream" && !text.includes("\n")) this.stream(text, out);
    else this.#writeLines(text, out);
  }

  #writeLines(text: string, out: FormatterOutput): void {
    let streamed = 0;
    let position = 0;
    while (position < text.length) {
      const newline = text.indexOf("\n", position);
      const end = newline < 0 ? text.length : newline + 1;
      if (this.#state !== "stream") {
        const head = this.#held + text.slice(position, end);
        const decision = this.#state === "hold" ? "hold" : this.decide(head, out);
        if (decision === "stream") {
          if (this.#held !== "") this.stream(this.#held, out);
          this.#held = "";
          this.#state = "stream";
        } else {
          if (streamed < position) this.stream(text.slice(streamed, position), out);
          streamed = end;
          this.#held = head;
          if (decision === "hold") this.#state = "hold";
          if (newline >= 0) this.#takeHeld(out);
        }
      }
      if (newline >= 0) this.#state = "head";
      position = end;
    }
    if (streamed < position) this.stream(streamed === 0 ? text : text.slice(streamed), out);
  }

  #takeHeld(out: FormatterOutput): void {
    const line = this.#held;
    this.#held = "";
    this.#state = "head";
    if (line !== "") this.takeLine(line, out);
  }

  pass(piece: Rendered, out: FormatterOutput): void {
    const { mark } = piece;
    // From one paragraph to the next, nothing was kept and nothing changes.
    if (mark && this.#isFlow && isRunningText(mark)) this.block = mark;
    else {
      this.#takeHeld(out);
      this.finish(out);
      if (mark) this.begin(mark);
    }
    out.rendered(piece);
  }

  /** A block begins; a fence that was open has ended with the block before. */
  protected begin(mark: Mark): void {
    this.block = mark;
    this.#isFlow = isRunningText(mark);
    this.fences.reset();
    this.forget();
  }

  flush(out: FormatterOutput): void | Promise<void> {
    this.#takeHeld(out);
    this.finish(out);
    this.fences.reset();
    this.forget();
    this.block = undefined;
    this.#isFlow = false;
  }
}
