/** The part of the plane that a picture shows. */
import type { Element } from "../dom/element.js";
import type { Box, Rect } from "../layout/box.js";

const MARGIN = 8;
const USUAL_HEIGHT = 150;

/** The viewBox of an svg element; null when it has none that can be used. */
export function viewBoxOf(svg: Element): Rect | null {
  const [x = Number.NaN, y = Number.NaN, width = 0, height = 0] = (svg.getAttribute("viewBox") ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const usable = [x, y, width, height].every(Number.isFinite) && width > 0 && height > 0;
  return usable ? { x, y, width, height } : null;
}

/** What part of the plane the picture shows: the viewBox, else the size, else whatever is drawn. */
export function viewportOf(svg: Element, drawn: () => Box): Rect {
  const view = viewBoxOf(svg);
  if (view) return view;
  const attribute = (name: string): number => {
    const value = svg.getAttribute(name) ?? "";
    return value.endsWith("%") ? 0 : Number.parseFloat(value);
  };
  const [ownWidth, ownHeight] = [attribute("width"), attribute("height")];
  if (ownWidth > 0 && ownHeight > 0) return { x: 0, y: 0, width: ownWidth, height: ownHeight };
  // A browser gives a drawing without a size the height of any such element, and its width the limit of its style.
  const limit = /max-width:\s*([\d.]+)px/.exec(svg.getAttribute("style") ?? "")?.[1];
  if (limit) return { x: 0, y: 0, width: Number(limit), height: ownHeight > 0 ? ownHeight : USUAL_HEIGHT };
  const box = drawn().toRect();
  return {
    x: box.x - MARGIN,
    y: box.y - MARGIN,
    width: box.width + 2 * MARGIN,
    height: box.height + 2 * MARGIN,
  };
}

/** What numbers lose when they are written; the rasteriser rounds up. */
const ROUNDING = 1e-3;

/** The view with as much more at its right and below as makes whole pixels: else the rasteriser would stretch the drawing. */
export function wholePixels({ x, y, width, height }: Rect, scale: number): Rect {
  const whole = (side: number): number => Math.ceil(side * scale - 10 * ROUNDING) / scale - ROUNDING;
  return { x, y, width: whole(width), height: whole(height) };
}
