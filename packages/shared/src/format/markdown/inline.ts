/** The spans within a paragraph: code, emphasis, links, HTML, references, math. */
import { createRun, joinTokens, matchRuns, type Token } from "./delimiters.js";
import { decodeReferences, REFERENCE } from "./entities.js";
import { altText, isSpanTag, tagPaint } from "./html-text.js";
import { linkText } from "./links.js";
import { mathText } from "./math.js";
import { type LinkSource, MAX_ADDRESS, readLinkTail } from "./link-tail.js";
import { matchEnd, type Reference } from "./references.js";
import {
  addressAt,
  AUTOLINK,
  characterAt,
  characterBefore,
  HTML,
  HTML_BEGINNING,
  lineBreakAt,
  mayClose,
  NEEDS_MORE,
} from "./inline-parts.js";
import { raised } from "./scripts.js";
import type { Theme } from "./theme.js";

/**
 * A span that has not ended within this many characters is ordinary text. No decision looks further ahead (but for the
 * address of a link), so all of them come out the same whether the text arrives at once or bit by bit.
 */
export const MAX_SPAN = 400;

export interface InlineContext {
  readonly theme: Theme;
  readonly links: boolean;
  /** There is no room for addresses that lead nowhere by themselves. */
  readonly isNarrow?: boolean;
  readonly references: Map<string, Reference>;
  /** Whether `references` holds all there are, also those that stand further down. */
  readonly isWholeKnown: boolean;
  /** Whether lines that were broken because they were full are joined again. */
  readonly joinsLines: boolean;
}

const SPECIAL = new Uint8Array(0x80);
for (const character of "\\`*_~[]!<&$/\n") SPECIAL[character.charCodeAt(0)] = 1;

/** Where the next character is that may begin or end something; the end of the text where there is none. */
export function nextSpecial(text: string, from: number): number {
  let at = from;
  while (at < text.length && SPECIAL[text.charCodeAt(at)] !== 1) at += 1;
  return at;
}

export interface Unit {
  readonly length: number;
  readonly output: string;
  /** Whether the output is text as it was written. */
  readonly isPlain: boolean;
}

interface Bracket {
  readonly index: number;
  readonly at: number;
  readonly isImage: boolean;
  isActive: boolean;
}

/**
 * Reads what begins with the special character at `start`: up to where everything that was opened is closed again.
 * "unfinished" asks for more text; when there is none (`isWhole`), the character was just text. `carried` characters of
 * the first line are not in the text any more.
 */
export function readUnit(
  text: string,
  start: number,
  before: string,
  isWhole: boolean,
  context: InlineContext,
  carried = 0,
): Unit | "unfinished" {
  return new UnitReader(text, start, before, isWhole, context, carried).read();
}

class UnitReader {
  readonly #text: string;
  readonly #start: number;
  readonly #before: string;
  readonly #isWhole: boolean;
  readonly #context: InlineContext;
  readonly #limit: number;
  readonly #carried: number;
  /** Whether nothing can be learned by waiting for more text, as far as spans go. */
  readonly #isFull: boolean;
  #position: number;
  #tokens: Token[] = [];
  #brackets: Bracket[] = [];
  /** Elements of HTML whose end is awaited. */
  #tags: { name: string; index: number }[] = [];

  constructor(
    text: string,
    start: number,
    before: string,
    isWhole: boolean,
    context: InlineContext,
    carried: number,
  ) {
    // Nothing looks further than this, so nothing is searched further either.
    this.#text = text.slice(0, start + MAX_SPAN + MAX_ADDRESS + 100);
    this.#carried = carried;
    this.#start = start;
    this.#before = before;
    this.#isWhole = isWhole;
    this.#context = context;
    this.#position = start;
    this.#limit = Math.min(text.length, start + MAX_SPAN);
    this.#isFull = isWhole || text.length - start >= MAX_SPAN;
  }

  read(): Unit | "unfinished" {
    try {
      return this.#read();
    } catch (error) {
      if (error === NEEDS_MORE) return "unfinished";
      throw error;
    }
  }

