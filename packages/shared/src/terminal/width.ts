/** How many cells a text takes. */
import { stripVTControlCharacters } from "node:util";
import { characterWidth } from "./character-width.js";

/** Letters of Europe, signs of print, lines of drawings, dots that turn: a cell for each, whatever stands beside them. */
const NARROW =
  "\\x20-\\x7e\\xa0-\\xac\\xae-\\u02ff\\u0370-\\u0373\\u0376\\u0377\\u037b-\\u037f\\u038e-\\u03ff\\u0400-\\u0482\\u048a-\\u052f\\u2010-\\u2027\\u2030-\\u203b\\u2190-\\u2193\\u2500-\\u259f\\u2713\\u2717\\u2800-\\u28ff";
/** Letters of East Asia and their signs: two cells for each, likewise. */
const WIDE =
  "\\u3000-\\u3029\\u3041-\\u3096\\u30a1-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\uff01-\\uff60";
const FIRST_WIDE = 0x3000;
const ALL_NARROW = new RegExp(`^[${NARROW}]*$`);
const NARROW_OR_WIDE = new RegExp(`^[${NARROW}${WIDE}]*$`);
/** Styles, links and columns of ours. */
const OWN_SEQUENCES = /\x1b\[[\d;]*[mG]|\x1b\]8;[^\x1b]*\x1b\\/g;

/** How many cells a text takes. Our styles take none, East Asian wide characters and emoji two. */
export function displayWidth(text: string): number {
  const plain = text.includes("\x1b") ? text.replace(OWN_SEQUENCES, "") : text;
  if (ALL_NARROW.test(plain)) return plain.length;
  let width = 0;
  if (NARROW_OR_WIDE.test(plain)) {
    for (let at = 0; at < plain.length; at += 1) width += plain.charCodeAt(at) < FIRST_WIDE ? 1 : 2;
    return width;
  }
  for (const character of graphemes(stripVTControlCharacters(plain))) width += characterWidth(character);
  return width;
}

/** Made when first needed: it takes longer than many a command. */
let segmenter: Intl.Segmenter | undefined;

/** What a reader takes for single characters, with their places. */
export function charactersOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return segmenter.segment(text);
}

/** What a reader takes for single characters, however many codes each consists of. */
export function* graphemes(text: string): Generator<string> {
  for (const piece of pieces(text)) {
    for (const { segment } of charactersOf(piece)) yield segment;
  }
}

/** The segmenter's cost grows with the square of the length, so that long text goes in pieces. */
const PIECE = 200;

/** Cuts where a plain letter begins a new character, if there is one near. */
function* pieces(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    let end = start + PIECE;
    while (end < text.length && end < start + 2 * PIECE && !isPlain(text.charCodeAt(end))) end += 1;
    if (isLowSurrogate(text.charCodeAt(end))) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}

const isPlain = (code: number) => code >= 0x20 && code <= 0x7e;
const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff;
