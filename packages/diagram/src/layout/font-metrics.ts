// The height of lines as Chromium rounds it.
import type { Font } from "../text/font.js";
import type { ComputedStyle } from "./computed-style.js";

/** Ascent and descent in whole pixels, as Chromium on Linux rounds them; Mermaid's sizes depend on it. */
export function lineMetrics(font: Font, size: number): { ascent: number; descent: number } {
  return { ascent: Math.round(font.ascent * size), descent: Math.round(font.descent * size) };
}

/** How far below the written position the baseline lies, by the baseline properties of SVG text. */
export function baselineShift(style: ComputedStyle, font: Font): number {
  const { alignmentBaseline, dominantBaseline, fontSize } = style;
  const own = alignmentBaseline !== "auto" && alignmentBaseline !== "baseline";
  switch (own ? alignmentBaseline : dominantBaseline) {
    case "middle":
      return (font.xHeight / 2) * fontSize;
    case "central":
      return ((font.ascent - font.descent) / 2) * fontSize;
    case "hanging":
      return font.ascent * 0.8 * fontSize;
    case "text-before-edge":
    case "text-top":
    case "before-edge":
      return font.ascent * fontSize;
    case "text-after-edge":
    case "text-bottom":
    case "after-edge":
    case "ideographic":
      return -font.descent * fontSize;
    case "mathematical":
      return (font.ascent / 2) * fontSize;
    default:
      return 0;
  }
}