  #read(): Unit {
    let matchedFrom = 0;
    while (this.#position < this.#limit) {
      const single = this.#tokens.length === 0;
      const at = this.#position;
      this.#step();
      if (this.#brackets.length === 0) {
        matchRuns(this.#tokens, 0, this.#context.theme, matchedFrom);
        matchedFrom = this.#tokens.length;
        if (!this.#isOpen()) {
          const output = joinTokens(this.#tokens);
          const isPlain = single && output === this.#text.slice(at, this.#position);
          return { length: this.#position - this.#start, output, isPlain };
        }
      } else matchedFrom = Math.min(matchedFrom, this.#brackets[0]?.index ?? 0);
    }
    if (!this.#isFull) throw NEEDS_MORE;
    return this.#giveUp();
  }

  #isOpen(): boolean {
    if (this.#brackets.length > 0 || this.#tags.length > 0) return true;
    return this.#tokens.some(({ run }) => run !== undefined && run.canOpen && run.left > 0);
  }

  /** What was opened first never closed. What it did close before counts; else it is text, and reading goes on behind it. */
  #giveUp(): Unit {
    matchRuns(this.#tokens, 0, this.#context.theme);
    const [first] = this.#tokens;
    const lastEnd = this.#tokens.findLastIndex(({ run }) => (run?.ends.length ?? 0) > 0);
    if (first?.run && first.run.begins.length > 0 && lastEnd > 0) {
      const used = this.#tokens.slice(0, lastEnd + 1);
      return { length: (used.at(-1)?.end ?? 0) - this.#start, output: joinTokens(used), isPlain: false };
    }
    const end = first?.end ?? this.#start + 1;
    const written = this.#text.slice(this.#start, end);
    const output = first && !first.run ? first.text : written;
    return { length: end - this.#start, output, isPlain: output === written };
  }

  #push(text: string, end: number): void {
    this.#tokens.push({ text, end });
    this.#position = end;
  }

  /** The character at a place; asks for more text where there may be some. */
  #peek(at: number): string {
    if (at >= this.#text.length && !this.#isWhole) throw NEEDS_MORE;
    return this.#text.charAt(at);
  }

  #characterBefore(at: number): string {
    return at === this.#start ? this.#before : characterBefore(this.#text, at);
  }

  #step(): void {
    const at = this.#position;
    const character = this.#text.charAt(at);
    switch (character) {
      case "\\":
        return this.#escape(at);
      case "`":
        return this.#code(at);
      case "*":
      case "_":
      case "~":
        return this.#run(at, character);
      case "!":
        if (this.#peek(at + 1) !== "[" || this.#peek(at + 2) === "^") return this.#push("!", at + 1);
        return this.#openBracket(at, true);
      case "[":
        return this.#openBracket(at, false);
      case "]":
        return this.#closeBracket(at);
      case "<":
        return this.#angle(at);
      case "&":
        return this.#reference(at);
      case "$":
        return this.#math(at);
      case "/":
        return this.#address(at);
      case "\n":
        return this.#lineBreak(at);
      default: {
        const next = Math.min(nextSpecial(this.#text, at), this.#limit);
        this.#push(this.#text.slice(at, next), next);
      }
    }
  }

  #escape(at: number): void {
    const next = this.#peek(at + 1);
    if (next === "(" || next === "[") {
      const close = next === "(" ? "\\)" : "\\]";
      const end = this.#text.indexOf(close, at + 2);
      if (end > at + 2 && end < this.#limit && this.#pushMath(this.#text.slice(at + 2, end), end + 2)) return;
      if (end < 0 && !this.#isFull && !this.#text.slice(at + 2).includes("\n\n")) throw NEEDS_MORE;
    }
    if (next === "\n") {
      this.#peek(at + 2);
      return at + 2 < this.#text.length ? this.#push("\n", at + 2) : this.#push("\\", at + 1);
    }
    const isEscape = /^[!-/:-@[-`{-~]/.test(next);
    return isEscape ? this.#push(next, at + 2) : this.#push("\\", at + 1);
  }

  #lineBreak(at: number): void {
    const last = this.#tokens.at(-1);
    if (last && !last.run) last.text = last.text.replace(/ +$/, "");
    const lineStart = this.#text.lastIndexOf("\n", at - 1) + 1 || -this.#carried;
    const broken = lineBreakAt(this.#text, at, at - lineStart, this.#isWhole, this.#context.joinsLines);
    if (broken === undefined) throw NEEDS_MORE;
    this.#push(broken, at + 1);
  }

  #code(at: number): void {
    let end = at + 1;
    while (this.#text[end] === "`") end += 1;
    const marker = this.#text.slice(at, end);
    let close = this.#text.indexOf(marker, end);
    while (close >= 0 && close < this.#limit) {
      let closeEnd = close + marker.length;
      while (this.#text[closeEnd] === "`") closeEnd += 1;
      if (closeEnd >= this.#text.length && !this.#isWhole) throw NEEDS_MORE;
      if (closeEnd - close === marker.length) {
        const content = this.#text.slice(end, close).replaceAll("\n", " ");
        const shown = /^ .*[^ ].* $/s.test(content) ? content.slice(1, -1) : content;
        return this.#push(this.#context.theme.code(shown), closeEnd);
      }
      close = this.#text.indexOf(marker, closeEnd);
    }
    if (!this.#isFull) throw NEEDS_MORE;
    return this.#push(marker, end);
  }

  #run(at: number, character: string): void {
    let end = at + 1;
    while (this.#text[end] === character) end += 1;
    // Most that is never closed is told by a glance, without reading all that follows.
    if (at === this.#start && this.#isFull && !mayClose(this.#text, character, end, this.#limit))
      return this.#push(this.#text.slice(at, end), end);
    const after = this.#peek(end) && characterAt(this.#text, end);
    const run = createRun(character, end - at, this.#characterBefore(at), after);
    this.#tokens.push({ text: "", run, end });
    this.#position = end;
  }

  #openBracket(at: number, isImage: boolean): void {
    const end = at + (isImage ? 2 : 1);
    const close = this.#text.indexOf("]", end);
    if (this.#isFull && (close < 0 || close >= this.#limit)) return this.#push(isImage ? "![" : "[", end);
    this.#brackets.push({ index: this.#tokens.length, at: end, isImage, isActive: true });
    this.#push(isImage ? "![" : "[", end);
  }

  #closeBracket(at: number): void {
    const bracket = this.#brackets.at(-1);
    if (!bracket) return this.#push("]", at + 1);
    const note = /^\^[^\s[\]]+$/.test(this.#text.slice(bracket.at, at)) && !bracket.isImage;
    const link = bracket.isActive && !note ? readLinkTail(this.#source(), bracket.at, at + 1) : undefined;
    this.#brackets.pop();
    // What was opened within it and not closed there is not closed outside.
    if (note || link) this.#tags = this.#tags.filter(({ index }) => index < bracket.index);
    if (note) {
      this.#tokens.length = bracket.index;
      const name = this.#text.slice(bracket.at + 1, at);
      return this.#push(
        this.#context.theme.label(/^\d+$/.test(name) ? (raised(name) ?? name) : `[${name}]`),
        at + 1,
      );
    }
    if (!link) return this.#push("]", at + 1);
    matchRuns(this.#tokens, bracket.index + 1, this.#context.theme);
    const label = joinTokens(this.#tokens.slice(bracket.index + 1));
    this.#tokens.length = bracket.index;
    // A picture within a link leads where that leads.
    const isWithin = bracket.isImage && this.#brackets.some(({ isImage, isActive }) => !isImage && isActive);
    const address = isWithin ? "" : link.address;
    this.#push(linkText(label, address, { ...this.#context, isImage: bracket.isImage }), link.end);
    // A link holds no other link.
    if (!bracket.isImage) for (const outer of this.#brackets) if (!outer.isImage) outer.isActive = false;
  }

  #source(): LinkSource {
    const { references, isWholeKnown } = this.#context;
    return { text: this.#text, isWhole: this.#isWhole, isFull: this.#isFull, references, isWholeKnown };
  }

  #angle(at: number): void {
    const { theme } = this.#context;
    const auto = matchEnd(AUTOLINK, this.#text, at);
    if (auto > 0) {
      const address = this.#text.slice(at + 1, auto - 1);
      return this.#push(linkText(address, address, { ...this.#context, isImage: false }), auto);
    }
    const end = matchEnd(HTML, this.#text, at);
    if (end > 0) return this.#tag(this.#text.slice(at, end), end, theme);
    if (!this.#isFull && HTML_BEGINNING.test(this.#text.slice(at))) throw NEEDS_MORE;
    return this.#push("<", at + 1);
  }

  /** Tags are not shown; what they mean is. */
  #tag(tag: string, end: number, theme: Theme): void {
    if (tag.startsWith("<![CDATA[")) return this.#push(tag.slice(9, -3), end);
    const [, slash, written = "", attributes = ""] = /^<(\/?)([A-Za-z][A-Za-z0-9-]*)([^]*)>$/.exec(tag) ?? [];
    const name = written.toLowerCase();
    if (written !== "" && !isSpanTag(name)) return this.#push(tag.replaceAll("\n", " "), end);
    if (name === "br") return this.#push("\n", end);
    if (name === "img") return this.#push(theme.image(altText(attributes)), end);
    const paint = tagPaint(name, theme);
    if (!paint || attributes.endsWith("/")) return this.#push("", end);
    if (!slash) {
      this.#tags.push({ name, index: this.#tokens.length });
      return this.#push("", end);
    }
    const open = this.#tags.findLastIndex((other) => other.name === name);
    const index = this.#tags[open]?.index;
    if (index === undefined || this.#brackets.some((bracket) => bracket.index > index))
      return this.#push("", end);
    this.#tags.splice(open);
    matchRuns(this.#tokens, index + 1, theme);
    const inner = joinTokens(this.#tokens.slice(index + 1));
    this.#tokens.length = index;
    return this.#push(inner.split("\n").map(paint).join("\n"), end);
  }

  #reference(at: number): void {
    const end = matchEnd(REFERENCE, this.#text, at);
    if (end > 0) return this.#push(decodeReferences(this.#text.slice(at, end)), end);
    if (!this.#isWhole && /^&#?[\da-zA-Z]{0,32}$/.test(this.#text.slice(at))) throw NEEDS_MORE;
    return this.#push("&", at + 1);
  }

  /** What follows `https:` is text up to its end: nothing in an address is emphasis. */
  #address(at: number): void {
    const isAddress =
      this.#characterBefore(at) === ":" && this.#brackets.length === 0 && this.#peek(at + 1) === "/";
    const address = isAddress ? addressAt(this.#text.slice(at, this.#limit), this.#isFull) : "/";
    if (address === undefined) throw NEEDS_MORE;
    return this.#push(address, at + address.length);
  }

  /** Between dollars: not after a word, not before or after a space, and no amount of money. */
  #math(at: number): void {
    const isDouble = this.#peek(at + 1) === "$";
    const marker = isDouble ? "$$" : "$";
    const from = at + marker.length;
    if (!/^\s/.test(this.#peek(from)) && !/[\w$\\]/.test(this.#characterBefore(at))) {
      const end = this.#text.indexOf(marker, from);
      if (end < 0 && !this.#isFull) throw NEEDS_MORE;
      if (end > from && end < this.#limit) {
        const after = this.#peek(end + marker.length);
        const tex = this.#text.slice(from, end);
        if (!/\s$/.test(tex) && !/[\w$]/.test(after) && this.#pushMath(tex, end + marker.length)) return;
      }
    }
    return this.#push(marker, from);
  }

  #pushMath(tex: string, end: number): boolean {
    const shown = mathText(tex);
    if (shown === undefined || shown === "") return false;
    this.#push(this.#context.theme.math(shown), end);
    return true;
  }
}
