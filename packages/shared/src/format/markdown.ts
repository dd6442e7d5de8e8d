/** Headings, lists, quotes and rules of Markdown. */
import type { Style } from "../terminal/style.js";
import type { FormatterContext, FormatterOutput } from "./formatter.js";
import { renderInline, scanInline } from "./inline-markdown.js";
import { LineFormatter, type LineDecision } from "./line-formatter.js";

/** A line that consists of more marker characters than this is text. */
const MAX_MARKERS = 200;

const HEADING = /^ {0,3}(#{1,6})[ \t]/;
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;

/**
 * `markdown_formatter`: headings, lists, quotations, rules, and styled text within lines. Without colours it
 * leaves the marks as they are, since nothing else could show what they mean.
 */
export class MarkdownFormatter extends LineFormatter {
  readonly name = "markdown_formatter";
  readonly priority = 50;
  readonly #style: Style;
  #width: number;
  /** The markers at the beginning of a line, until it is clear what they are; undefined within the line. */
  #start: string | undefined = "";
  /** An unfinished span, and the character before it. */
  #pending = "";
  #before = " ";

  constructor({ style, consoleWidth }: Pick<FormatterContext, "style" | "consoleWidth">) {
    super();
    this.#style = style;
    this.#width = consoleWidth;
  }

  setConsoleWidth(width: number): void {
    this.#width = width;
  }

  protected override decide(head: string, out: FormatterOutput): LineDecision {
    if (!this.#style.enabled) return "stream";
    const decision = super.decide(head, out);
    if (decision !== "stream" || this.fences.open || !/^ {0,3}#/.test(head)) return decision;
    if (/^ {0,3}#{1,6}$/.test(head)) return "wait";
    return /^ {0,3}#{1,6}[ \t]/.test(head) ? "hold" : "stream";
  }

  protected override takeLine(line: string, out: FormatterOutput): void {
    const wasOpen = this.fences.open !== undefined;
    if (this.fences.line(line) !== "text" || wasOpen) {
      out.text(line);
      return;
    }
    const newline = line.endsWith("\n") ? "\n" : "";
    const heading = HEADING.exec(line);
    if (!heading) {
      this.stream(line, out);
      return;
    }
    const { bold, underline } = this.#style;
    const title = bold(renderInline(headingTitle(line.slice(heading[0].length)), this.#style));
    out.rendered({ output: (heading[1] === "#" ? underline(title) : title) + newline });
  }

  protected override stream(text: string, out: FormatterOutput): void {
    if (this.fences.open || !this.#style.enabled) {
      out.text(text);
      return;
    }
    let position = 0;
    while (position < text.length) {
      const newline = text.indexOf("\n", position);
      const isEnd = newline >= 0;
      this.#linePart(text.slice(position, isEnd ? newline : undefined), isEnd, out);
      if (!isEnd) return;
      out.text("\n");
      this.#start = "";
      this.#before = " ";
      position = newline + 1;
    }
  }

  #linePart(part: string, isEnd: boolean, out: FormatterOutput): void {
    if (this.#start === undefined) {
      this.#inline(part, isEnd, out);
      return;
    }
    this.#start += part;
    const undecided =
      !isEnd && this.#start.length < MAX_MARKERS && /^[ \t]*(?:>[ \t]?|[-*+_][-*+_ \t]*)?$/.test(this.#start);
    if (undecided) return;
    const line = this.#start;
    this.#start = undefined;
    if (isEnd && RULE.test(line)) {
      out.rendered({ output: this.#style.dim("─".repeat(Math.min(this.#width, 40))) });
      return;
    }
    const [marker = "", indent = "", list, gap = ""] = /^([ \t]*)(?:>|([-*+])([ \t]+))/.exec(line) ?? [];
    if (marker === "") this.#inline(line, isEnd, out);
    else {
      if (list) out.text(`${indent}•${gap}`);
      else out.rendered({ output: `${indent}${this.#style.dim("│")}` });
      this.#inline(line.slice(marker.length), isEnd, out);
    }
  }

  #inline(part: string, isEnd: boolean, out: FormatterOutput): void {
    const text = this.#pending + part;
    if (text === "") return;
    // An unfinished span is looked at again only when something came that may end it.
    if (
      this.#pending !== "" &&
      !isEnd &&
      text.length < 300 &&
      !/[*_`[\])\\]/.test(this.#pending.at(-1) + part)
    ) {
      this.#pending = text;
      return;
    }
    this.#pending = scanInline(text, this.#before, this.#style, isEnd, out);
    const scanned = text.length - this.#pending.length;
    if (scanned > 0) this.#before = text.charAt(scanned - 1);
  }

  protected override finish(out: FormatterOutput): void {
    if (this.#start) this.#linePart("", true, out);
    else this.#inline("", true, out);
    this.#start = "";
    this.#before = " ";
  }
}

/** What is left of a heading without the hashes that may close it. */
function headingTitle(text: string): string {
  const title = text.trim();
  let end = title.length;
  while (title[end - 1] === "#") end -= 1;
  return end === 0 || /[ \t]/.test(title.charAt(end - 1)) ? title.slice(0, end).trimEnd() : title;
}
