/** The measures of formulas. */
import type { Font } from "../../text/font.js";

/** The measures that a formula is set with at one size, in pixels. */
export interface MathMetrics {
  readonly size: number;
  readonly xHeight: number;
  /** Of the middle of operators and of the line of a fraction, above the baseline. */
  readonly axis: number;
  /** Of lines. */
  readonly rule: number;
  /** The em of spaces: Chromium takes a whole number of pixels. */
  readonly em: number;
}

const RULE_THICKNESS = 0.0732;

/** The measures that Chromium uses with a font that has no table of its own for formulas. */
export function mathMetrics(font: Font, size: number): MathMetrics {
  const xHeight = font.xHeight * size;
  return { size, xHeight, axis: xHeight / 2, rule: RULE_THICKNESS * size, em: Math.round(size) };
}
