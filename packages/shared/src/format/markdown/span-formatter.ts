/** `markdown_formatter`: styles what is within paragraphs and headings, as it streams. */
import type { Paint } from "../../terminal/style.js";
import type { Formatter, FormatterContext, FormatterOutput, Rendered } from "../formatter.js";
import type { Mark } from "../mark.js";
import { type InlineContext, MAX_SPAN, nextSpecial, readUnit } from "./inline.js";
import { lineBreakAt } from "./inline-parts.js";
import { simpleSpan } from "./simple-span.js";
import type { Theme } from "./theme.js";

const SPACE = 0x20;
/** An unfinished span is looked at again only when something came that may end it, or when it has grown too long. */
const MAY_END = /[*_~`[\]()\\<>&;$\n"']/;
const ENDS: Readonly<Record<string, string>> = { "[": "]", "!": "]", "*": "*", _: "_", "~": "~", "`": "`" };

export class MarkdownFormatter implements Formatter {
  readonly name = "markdown_formatter";
  readonly priority = 50;
  readonly #theme: Theme;
  readonly #inline: InlineContext;
  /** The block that the text belongs to, as far as it is running text. */
  #block: Mark | undefined;
  #paint: Paint | undefined;
  /** Text whose meaning is not clear yet, the character before it, and how much of its line has gone before. */
  #pending = "";
  #before = "";
  #carried = 0;
  /** Where the line begins that is being read. */
  #lineStart = 0;
  /** What is clear and not put out yet, and whether some of it is styled. */
  #plain = "";
  #isStyled = false;
  readonly #joins: boolean;

  constructor({ inline, worksOnSpans }: Pick<FormatterContext, "inline" | "worksOnSpans">) {
    this.#theme = inline.theme;
    this.#inline = inline;
    this.#joins = !worksOnSpans;
  }

  write(text: string, out: FormatterOutput): void {
    if (!this.#block) {
      out.text(text);
      return;
    }
    if (this.#pending === "") {
      this.#pending = text;
      this.#scan(false, out);
      return;
    }
    const waits = this.#waits(text);
    this.#pending += text;
    if (!waits) this.#scan(false, out);
  }

  #waits(text: string): boolean {
    const pending = this.#pending;
    const first = pending.charAt(0);
    if (first === " " || first === "/" || pending.length + text.length >= MAX_SPAN) return false;
    const end = ENDS[first];
    const isBegun = pending.length > 1 && !pending.includes(end ?? first, 1);
    return end !== undefined && isBegun ? !text.includes(end) : !MAY_END.test(pending.slice(-1) + text);
  }

  pass(piece: Rendered, out: FormatterOutput): void {
    if (piece.mark || this.#pending !== "") this.#finish(out);
    if (piece.mark) {
      const { kind, level = 1 } = piece.mark;
      this.#block = kind === "paragraph" || kind === "heading" ? piece.mark : undefined;
      this.#paint = kind === "heading" ? (level === 1 ? this.#theme.title : this.#theme.heading) : undefined;
    }
    out.rendered(piece);
  }

  flush(out: FormatterOutput): void {
    this.#finish(out);
    this.#block = undefined;
    this.#paint = undefined;
  }

  #finish(out: FormatterOutput): void {
    if (this.#pending === "\n") out.text("\n");
    else if (this.#pending !== "") this.#scan(true, out);
    this.#pending = "";
    this.#before = "";
    this.#carried = 0;
  }

  /** Puts out what is clear, and keeps the rest. */
  #scan(isEnd: boolean, out: FormatterOutput): void {
    const text = this.#pending;
    this.#lineStart = -this.#carried;
    let position = 0;
    while (position < text.length) {
      const at = nextSpecial(text, position);
      if (at > position) position = this.#plainUpTo(text, position, at, isEnd);
      if (position < at || at === text.length) break;
      const end =
        text.charCodeAt(at) === 0x0a ? this.#lineBreak(text, at, isEnd) : this.#unit(text, at, isEnd, out);
      if (end === undefined) break;
      position = end;
    }
    this.#putPlain(out);
    this.#keep(text, position);
  }

  /** Spaces at the end wait: a line break would swallow them. Gives where the text that was taken ends. */
  #plainUpTo(text: string, from: number, to: number, isEnd: boolean): number {
    let end = to;
    while (end > from && text.charCodeAt(end - 1) === SPACE) end -= 1;
    const isBreak = to < text.length && text.charCodeAt(to) === 0x0a;
    if (to === text.length && !isEnd) {
      this.#plain += text.slice(from, end);
      return end;
    }
    this.#plain += text.slice(from, isBreak || to === text.length ? end : to);
    return to;
  }

  #lineBreak(text: string, at: number, isEnd: boolean): number | undefined {
    const broken = lineBreakAt(text, at, at - this.#lineStart, isEnd, this.#inline.joinsLines);
    if (broken === undefined) return undefined;
    this.#plain += broken;
    this.#lineStart = at + 1;
    return at + 1;
  }

  #unit(text: string, at: number, isEnd: boolean, out: FormatterOutput): number | undefined {
    const before = at === 0 ? this.#before : text.charAt(at - 1);
    const simple = simpleSpan(text, at, before, isEnd, this.#theme);
    const unit = simple ?? readUnit(text, at, before, isEnd, this.#inline, this.#carried);
    if (unit === "unfinished") return undefined;
    if (!simple) {
      const newline = text.slice(at, at + unit.length).lastIndexOf("\n");
      if (newline >= 0) this.#lineStart = at + newline + 1;
    }
    if (unit.isPlain || (this.#joins && !this.#paint)) {
      this.#plain += unit.output;
      this.#isStyled ||= !unit.isPlain;
    } else {
      this.#putPlain(out);
      this.#put(unit.output, out);
    }
    return at + unit.length;
  }

  #putPlain(out: FormatterOutput): void {
    const text = this.#plain;
    const isStyled = this.#isStyled;
    this.#plain = "";
    this.#isStyled = false;
    if (text === "") return;
    if (this.#paint || isStyled) this.#put(text, out);
    else out.text(text);
  }

  #put(text: string, out: FormatterOutput): void {
    if (text === "") return;
    const paint = this.#paint;
    const output = paint
      ? text
          .split("\n")
          .map((line) => paint(line))
          .join("\n")
      : text;
    out.rendered({ output, isFlow: true });
  }

  #keep(text: string, from: number): void {
    this.#pending = from === 0 ? text : text.slice(from);
    if (from === 0) return;
    this.#before = text.charAt(from - 1);
    this.#carried = from - this.#lineStart;
  }
}
