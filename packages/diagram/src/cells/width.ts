/** How many cells text takes in a terminal, by the same table as the terminal code that prints it. */
import stringWidth from "string-width";

const ASCII = /^[\x20-\x7e]*$/;
/** The segmenter's cost grows with the square of the length, so that long text goes in pieces. */
const PIECE = 200;
/** No letter has more codes than this; what has is meant to pile up over other lines. */
const MOST_CODES = 16;
const CACHE_LIMIT = 5_000;

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const known = new Map<string, number>();

/** What a reader takes for single characters. */
export function graphemesOf(text: string): string[] {
  if (ASCII.test(text)) return text.split("");
  const found: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = start + PIECE;
    while (end < text.length && end < start + 2 * PIECE && !isPlain(text.charCodeAt(end))) end += 1;
    if (isLowSurrogate(text.charCodeAt(end))) end += 1;
    for (const { segment } of segmenter.segment(text.slice(start, end))) found.push(limited(segment));
    start = end;
  }
  return found;
}

/** The cells of one character: 0, 1 or 2. */
export function cellsOfGrapheme(grapheme: string): number {
  if (grapheme.length === 1 && ASCII.test(grapheme)) return 1;
  let cells = known.get(grapheme);
  if (cells === undefined) {
    cells = Math.min(2, stringWidth(grapheme));
    if (known.size > CACHE_LIMIT) known.clear();
    known.set(grapheme, cells);
  }
  return cells;
}

/** The cells of a text without line breaks. */
export function cellsOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  return graphemesOf(text).reduce((sum, grapheme) => sum + cellsOfGrapheme(grapheme), 0);
}

function limited(segment: string): string {
  if (segment.length <= MOST_CODES) return segment;
  return Array.from(segment).slice(0, MOST_CODES).join("");
}

const isPlain = (code: number): boolean => code >= 0x20 && code <= 0x7e;
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
