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

/** A length of SVG in user units; a percentage is taken of the svg around the element. */
export function svgLength(element: Element, name: string, value: string, fontSize: number): number {
  if (!value.endsWith("%")) return toPixels(value, fontSize);
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
