/** Lengths in SVG attributes. */
import { toPixels } from "../css/length.js";
import type { Element } from "../dom/element.js";

/** Where text is put, or by how much it is moved. */
export interface TextPosition {
  readonly x: number | undefined;
  readonly y: number | undefined;
  readonly dx: number | undefined;
  readonly dy: number | undefined;
}

const VERTICAL = new Set(["y", "y1", "y2", "cy", "dy", "ry", "height"]);

/** More digits after the point than a browser reads of an attribute. */
const LONG_FRACTION = /^[+-]?\d*\.\d{8,}$/;
const READ_DIGITS = 7;
const SHORT = 9;

/** A length of SVG in user units, in single precision as browsers keep it; a percentage is taken of the svg around the element. */
export function svgLength(element: Element, name: string, value: string, fontSize: number): number {
  if (value.length > SHORT && LONG_FRACTION.test(value))
    return Math.fround(Number(value.slice(0, value.indexOf(".") + 1 + READ_DIGITS)));
  if (!value.endsWith("%")) return Math.fround(toPixels(value, fontSize));
  return toPixels(value, fontSize, viewportSide(element, VERTICAL.has(name) ? 1 : 0));
}

function viewportSide(element: Element, side: 0 | 1): number {
  const svg = element.ownerSVGElement;
  const view = (svg?.getAttribute("viewBox") ?? "").trim().split(/[\s,]+/);
  const size = Number(view[2 + side]);
  if (size > 0) return size;
  const own = svg?.getAttribute(side === 0 ? "width" : "height") ?? "";
  return own.endsWith("%") ? 0 : toPixels(own);
}
