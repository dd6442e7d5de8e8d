/** Icons, pictures and formulas of labels as SVG. */
import type { Element } from "../dom/element.js";
import type { ComputedStyle } from "../layout/computed-style.js";
import type { InlineObject } from "../layout/inline-objects.js";
import type { Matrix } from "../layout/matrix.js";
import type { MathPart } from "../layout/math/math-box.js";
import { isDrawnImage } from "./allowed.js";
import { escapeXml, formatNumber } from "./markup.js";
import type { TextWriter } from "./text-markup.js";

/** What is needed to draw objects: text goes through the writer, nested drawings through the flattener. */
export interface ObjectPainter {
  readonly writer: TextWriter;
  readonly drawing: (element: Element, color: string) => string;
  /** To the coordinates of the view, where they are known. */
  readonly matrix: Matrix | null;
}

/** The markup of an object whose baseline starts at `x`, `y`. */
export function objectMarkup(
  object: InlineObject,
  x: number,
  y: number,
  style: ComputedStyle,
  color: string,
  painter: ObjectPainter,
): string {
  const { content, width, ascent } = object;
  const height = ascent + object.descent;
  const frame = `x="${formatNumber(x)}" y="${formatNumber(y - ascent)}" width="${formatNumber(width)}" height="${formatNumber(height)}"`;
  switch (content.kind) {
    case "icon": {
      if (!content.icon) return "";
      const scale = height / content.icon.height;
      const left = x + (width - content.icon.width * scale) / 2;
      const move = `translate(${formatNumber(left)} ${formatNumber(y - ascent)}) scale(${scale.toFixed(5)})`;
      return `<path transform="${move}" d="${escapeXml(content.icon.path)}" style="stroke:none;fill:${color}"/>`;
    }
    // Its pieces are among those of the label.
    case "box":
      return "";
    case "math":
      return content.box.parts.map((part) => mathPart(part, x, y, style, color, painter.writer)).join("");
    case "image": {
      const source = content.element.getAttribute("src") ?? "";
      if (width <= 0 || height <= 0) return "";
      if (!isDrawnImage(source)) return `<rect ${frame} style="fill:#eee;stroke:#999;stroke-dasharray:4,3"/>`;
      return `<image ${frame} preserveAspectRatio="none" href="${escapeXml(source)}" xlink:href="${escapeXml(source)}"/>`;
    }
    default: {
      const view = content.element.getAttribute("viewBox");
      const box = view && /^[-\d.\s,e]+$/i.test(view) ? ` viewBox="${view}"` : "";
      const ratio = content.element.getAttribute("preserveAspectRatio") ?? "";
      const fit = /^\w+(?: \w+)?$/.test(ratio) ? ` preserveAspectRatio="${ratio}"` : "";
      return `<svg ${frame}${box}${fit} style="fill:${color};stroke:none">${painter.drawing(content.element, color)}</svg>`;
    }
  }
}

function mathPart(
  part: MathPart,
  x: number,
  y: number,
  style: ComputedStyle,
  color: string,
  writer: TextWriter,
): string {
  switch (part.kind) {
    case "rule": {
      const [left, top, width, height] = [x + part.x, y + part.y, part.width, part.height].map(formatNumber);
      return `<rect x="${left}" y="${top}" width="${width}" height="${height}" style="stroke:none;fill:${color}"/>`;
    }
    case "stroke": {
      const points = part.points
        .map(([px, py]) => `${formatNumber(x + px)},${formatNumber(y + py)}`)
        .join(" ");
      return `<polyline points="${points}" style="fill:none;stroke:${color};stroke-width:${formatNumber(part.thickness)}"/>`;
    }
    default: {
      const paint = new Map([
        ["stroke", "none"],
        ["fill", color],
      ]);
      const look = { ...style, ...part.face, fontSize: part.size, letterSpacing: 0 };
      const at = { text: part.text, width: 0, style: look, paint };
      if (part.stretch === 1) return writer.write([{ ...at, x: x + part.x, y: y + part.y }], null);
      const grow = `translate(${formatNumber(x + part.x)} ${formatNumber(y + part.y)}) scale(1 ${part.stretch.toFixed(3)})`;
      return `<g transform="${grow}">${writer.write([{ ...at, x: 0, y: 0 }], null)}</g>`;
    }
  }
}
