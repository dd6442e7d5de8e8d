import { readFileSync } from "node:fs";
import type * as HarfBuzz from "harfbuzzjs";
import type { Font } from "./font.js";

const scripts =
  "Arabic Syriac Nko Thaana Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer";

// Scripts whose letters join, stack or change places, and emoji that are made of several characters.
const complex = new RegExp(
  [
    ...scripts.split(" ").map((name) => `\\p{Script=${name}}`),
    "\\u200d",
    "\\u20e3",
    "\\p{Regional_Indicator}",
    "\\p{Emoji_Modifier}",
  ].join("|"),
  "u",
);

/** Whether the width of text is not just the sum of its letters. */
export const needsShaping = (text: string): boolean => complex.test(text);

let harfbuzz: typeof HarfBuzz | undefined;
const fonts = new WeakMap<Font, HarfBuzz.Font>();

/** How HarfBuzz is loaded: a script whose compiled code was kept cannot import modules itself. */
export type HarfBuzzImport = () => Promise<typeof HarfBuzz>;

/** Loads HarfBuzz; most diagrams never need it. */
export async function loadShaper(importHarfBuzz: HarfBuzzImport): Promise<void> {
  harfbuzz ??= await importHarfBuzz();
}

/** The width of shaped text in ems; null when it needs no shaping or the shaper is not loaded. */
export function shapedWidth(text: string, font: Font): number | null {
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
  const advance = buffer.getGlyphPositions().reduce((sum, glyph) => sum + glyph.xAdvance, 0);
  return advance / font.unitsPerEm;
}
