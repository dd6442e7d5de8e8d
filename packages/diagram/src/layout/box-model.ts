/** Padding, border and background of boxes. */
import type { Cascaded } from "../css/cascade.js";
import { parseColor } from "../css/color.js";
import { toPixels } from "../css/length.js";
import type { Backdrop } from "./inline-objects.js";

/** Widths of the four sides of a box. */
export interface Sides {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** A box without any. */
export const NO_SIDES: Sides = { top: 0, right: 0, bottom: 0, left: 0 };

/** One box inside another. */
export const addSides = (a: Sides, b: Sides): Sides => ({
  top: a.top + b.top,
  right: a.right + b.right,
  bottom: a.bottom + b.bottom,
  left: a.left + b.left,
});

const withSides = (name: string): string[] => [
  name,
  ...["top", "right", "bottom", "left"].map((side) => `${name}-${side}`),
];
const NAMES = { padding: withSides("padding"), margin: withSides("margin") };
/** One of these says what kind of line a border is, and there is none without that. */
const BORDER_NAMES = ["border-style", ...withSides("border")];

function hasAny(own: Cascaded, names: readonly string[]): boolean {
  for (const name of names) if (own.has(name)) return true;
  return false;
}

/** Padding or margin in pixels from the shorthand and the single sides; where there is none it is always the same object. */
function sidesOf(property: "padding" | "margin", own: Cascaded, em: number): Sides {
  if (!hasAny(own, NAMES[property])) return NO_SIDES;
  const [top = 0, right = top, bottom = top, left = right] = (own.get(property)?.value ?? "0")
    .split(/\s+/)
    .map((one) => toPixels(one, em));
  const side = (name: string, fallback: number): number => {
    const value = own.get(`${property}-${name}`)?.value;
    return value === undefined ? fallback : toPixels(value, em);
  };
  const sides = {
    top: side("top", top),
    right: side("right", right),
    bottom: side("bottom", bottom),
    left: side("left", left),
  };
  const isNone = sides.top === 0 && sides.right === 0 && sides.bottom === 0 && sides.left === 0;
  return isNone ? NO_SIDES : sides;
}

export const paddingOf = (own: Cascaded, em: number): Sides => sidesOf("padding", own, em);
export const marginOf = (own: Cascaded, em: number): Sides => sidesOf("margin", own, em);

/** The plain colour behind an element; null when it has none or something else than a colour. */
export function backgroundOf(own: Cascaded): string | null {
  const value = own.get("background-color")?.value ?? own.get("background")?.value;
  if (!value || /^(?:none|transparent|initial|inherit)$/.test(value) || /url\(|gradient/.test(value))
    return null;
  return parseColor(value) ? value : null;
}

/** The lines around a box: their widths, and the colour that they have if it is said. */
export interface Border {
  readonly width: Sides;
  readonly color: string | null;
}

const MEDIUM = 3;
const BORDER_WIDTHS: Readonly<Record<string, number>> = { thin: 1, medium: MEDIUM, thick: 5 };
const BORDER_STYLE = /\b(?:solid|dashed|dotted|double|groove|ridge|inset|outset)\b/;

/** The border of an element; null when it has none. */
export function borderOf(own: Cascaded, em: number): Border | null {
  if (!hasAny(own, BORDER_NAMES)) return null;
  const color = own.get("border-color")?.value;
  const style = own.get("border-style")?.value ?? "";
  let said: string | null = color && parseColor(color) ? color : null;
  const side = (name: string): number => {
    const value = own.get(`border-${name}`)?.value ?? own.get("border")?.value ?? "";
    if (!BORDER_STYLE.test(value) && !BORDER_STYLE.test(style)) return 0;
    const parts = value.split(/\s+(?![^(]*\))/);
    said ??= parts.find((part) => parseColor(part)) ?? null;
    const width =
      own.get(`border-${name}-width`)?.value ?? own.get("border-width")?.value ?? parts.find(isWidth);
    return width === undefined ? MEDIUM : (BORDER_WIDTHS[width] ?? toPixels(width, em));
  };
  const width = { top: side("top"), right: side("right"), bottom: side("bottom"), left: side("left") };
  return width.top + width.right + width.bottom + width.left > 0 ? { width, color: said } : null;
}

const isWidth = (part: string): boolean => /^[\d.]/.test(part) || part in BORDER_WIDTHS;

/** The border of a box as four rectangles; where no colour is said it has that of the text. */
export function borderBackdrops(
  { width: line, color }: Border,
  textColor: string,
  { x, y, width, height }: Omit<Backdrop, "color">,
): Backdrop[] {
  const sides = [
    { x, y, width, height: line.top },
    { x, y: y + height - line.bottom, width, height: line.bottom },
    { x, y, width: line.left, height },
    { x: x + width - line.right, y, width: line.right, height },
  ];
  return sides
    .filter((side) => side.width > 0 && side.height > 0)
    .map((side) => ({ ...side, color: color ?? textColor }));
}
