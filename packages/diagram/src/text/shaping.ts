/** Text whose letters change with their neighbours, shaped by HarfBuzz. */
import { readFileSync } from "node:fs";
import type * as HarfBuzz from "harfbuzzjs";
import type { Font } from "./font.js";

const SCRIPTS =
  "Arabic Syriac Nko Thaana Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer";

// Scripts whose letters join, stack or change places, and emoji that are made of several characters.
const COMPLEX = new RegExp(
  [
    ...SCRIPTS.split(" ").map((name) => `\\p{Script=${name}}`),
    "\\u200d",
    "\\u20e3",
    "\\p{Regional_Indicator}",
    "\\p{Emoji_Modifier}",
  ].join("|"),
  "u",
);

/** Whether the width of text is not just the sum of its letters. */
export const needsShaping = (text: string): boolean => COMPLEX.test(text);

const RIGHT_TO_LEFT = "\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Nko}\\p{Script=Thaana}";
const RUNS_LEFTWARDS = new RegExp(`[${RIGHT_TO_LEFT}]`, "u");
const OTHERS = SCRIPTS.split(" ")
  .map((name) => `\\p{Script=${name}}`)
  .filter((name) => !RIGHT_TO_LEFT.includes(name))
  .join("");
// Words, together with the marks on their letters. What runs from right to left is drawn as a whole, spaces included.
const STRETCH = new RegExp(
  `[${RIGHT_TO_LEFT}](?:[${RIGHT_TO_LEFT}\\p{M}\\u200c\\u200d]|[^\\p{L}\\p{N}]+(?=[${RIGHT_TO_LEFT}]))*|[${OTHERS}][${OTHERS}\\p{M}\\u200c\\u200d]*`,
  "gu",
);

/** The stretches of text that should be set in one font: their letters join, or stand on one another. */
export function* joinedStretches(text: string): Generator<{ start: number; text: string }> {
  if (!needsShaping(text)) return;
  for (const match of text.matchAll(STRETCH)) yield { start: match.index, text: match[0] };
}

let harfbuzz: typeof HarfBuzz | undefined;
const fonts = new WeakMap<Font, HarfBuzz.Font>();

/** How HarfBuzz is loaded: a script whose compiled code was kept cannot import modules itself. */
export type HarfBuzzImport = () => Promise<typeof HarfBuzz>;

/** Loads HarfBuzz; most diagrams never need it. */
export async function loadShaper(importHarfBuzz: HarfBuzzImport): Promise<void> {
  harfbuzz ??= await importHarfBuzz();
}

interface ShapedGlyph {
  /** Where in the text the letters of the glyph begin. */
  readonly cluster: number;
  /** In ems. */
  readonly advance: number;
}

function shape(text: string, font: Font): ShapedGlyph[] | null {
  if (!harfbuzz || !needsShaping(text)) return null;
  let shaper = fonts.get(font);
  if (!shaper) {
    shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(readFileSync(font.file)), font.index));
    fonts.set(font, shaper);
  }
  const buffer = new harfbuzz.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  harfbuzz.shape(shaper, buffer);
  const positions = buffer.getGlyphPositions();
  return buffer.getGlyphInfos().map(({ cluster }, index) => ({
    cluster,
    advance: (positions[index]?.xAdvance ?? 0) / font.unitsPerEm,
  }));
}

/** The width of shaped text in ems; null when it needs no shaping or the shaper is not loaded. */
export function shapedWidth(text: string, font: Font): number | null {
  return shape(text, font)?.reduce((sum, glyph) => sum + glyph.advance, 0) ?? null;
}

/**
 * Cuts text from left to right into pieces that resvg draws at their full width, with where each begins in ems. It
 * takes a syllable to be as wide as its widest glyph, so that what follows one of several glyphs would overlap it.
 */
export function drawablePieces(text: string, font: Font): { text: string; x: number }[] {
  const whole = [{ text, x: 0 }];
  const glyphs = RUNS_LEFTWARDS.test(text) ? null : shape(text, font);
  if (!glyphs) return whole;
  const pieces: { text: string; x: number }[] = [];
  let piece = { from: 0, x: 0 };
  let syllable = { cluster: 0, wide: 0 };
  let x = 0;
  for (const { cluster, advance } of glyphs) {
    if (cluster !== syllable.cluster) {
      if (syllable.wide > 1) {
        pieces.push({ text: text.slice(piece.from, cluster), x: piece.x });
        piece = { from: cluster, x };
      }
      syllable = { cluster, wide: 0 };
    }
    if (advance > 0) syllable = { cluster, wide: syllable.wide + 1 };
    x += advance;
  }
  return [...pieces, { text: text.slice(piece.from), x: piece.x }];
}
