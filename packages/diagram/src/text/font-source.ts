/** Which font a piece of text is set in. */
import { bundledFace, BUNDLED_FALLBACKS, type FaceStyle } from "./bundled-fonts.js";
import type { Font } from "./font.js";
import { shapedWidth } from "./shaping.js";
import { systemFonts } from "./system-fonts.js";

/** Where the fonts of a drawing come from. */
export interface FontSource {
  face(style: FaceStyle): Font;
  /** A font for a character that the main face lacks. */
  fallback(codePoint: number, emoji: boolean): Font | null;
  /** A font for text that should be of one; null when none has all of its characters. */
  covering(text: string): Font | null;
  /** The width in ems of text that needs shaping; null when it needs none. */
  shape(text: string, font: Font): number | null;
}

const GENERIC = new Set(
  "arial arimo helvetica sans-serif serif system-ui trebuchet\u00a0ms verdana".split(" "),
);

/** Spaces and joiners are in every font, or need not be. */
const isVisible = (code: number): boolean =>
  code > 32 && !(code >= 0x2000 && code <= 0x206f) && code !== 0xa0;

/**
 * The bundled family, or one of this machine when the caller names it; then the bundled fall-backs, then whatever
 * this machine has.
 */
export function createFontSource(family: string | null): FontSource {
  const names = (family ?? "").split(",").map((name) => name.trim().replace(/^["']|["']$/g, ""));
  /** By weight and slope. */
  const faces: Font[] = [];
  const fallbacks = new Map<number, Font | null>();
  const installed = (style: FaceStyle): Font | null => {
    for (const name of names) {
      if (!name || GENERIC.has(name.toLowerCase().replaceAll(" ", "\u00a0"))) return null;
      const font = systemFonts.inFamily(name, style);
      if (font) return font;
    }
    return null;
  };
  return {
    face(style) {
      if (style.math || style.mono) return bundledFace(style);
      const number = (style.bold ? 2 : 0) + (style.italic ? 1 : 0);
      return (faces[number] ??= installed(style) ?? bundledFace(style));
    },
    fallback(codePoint, emoji) {
      const known = fallbacks.get(codePoint);
      if (known !== undefined && !emoji) return known;
      const bundled = emoji ? BUNDLED_FALLBACKS.toReversed() : BUNDLED_FALLBACKS;
      const font =
        bundled.find((one) => one().glyphOf(codePoint) !== 0)?.() ?? systemFonts.withGlyphs([codePoint]);
      if (!emoji) fallbacks.set(codePoint, font);
      return font;
    },
    covering(text) {
      const codes = Array.from(new Set(text), (char) => char.codePointAt(0) ?? 0).filter(isVisible);
      const bundled = BUNDLED_FALLBACKS.find((one) => codes.every((code) => one().glyphOf(code) !== 0));
      return bundled?.() ?? systemFonts.withGlyphs(codes);
    },
    shape: shapedWidth,
  };
}
