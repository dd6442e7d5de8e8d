/** The one stage that lays out lines: breaks between words, hanging indents, and what stands left of every line. */
import { closingAfter, endOfStyle, OWN_SEQUENCE, StyleState, styleLength } from "../terminal/style-state.js";
import { displayWidth } from "../terminal/width.js";
import { type Frame, type Mark, NO_FRAME } from "./mark.js";

/**
 * With this much room left, a word is shown before its end has come, and stays on its line whatever its length: hardly a
 * word is longer. So the lines do not depend on how the text was cut.
 */
const USUAL_WORD = 24;

/** What is longer fits on no line, even if hardly anything of it is seen. */
const LONGEST_WORD = 1000;

const SPACE = 0x20;
const TAB = 0x09;
const NEWLINE = 0x0a;
const ESCAPE = 0x1b;
/** From here on, characters may be wide, or part of one another. */
const SIMPLE_END = 0x300;

/** So many cells may a character lose by what follows it, such as an accent on a flag. */
const LESS_BY_MORE = 2;

/** Characters that need no space between them. */
const IDEOGRAPHS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]+/gu;
const IS_IDEOGRAPH = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
const LIST_MARKER = /^(?:[•*+-]|\d{1,3}[.)])$/;
const FENCE = /^(?:```|~~~)/;
/** An address or what, as far as it has come, may become one, also behind a bracket: these are longer than words. */
const MAY_BE_ADDRESS = /^[^\p{L}\p{N}]?(?:http|(?:h(?:tt?)?)?$)/u;
/** Anything a terminal obeys, but for styles, links and columns. */
const MOVES = /\x1b(?!\[[\d;]*[mG]|\]8;|\\)|\r/;

/** Where the simple characters of a word end. */
function endOfSimple(text: string, from: number): number {
  let end = from;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code <= SPACE || code >= SIMPLE_END) break;
    end += 1;
  }
  return end;
}

/** Takes text in pieces and puts it out with line breaks between words. Lines of fenced blocks stay as they are. */
export class WordWrap {
  readonly #put: (text: string) => void;
  /** How many columns a line may have. */
  width: number;
  #buffer = "";
  #column = 0;
  #frame: Frame | undefined;
  #isFirstLine = true;
  /** Nothing stands on the line yet, not even what belongs left of it. */
  #isLineStart = true;
  #styles = new StyleState();
  /** Where the lines after the first of an indented line or a list entry begin, in text without frames. */
  #indent = 0;
  #gap = "";
  #word = "";
  /** The word without styles, with the part that is on the screen already, and where that began. */
  #plain = "";
  #isSimple = true;
  #hasStyles = false;
  #isShown = false;
  #wordStart = 0;
  #wordsInLine = 0;
  #isMarked = false;
  #inFence = false;

  constructor(width: number, put: (text: string) => void) {
    this.width = width;
    this.#put = put;
  }

  /** Takes the next piece of text. */
  write(text: string): void {
    let at = 0;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === NEWLINE) {
        this.#endLine();
        at += 1;
      } else if (code === SPACE || code === TAB) {
        this.#endWord();
        this.#gap += code === TAB ? "    " : " ";
        at += 1;
      } else if (code >= SIMPLE_END) at = this.#takeOther(text, at);
      else {
        const start = at;
        at = this.#takeWords(text, at);
        if (at > start) continue;
        if (code === ESCAPE) at = this.#takeSequence(text, at);
        else {
          at = endOfSimple(text, at + 1);
          this.#grow(text.slice(start, at));
        }
      }
    }
    this.#place(false);
    this.#emit();
  }

  /** Something else is written next: everything held is put out first. */
  flush(): void {
    this.#endWord();
    if (this.#gap !== "") this.#show(this.#gap);
    this.#column += this.#gap.length;
    this.#gap = "";
    this.#emit();
  }

  /** The text is over, or something else has ended the line. */
  reset(): void {
    this.#startLine();
    this.#frame = undefined;
    this.#styles = new StyleState();
    this.#inFence = false;
  }

  /** A block begins: what was before it ends its line. */
  begin({ frame, opened, blank }: Mark): void {
    this.#endWord();
    this.#gap = "";
    if (!this.#isLineStart && opened === undefined) this.#endLine();
    if (!this.#styles.isPlain) this.#styles = new StyleState();
    this.#frame = frame;
    this.#isFirstLine = opened === undefined;
    if (blank !== undefined) {
      this.#buffer += `${blank}\n`;
      this.#startLine();
    }
    this.#emit();
  }

  /** Lines that are finished: each gets what stands left of it, and none is broken. */
  block(text: string): void {
    this.flush();
    if (MOVES.test(text)) {
      this.#buffer += text;
      this.#startLine();
    } else {
      let start = 0;
      while (start < text.length) {
        const newline = text.indexOf("\n", start);
        const line = text.slice(start, newline < 0 ? undefined : newline);
        if (line !== "") {
          this.#startOfLine();
          this.#buffer += line;
          if (newline < 0) this.#column += displayWidth(line);
        }
        if (newline < 0) break;
        this.#endLine();
        start = newline + 1;
      }
    }
    this.#emit();
  }

  #emit(): void {
    const text = this.#buffer;
    this.#buffer = "";
    if (text !== "") this.#put(text);
  }

  /**
   * Takes as many whole words at once as surely fit on the line, also with styles that end among them, and says where they
   * end. Most text is taken this way: a line of it is cut out once, not by words.
   */
  #takeWords(text: string, from: number): number {
    if (this.#word !== "" || this.#isShown || !this.#frame) return from;
    this.#startOfLine();
    let limit = Math.min(text.length - 1, from + this.width - this.#column - this.#gap.length);
    /** How many characters of styles have come, and what ends the style that is on. */
    let hidden = 0;
    let closing = 0;
    let end = from;
    let cells = 0;
    for (let at = from; at <= limit; at += 1) {
      const code = text.charCodeAt(at);
      if (code > SPACE && code < SIMPLE_END) continue;
      if (code === SPACE || code === NEWLINE) {
        if (closing === 0 && text.charCodeAt(at - 1) !== SPACE) {
          end = at;
          cells = at - from - hidden;
        }
        if (code === NEWLINE) break;
      } else {
        const length = code === ESCAPE && this.#styles.isPlain ? styleLength(text, at) : 0;
        const next = length === 0 ? -1 : closingAfter(text, at, closing);
        if (next < 0) break;
        closing = next;
        hidden += length;
        limit = Math.min(text.length - 1, limit + length);
        at += length - 1;
      }
    }
    if (end === from) return from;
    this.#buffer += this.#gap + text.slice(from, end);
    this.#column += this.#gap.length + cells;
    this.#gap = "";
    return end;
  }

  #takeSequence(text: string, at: number): number {
    const end = this.#takeStyledWord(text, at);
    if (end > at) return end;
    this.#hasStyles = true;
    OWN_SEQUENCE.lastIndex = at;
    const sequence = OWN_SEQUENCE.exec(text)?.[0];
    this.#word += sequence ?? "";
    return at + (sequence?.length ?? 1);
  }

  /** Most styles are around one word: nothing is left on after it, whatever was before. Says where it ends. */
  #takeStyledWord(text: string, at: number): number {
    const start = text.indexOf("m", at) + 1;
    const end = endOfSimple(text, start);
    if (end === start || start === 0 || end === text.length || text.charCodeAt(end) !== ESCAPE) return at;
    const after = endOfStyle(text, at, end);
    if (after < 0) return at;
    this.#word += text.slice(at, after);
    this.#plain += text.slice(start, end);
    return after;
  }

  #takeOther(text: string, from: number): number {
    let end = from + 1;
    while (text.charCodeAt(end) >= SIMPLE_END) end += 1;
    for (const [run] of text.slice(from, end).matchAll(IDEOGRAPHS)) {
      const isIdeograph = IS_IDEOGRAPH.test(run);
      if (isIdeograph) this.#endWord();
      this.#isSimple = false;
      this.#grow(run);
      if (isIdeograph) this.#endWord();
    }
    return end;
  }

  #grow(text: string): void {
    this.#word += text;
    this.#plain += text;
  }

  #startLine(): void {
    this.#column = 0;
    this.#indent = 0;
    this.#wordsInLine = 0;
    this.#isMarked = false;
    this.#isLineStart = true;
  }

  #endWord(): void {
    if (this.#word === "" && !this.#isShown) return;
    this.#place(true);
    if (this.#isShown) {
      // Only now: with every piece of a word that does not end, that would be all of it again and again.
      this.#column = this.#wordStart + (this.#isSimple ? this.#plain.length : displayWidth(this.#plain));
      if (this.#column > this.width) this.#column %= this.width;
      if (!this.#frame && this.#wordsInLine === 0) this.#noteMarker();
      this.#wordsInLine += 1;
    }
    this.#isShown = false;
    this.#plain = "";
    this.#isSimple = true;
  }

  #endLine(): void {
    this.#endWord();
    this.#gap = "";
    if (this.#isLineStart) this.#buffer += this.#leftOf().trimEnd();
    this.#buffer += `${this.#styles.off}\n`;
    this.#isFirstLine = false;
    this.#startLine();
  }

  #leftOf(): string {
    const { first, rest } = this.#frame ?? NO_FRAME;
    return this.#isFirstLine ? first : rest;
  }

  /** Puts out what stands left of the line, unless it is there already. */
  #startOfLine(): void {
    if (!this.#isLineStart) return;
    this.#isLineStart = false;
    this.#buffer += this.#leftOf() + this.#styles.on;
    const { firstWidth, width } = this.#frame ?? NO_FRAME;
    this.#column = this.#isFirstLine ? firstWidth : width;
  }

  #show(text: string): void {
    this.#startOfLine();
    this.#buffer += text;
  }

  /** Shows the word where it belongs, or waits for more of it. */
  #place(isEnd: boolean): void {
    if (this.#word === "") return;
    if (!this.#isShown && !this.#findPlace(isEnd)) return;
    this.#startOfLine();
    this.#buffer += this.#word;
    if (this.#hasStyles) this.#takeStyles(this.#word);
    this.#word = "";
  }

  #findPlace(isEnd: boolean): boolean {
    this.#startOfLine();
    const isCounted = this.#isSimple || this.#plain.length > LONGEST_WORD;
    const cells = isCounted ? this.#plain.length : displayWidth(this.#plain);
    const room = this.width - this.#column - this.#gap.length;
    const left = this.#frame?.width ?? this.#indent;
    const isFree =
      this.#inFence || this.#column <= left || (room >= USUAL_WORD && !MAY_BE_ADDRESS.test(this.#plain));
    if (!isFree && cells <= room + (this.#isSimple ? 0 : LESS_BY_MORE) && !isEnd) return false;
    if (this.#wordsInLine === 1 && this.#isMarked) this.#indent = this.#column + this.#gap.length;
    if (!isFree && cells > room && this.#plain !== "") this.#breakLine();
    else {
      this.#buffer += this.#gap;
      this.#column += this.#gap.length;
    }
    this.#gap = "";
    this.#wordStart = this.#column;
    this.#isShown = this.#plain !== "";
    return true;
  }

  /** In text without frames, markers of lists and fences are found by their looks, when they are whole. */
  #noteMarker(): void {
    if (FENCE.test(this.#plain)) this.#inFence = !this.#inFence;
    this.#isMarked = LIST_MARKER.test(this.#plain);
    this.#indent = this.#wordStart;
  }

  #breakLine(): void {
    this.#buffer += `${this.#styles.off}\n`;
    this.#isFirstLine = false;
    this.#isLineStart = true;
    if (this.#frame) this.#startOfLine();
    else {
      this.#isLineStart = false;
      this.#buffer += " ".repeat(this.#indent) + this.#styles.on;
      this.#column = this.#indent;
    }
  }

  #takeStyles(text: string): void {
    this.#hasStyles = false;
    for (let at = text.indexOf("\x1b"); at >= 0; at = text.indexOf("\x1b", at + 1)) {
      OWN_SEQUENCE.lastIndex = at;
      const match = OWN_SEQUENCE.exec(text);
      if (match) this.#styles.take(match[0], match[1]);
    }
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
