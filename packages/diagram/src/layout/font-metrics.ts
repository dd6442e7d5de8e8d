/** The height of lines as Chromium rounds it. */
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
  const baseline = own ? alignmentBaseline : dominantBaseline;
  if (baseline === "auto") return 0;
  const { ascent, descent } = lineMetrics(font, fontSize);
  switch (baseline) {
    case "middle":
      return (font.xHeight / 2) * fontSize;
    case "central":
      return (ascent - descent) / 2;
    case "hanging":
      return ascent * 0.8;
    case "text-before-edge":
    case "text-top":
    case "before-edge":
      return ascent;
    case "text-after-edge":
    case "text-bottom":
    case "after-edge":
    case "ideographic":
      return -descent;
    case "mathematical":
      return ascent / 2;
    default:
      return 0;
  }
}
