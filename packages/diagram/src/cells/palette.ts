/** Colours of a drawing in a terminal: the escape sequences for them, and what can be read on what. */
import { parseColor } from "../css/color.js";

/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** How many colours the terminal has. */
export type ColorDepth = "none" | 16 | 256 | "truecolor";

/** The look of one cell. */
export interface CellLook {
  readonly fg: Rgb | null;
  readonly bg: Rgb | null;
  readonly bold: boolean;
  readonly italic: boolean;
}

export const BLACK: Rgb = [0, 0, 0];
export const WHITE: Rgb = [255, 255, 255];
/** Below this a line or a letter is hard to make out. */
const LEAST_CONTRAST = 2.4;
const LEAST_OPACITY = 0.3;

/** A CSS colour that covers what is behind it; null for any other text. */
export function toRgb(source: string | null | undefined): Rgb | null {
  if (!source || source === "none") return null;
  const color = parseColor(source.replace(/!important/i, ""));
  if (!color || color[3] < LEAST_OPACITY) return null;
  return [Math.round(color[0]), Math.round(color[1]), Math.round(color[2])];
}

/** A colour and another behind it, of which it keeps `part`. */
export const mixed = (color: Rgb, behind: Rgb, part: number): Rgb => [
  Math.round(color[0] * part + behind[0] * (1 - part)),
  Math.round(color[1] * part + behind[1] * (1 - part)),
  Math.round(color[2] * part + behind[2] * (1 - part)),
];

function luminance([red, green, blue]: Rgb): number {
  const linear = (value: number): number => {
    const part = value / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** The contrast of two colours, from 1 to 21. */
export function contrast(first: Rgb, second: Rgb): number {
  const [low = 0, high = 0] = [luminance(first), luminance(second)].sort((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
}

/** The colour for letters on a background: the wanted one if it can be read there, else black or white. */
export function inkOn(background: Rgb, wanted: Rgb | null): Rgb {
  if (wanted && contrast(background, wanted) >= LEAST_CONTRAST) return wanted;
  return contrast(background, BLACK) >= contrast(background, WHITE) ? BLACK : WHITE;
}

/** A colour for lines on the terminal's own background; null, the terminal's own, where it could not be seen. */
export function lineColor(color: Rgb | null, background: Rgb | null): Rgb | null {
  if (!color) return null;
  if (background) return contrast(color, background) >= LEAST_CONTRAST ? color : null;
  return contrast(color, BLACK) >= LEAST_CONTRAST && contrast(color, WHITE) >= LEAST_CONTRAST ? color : null;
}

/** Colours for series without one of their own, that can be seen on dark and on light. */
export const SERIES: readonly Rgb[] = [
  [66, 133, 244],
  [230, 126, 34],
  [46, 160, 67],
  [171, 71, 188],
  [219, 68, 55],
  [0, 151, 167],
  [158, 137, 24],
  [216, 27, 96],
  [94, 120, 140],
  [121, 85, 72],
];

/** The colour of the series with this number. */
export const seriesColor = (index: number): Rgb => SERIES[index % SERIES.length] ?? WHITE;

/** The sequence that turns a look on; empty for the terminal's own. */
export function escapeFor({ fg, bg, bold, italic }: CellLook, depth: ColorDepth): string {
  if (depth === "none") return "";
  const codes: string[] = [];
  if (bold) codes.push("1");
  if (italic) codes.push("3");
  if (fg) codes.push(colorCode(fg, depth, 38));
  if (bg) codes.push(colorCode(bg, depth, 48));
  return codes.length > 0 ? `\x1b[${codes.join(";")}m` : "";
}

function colorCode(color: Rgb, depth: 16 | 256 | "truecolor", base: 38 | 48): string {
  if (depth === "truecolor") return `${base};2;${color.join(";")}`;
  if (depth === 256) return `${base};5;${nearestOf256(color)}`;
  const index = nearestOf16(color);
  return String(index < 8 ? base - 8 + index : base + 52 + index - 8);
}

function nearestOf256([red, green, blue]: Rgb): number {
  const spread = Math.max(red, green, blue) - Math.min(red, green, blue);
  const mean = (red + green + blue) / 3;
  if (spread < 10) {
    if (mean < 4) return 16;
    return mean > 246 ? 231 : 232 + Math.min(23, Math.max(0, Math.round((mean - 8) / 10)));
  }
  const step = (value: number): number => (value < 48 ? 0 : value < 115 ? 1 : Math.floor((value - 35) / 40));
  return 16 + 36 * step(red) + 6 * step(green) + step(blue);
}

const SIXTEEN: readonly Rgb[] = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  [229, 229, 229],
  [127, 127, 127],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [92, 92, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
];

function nearestOf16([red, green, blue]: Rgb): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, [r, g, b]] of SIXTEEN.entries()) {
    const distance = (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2;
    if (distance < least) {
      least = distance;
      best = index;
    }
  }
  return best;
}
