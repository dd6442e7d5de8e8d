// Padding and background of boxes.
import type { Cascaded } from "../css/cascade.js";
import { parseColor } from "../css/color.js";
import { toPixels } from "../css/length.js";

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

/** Padding or margin in pixels from the shorthand and the single sides. */
function sidesOf(property: "padding" | "margin", own: Cascaded, em: number): Sides {
  const [top = 0, right = top, bottom = top, left = right] = (own.get(property)?.value ?? "0")
    .split(/\s+/)
    .map((one) => toPixels(one, em));
  const side = (name: string, fallback: number): number => {
    const value = own.get(`${property}-${name}`)?.value;
    return value === undefined ? fallback : toPixels(value, em);
  };
  return {
    top: side("top", top),
    right: side("right", right),
    bottom: side("bottom", bottom),
    left: side("left", left),
  };
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
