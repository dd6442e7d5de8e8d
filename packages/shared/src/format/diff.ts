/** Changes to files, with what differs inside the lines. */
import type { Style } from "../terminal/style.js";
import type { FormatterContext, FormatterOutput } from "./formatter.js";
import { LineFormatter, type LineDecision } from "./line-formatter.js";
import type { Theme } from "./markdown/theme.js";

/** A change of more lines than this is coloured without marking what differs inside the lines. */
const MAX_RUN = 200;

/**
 * `diff_formatter`: colours fenced `diff` and `patch` blocks, and where a removed line was replaced by an added
 * one marks the part that differs.
 */
export class DiffFormatter extends LineFormatter {
  readonly name = "diff_formatter";
  readonly priority = 20;
  readonly #style: Style;
  readonly #theme: Theme;
  #inDiff = false;
  #removed: string[] = [];
  #added: string[] = [];

  constructor({ style, theme }: Pick<FormatterContext, "style" | "theme">) {
    super();
    this.#style = style;
    this.#theme = theme;
  }

  protected override decide(head: string, out: FormatterOutput): LineDecision {
    if (!this.#style.enabled) return "stream";
    return this.#inDiff ? "hold" : super.decide(head, out);
  }

  protected override takeLine(line: string, out: FormatterOutput): void {
    const event = this.fences.line(line);
    if (event === "open" && /^(diff|patch)$/.test(this.fences.open?.tag ?? "")) this.#inDiff = true;
    if (!this.#inDiff) {
      out.text(line);
      return;
    }
    if (event === "text") this.#takeDiffLine(line, out);
    else {
      this.finish(out);
      // The name of the language stands for the fences.
      if (event === "open") out.rendered({ output: `${this.#theme.label(this.fences.open?.tag ?? "")}\n` });
    }
    if (event === "close") this.#inDiff = false;
  }

  /** Removed and added lines are collected until the change is over, so that they can be compared. */
  #takeDiffLine(line: string, out: FormatterOutput): void {
    const removed = line.startsWith("-") && !line.startsWith("--- ");
    const added = line.startsWith("+") && !line.startsWith("+++ ");
    if (removed && this.#added.length > 0) this.#putChange(out);
    if (removed) this.#removed.push(line);
    else if (added) this.#added.push(line);
    if (this.#removed.length + this.#added.length > MAX_RUN || !(removed || added)) this.#putChange(out);
    if (!removed && !added) out.rendered({ output: onLine(line, this.#plainStyle(line)) });
  }

  #plainStyle(line: string): (text: string) => string {
    if (line.startsWith("@@")) return this.#style.cyan;
    if (/^(diff |index |--- |\+\+\+ |new file|deleted file|rename |similarity )/.test(line))
      return this.#style.bold;
    return (text) => text;
  }

  #putChange(out: FormatterOutput): void {
    if (this.#removed.length + this.#added.length === 0) return;
    const { red, green, inverse } = this.#style;
    const pairs = this.#removed.length === this.#added.length;
    const mark = (line: string, other: string | undefined, colour: (text: string) => string) =>
      onLine(line, (text) =>
        colour(pairs && other ? markDifference(text, other.replace(/\n$/, ""), inverse) : text),
      );
    const output = [
      ...this.#removed.map((line, index) => mark(line, this.#added[index], red)),
      ...this.#added.map((line, index) => mark(line, this.#removed[index], green)),
    ].join("");
    this.#removed = [];
    this.#added = [];
    out.rendered({ output });
  }

  protected override finish(out: FormatterOutput): void {
    this.#putChange(out);
  }

  protected override forget(): void {
    this.#inDiff = false;
  }
}

/** Styles a line but not its newline. */
function onLine(line: string, style: (text: string) => string): string {
  return line.endsWith("\n") ? `${style(line.slice(0, -1))}\n` : style(line);
}

/** Marks what lies between the common beginning and the common end of two lines, if they have much in common. */
function markDifference(line: string, other: string, mark: (text: string) => string): string {
  const shorter = Math.min(line.length, other.length);
  let start = 1;
  while (start < shorter && line[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && line.at(-1 - end) === other.at(-1 - end)) end += 1;
  // Two characters may share one half of their UTF-16 code; a mark never goes between the halves.
  if (isLowSurrogate(line, start) || isLowSurrogate(other, start)) start -= 1;
  if (isLowSurrogate(line, line.length - end)) end -= 1;
  if ((start - 1 + end) * 2 < shorter) return line;
  return line.slice(0, start) + mark(line.slice(start, line.length - end)) + line.slice(line.length - end);
}

const isLowSurrogate = (text: string, index: number) => /^[\udc00-\udfff]/.test(text.charAt(index));
