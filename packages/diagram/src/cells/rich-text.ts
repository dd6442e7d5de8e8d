/** Text with bold and italic stretches, as lines; and how lines are wrapped. */
import type { Rgb } from "./palette.js";
import { cellsOf, cellsOfGrapheme, graphemesOf } from "./width.js";

/** A stretch of text of one look. */
export interface Span {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly color?: Rgb;
  /** Whether it was drawn by us and is no part of a label. */
  readonly isSign?: boolean;
}

/** One line of a label. */
export type Line = readonly Span[];

/** A line of plain text. */
export const plain = (text: string, look: Omit<Span, "text"> = {}): Line => [{ text, ...look }];

/** A stretch that was drawn by us. */
export const sign = (text: string): Span => ({ text, isSign: true });

/** The cells that a line takes. */
export const lineCells = (line: Line): number => line.reduce((sum, span) => sum + cellsOf(span.text), 0);

/** The widest of some lines. */
export const widestLine = (lines: readonly Line[]): number =>
  lines.reduce((widest, line) => Math.max(widest, lineCells(line)), 0);

/** What a line says. */
export const lineText = (line: Line): string => line.map((span) => span.text).join("");

/** Letters of scripts without spaces, after each of which a line may end, with the marks that must not begin or end one. */
const UNSPACED =
  /[（「『【〔《〈]*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][、。，．）」』】〕》〉！？：；・ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ]*/gu;
const HAS_UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** A text without spaces in pieces between which a line may end. */
function piecesOf(text: string): string[] {
  if (!HAS_UNSPACED.test(text)) return [text];
  const pieces: string[] = [];
  let at = 0;
  for (const match of text.matchAll(UNSPACED)) {
    if (match.index > at) pieces.push(text.slice(at, match.index));
    pieces.push(match[0]);
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return pieces;
}

/** The cells of the longest word. */
export const longestWord = (text: string): number =>
  text
    .split(" ")
    .flatMap(piecesOf)
    .reduce((longest, word) => Math.max(longest, cellsOf(word)), 0);

interface Word {
  readonly spans: Span[];
  cells: number;
  /** Whether no space stands before it. */
  readonly isGlued: boolean;
}

/** The words of a line; the space before a word is not kept. */
function wordsOf(line: Line): Word[] {
  const words: Word[] = [];
  let open: Word | null = null;
  for (const span of line) {
    for (const part of span.text.split(/( +)/)) {
      if (part === "") continue;
      if (part.startsWith(" ")) {
        open = null;
        continue;
      }
      for (const [index, piece] of piecesOf(part).entries()) {
        if (!open || index > 0) {
          open = { spans: [], cells: 0, isGlued: index > 0 };
          words.push(open);
        }
        open.spans.push({ ...span, text: piece });
        open.cells += cellsOf(piece);
      }
    }
  }
  return words;
}

/** A word that is wider than the room, in pieces that are not. */
function brokenWord(word: Word, room: number): Word[] {
  const pieces: Word[] = [];
  let open: Word = { spans: [], cells: 0, isGlued: word.isGlued };
  for (const span of word.spans) {
    let text = "";
    for (const grapheme of graphemesOf(span.text)) {
      const cells = cellsOfGrapheme(grapheme);
      if (open.cells + cells > room && open.cells > 0) {
        if (text) open.spans.push({ ...span, text });
        text = "";
        pieces.push(open);
        open = { spans: [], cells: 0, isGlued: false };
      }
      text += grapheme;
      open.cells += cells;
    }
    if (text) open.spans.push({ ...span, text });
  }
  pieces.push(open);
  return pieces;
}

/**
 * Wraps lines between words at `width`. A longer word stays whole as long as it fits into `most`, because a word in two
 * pieces cannot be searched for.
 */
export function wrapLines(lines: readonly Line[], width: number, most = width): Line[] {
  const wrapped: Line[] = [];
  for (const line of lines) {
    if (lineCells(line) <= width) {
      wrapped.push(line);
      continue;
    }
    let row: Span[] = [];
    let cells = 0;
    for (const whole of wordsOf(line)) {
      const words = whole.cells > Math.max(width, most) ? brokenWord(whole, Math.max(1, most)) : [whole];
      for (const word of words) {
        const space = word.isGlued ? 0 : 1;
        if (cells > 0 && cells + space + word.cells > width) {
          wrapped.push(row);
          row = [];
          cells = 0;
        }
        if (cells > 0 && space > 0) {
          row.push({ ...word.spans[0], text: " " });
          cells += 1;
        }
        row.push(...word.spans);
        cells += word.cells;
      }
    }
    wrapped.push(row);
  }
  return wrapped;
}
