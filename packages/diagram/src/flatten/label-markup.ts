/** HTML labels as SVG. */
import { formatColor, parseColor } from "../css/color.js";
import type { Element } from "../dom/element.js";
import type { Geometry } from "../layout/bounding-box.js";
import type { ComputedStyle } from "../layout/computed-style.js";
import { labelLayout } from "../layout/label-layout.js";
import type { TextMeasurer } from "../text/measurer.js";
import { multiply, translation } from "../layout/matrix.js";
import { escapeXml, formatNumber } from "./markup.js";
import { type ObjectPainter, objectMarkup } from "./object-markup.js";
import type { PlacedText } from "./text-markup.js";

const plainColor = (value: string, opacity = 1): string => {
  const [red, green, blue, alpha] = parseColor(value) ?? [0, 0, 0, 1];
  return formatColor([red, green, blue, alpha * opacity]);
};

const paints = new WeakMap<ComputedStyle, ReadonlyMap<string, string>>();

/** How text of a style is painted; the same object for the same style. */
function paintOf(style: ComputedStyle): ReadonlyMap<string, string> {
  let paint = paints.get(style);
  if (!paint) {
    const { color, opacity, decoration } = style;
    paint = new Map([
      ["stroke", "none"],
      ["fill", plainColor(color, opacity)],
      ...(decoration ? [["text-decoration", decoration] as const] : []),
    ]);
    paints.set(style, paint);
  }
  return paint;
}

/** The HTML inside a foreignObject as plain rectangles and text. */
export function labelMarkup(
  element: Element,
  geometry: Geometry,
  measurer: TextMeasurer,
  painter: ObjectPainter,
): string {
  const content = element.firstElementChild;
  if (!content) return "";
  const width = geometry.length(element, "width");
  const height = geometry.length(element, "height");
  const layout = labelLayout(content, width || Number.POSITIVE_INFINITY, geometry.styles, measurer);
  const slack = isCentred(content, geometry) ? Math.max(0, (height - layout.height) / 2) : 0;
  const x = geometry.length(element, "x");
  const y = geometry.length(element, "y") + slack;
  let markup = "";
  for (const backdrop of layout.backdrops) {
    const [left, top, wide, high] = [backdrop.x, backdrop.y, backdrop.width, backdrop.height].map(
      formatNumber,
    );
    const fill = escapeXml(plainColor(backdrop.color));
    markup += `<rect x="${left}" y="${top}" width="${wide}" height="${high}" style="stroke:none;fill:${fill}"/>`;
  }
  const pieces = layout.pieces.filter(({ style }) => style.visibility === "visible");
  const texts: PlacedText[] = [];
  for (const { text, x: left, y: baseline, width: wide, style } of pieces)
    if (text) texts.push({ text, x: left, y: baseline, width: wide, style, paint: paintOf(style) });
  markup += painter.writer.write(texts, painter.matrix && multiply(painter.matrix, translation(x, y)));
  for (const { object, x: left, y: baseline, style } of pieces)
    if (object)
      markup += objectMarkup(object, left, baseline, style, plainColor(style.color, style.opacity), painter);
  return `<g transform="translate(${formatNumber(x)} ${formatNumber(y)})">${markup}</g>`;
}

/** Whether the content is centred in the height of its frame: asked of the element and what it starts with. */
function isCentred(content: Element, geometry: Geometry): boolean {
  let element: Element | null = content;
  for (let depth = 0; element && depth < 3; depth += 1) {
    const { own } = geometry.styles.of(element);
    if (own.get("vertical-align")?.value === "middle" || own.get("align-items")?.value === "center")
      return true;
    element = element.firstElementChild;
  }
  return false;
}
