/** Colours the code of the usual languages line by line, in one pass. */
import type { Style } from "../../terminal/style.js";
import { DECLARES, type Language, type Quote } from "./languages.js";

/** What is open at the end of a line: a comment, a string, or code within a string. */
type Open = "comment" | Quote | { braces: number };

const SPACE = 0x20;
const NUMBER = /(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)\w*/y;
const VARIABLE = /\$(?:\w+|\{[^}\n]*\}|[#?@*!$-])/y;
const CHARACTER = /'(?:[^'\\]|\\[^']{1,9})'/y;
const PATTERN = /\/(?![*/])(?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/\w*/y;
/** What a value, and so a pattern, may stand behind. */
const BEFORE_VALUE = /[(,=:[!&|?{};+\-*%<>~^]/;
const KEY = /\s*:/y;

export class LineScanner {
  readonly #language: Language;
  readonly #style: Style;
  /** The signs that something may begin with. */
  readonly #mayBegin = new Uint8Array(0x80);
  readonly #open: Open[] = [];
  #line = "";
  #at = 0;
  #output = "";
  /** Where the code begins that has no colour and is not put out yet. */
  #plain = 0;
  /** The last word or sign, as far as it says what may follow. */
  #last = "";

  constructor(language: Language, style: Style) {
    this.#language = language;
    this.#style = style;
    const { quotes, lineComments, blockComment } = language;
    const marks = ["/", "$", ...lineComments, ...(blockComment ?? []), ...quotes.map((quote) => quote.mark)];
    for (const mark of marks) this.#mayBegin[mark.charCodeAt(0)] = 1;
  }

  line(line: string): string {
    this.#line = line;
    this.#at = 0;
    this.#plain = 0;
    this.#output = "";
    this.#last = "";
    while (this.#at < line.length) {
      const open = this.#open.at(-1);
      if (open === "comment") this.#comment();
      else if (open && "mark" in open) this.#string(open);
      else this.#code();
    }
    const open = this.#open.at(-1);
    if (open && open !== "comment" && "mark" in open && !open.isLong) this.#open.pop();
    return this.#output + line.slice(this.#plain);
  }

  /** Puts out what was read up to a place, in a colour. */
  #paint(from: number, to: number, paint: (text: string) => string): void {
    if (from > this.#plain) this.#output += this.#line.slice(this.#plain, from);
    this.#output += paint(this.#line.slice(from, to));
    this.#plain = this.#at = to;
  }

  #comment(): void {
    const close = this.#language.blockComment?.[1] ?? "";
    const from = this.#at;
    const found = this.#line.indexOf(close, from);
    if (found >= 0) this.#open.pop();
    this.#paint(from, found < 0 ? this.#line.length : found + close.length, this.#style.dim);
  }

  /** The rest of a string: up to its end, or to code within it. */
  #string(quote: Quote, from = this.#at): void {
    const line = this.#line;
    const mark = quote.mark.charCodeAt(0);
    let at = this.#at;
    while (at < line.length) {
      const code = line.charCodeAt(at);
      if (code === mark && line.startsWith(quote.mark, at)) {
        this.#open.pop();
        this.#last = quote.mark;
        return this.#paint(from, at + quote.mark.length, this.#stringPaint(at + quote.mark.length));
      }
      if (code === 0x24 && quote.isTemplate && line.startsWith("${", at)) {
        this.#open.push({ braces: 0 });
        this.#last = "{";
        this.#paint(from, at, this.#style.green);
        this.#at = at + 2;
        return;
      }
      at += code === 0x5c && !quote.isRaw ? 2 : 1;
    }
    this.#paint(from, line.length, this.#style.green);
  }

  /** A string before a colon is a key. */
  #stringPaint(end: number): Style["green"] {
    KEY.lastIndex = end;
    return this.#language.hasKeys && KEY.test(this.#line) ? this.#style.cyan : this.#style.green;
  }

  #code(): void {
    const line = this.#line;
    const at = this.#at;
    const code = line.charCodeAt(at);
    if (code <= SPACE) this.#at += 1;
    else if (isWordStart(code)) this.#word();
    else if (isDigit(code)) this.#match(NUMBER, this.#style.yellow, "0");
    else if (!this.#mayBegin[code] || (!this.#isComment() && !this.#isString() && !this.#isOther(code))) {
      this.#last = line.charAt(at);
      this.#at += 1;
      this.#brace(this.#last);
    }
  }

  #word(): void {
    const line = this.#line;
    const start = this.#at;
    let end = start + 1;
    while (isWord(line.charCodeAt(end))) end += 1;
    const word = line.slice(start, end);
    const { keywords, ignoresCase, hasTypes } = this.#language;
    const { magenta, blue, cyan } = this.#style;
    this.#at = end;
    if (keywords.has(ignoresCase ? word.toLowerCase() : word) && this.#last !== ".") {
      this.#paint(start, end, magenta);
      this.#last = word;
      return;
    }
    if (line.charCodeAt(end) === 0x28 || DECLARES.has(this.#last)) this.#paint(start, end, blue);
    else if (hasTypes && isCapital(line.charCodeAt(start))) this.#paint(start, end, cyan);
    this.#last = "a";
  }

  #match(pattern: RegExp, paint: (text: string) => string, last: string): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#line)) return false;
    this.#paint(this.#at, pattern.lastIndex, paint);
    this.#last = last;
    return true;
  }

  #isComment(): boolean {
    const line = this.#line;
    const at = this.#at;
    const { blockComment, lineComments, hasVariables } = this.#language;
    const isWithin = hasVariables && at > 0 && line.charCodeAt(at - 1) > SPACE;
    if (!isWithin && lineComments.some((mark) => line.startsWith(mark, at))) {
      this.#paint(at, line.length, this.#style.dim);
      return true;
    }
    if (!blockComment || !line.startsWith(blockComment[0], at)) return false;
    this.#open.push("comment");
    const close = line.indexOf(blockComment[1], at + blockComment[0].length);
    if (close >= 0) this.#open.pop();
    this.#paint(at, close < 0 ? line.length : close + blockComment[1].length, this.#style.dim);
    return true;
  }

  #isString(): boolean {
    const at = this.#at;
    const quote = this.#language.quotes.find(({ mark }) => this.#line.startsWith(mark, at));
    if (!quote) return false;
    if (quote.isCharacter) return this.#match(CHARACTER, this.#style.green, quote.mark);
    this.#open.push(quote);
    this.#at += quote.mark.length;
    this.#string(quote, at);
    return true;
  }

  #isOther(code: number): boolean {
    const { hasPatterns, hasVariables } = this.#language;
    if (code === 0x24 && hasVariables) return this.#match(VARIABLE, this.#style.cyan, "a");
    if (code !== 0x2f || !hasPatterns) return false;
    const mayBegin =
      this.#last === "" || BEFORE_VALUE.test(this.#last) || this.#language.keywords.has(this.#last);
    return mayBegin && this.#match(PATTERN, this.#style.green, "a");
  }

  /** Code within a string ends with the brace that belongs to its beginning. */
  #brace(sign: string): void {
    const open = this.#open.at(-1);
    if (open === undefined || open === "comment" || "mark" in open) return;
    if (sign === "{") open.braces += 1;
    else if (sign === "}") {
      if (open.braces === 0) this.#open.pop();
      else open.braces -= 1;
    }
  }
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39;
const isCapital = (code: number) => code >= 0x41 && code <= 0x5a;
const isWordStart = (code: number) =>
  (code >= 0x61 && code <= 0x7a) || isCapital(code) || code === 0x5f || code >= 0x80;
const isWord = (code: number) => isWordStart(code) || isDigit(code);
