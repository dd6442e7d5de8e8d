/**
 * Shadows as shapes. Mermaid gives most nodes a filter that copies them a few units to the side, in some themes blurred; as
 * a filter each costs a picture of its own, which took four fifths of the time of a large PNG.
 */
import { type Color, formatColor, parseColor } from "../css/color.js";
import type { Element } from "../dom/element.js";
import type { StyleResolver } from "../layout/style-resolver.js";
import { formatNumber } from "./markup.js";

/** A copy of a shape in one colour, so far to the right and below, its edges blurred by so much. */
export interface PlainShadow {
  readonly dx: number;
  readonly dy: number;
  readonly blur: number;
  readonly color: Color;
}

const SHAPES = new Set(["rect", "circle", "ellipse", "path", "polygon"]);
const FUNCTION = /^drop-shadow\(([-\d.]+)(?:px)? ([-\d.]+)(?:px)?(?: ([\d.]+)(?:px)?)? (#[0-9a-f]+)\)$/i;

/** The shadow that is written as a function; null when anything else is. */
export function writtenShadow(filter: string): PlainShadow | null {
  const [, ...parts] = FUNCTION.exec(filter) ?? [];
  const [dx = 0, dy = 0, blur = 0] = parts.slice(0, 3).map((length) => Number(length ?? 0));
  const color = parseColor(parts[3] ?? "");
  return color && { dx, dy, blur, color };
}

/** The shadow that a filter makes; null when it does anything else. */
export function plainShadow(
  filter: string,
  find: (id: string) => Element | undefined,
  styles: StyleResolver,
): PlainShadow | null {
  if (filter.startsWith("drop-shadow(")) return writtenShadow(filter);
  const id = /^url\(#(.+)\)$/.exec(filter)?.[1];
  const [step, ...others] = (id && find(id)?.children) || [];
  if (step?.localName !== "feDropShadow" || others.length > 0) return null;
  const { own } = styles.of(step);
  const color = parseColor(own.get("flood-color")?.value ?? "#000");
  const opacity = Number(own.get("flood-opacity")?.value ?? 1);
  const blur = Number.parseFloat(step.getAttribute("stdDeviation") ?? "2");
  if (!color || !Number.isFinite(opacity) || !Number.isFinite(blur)) return null;
  const [red, green, blue, alpha] = color;
  const at = (name: string): number => Number(step.getAttribute(name) ?? 2) || 0;
  return { dx: at("dx"), dy: at("dy"), blur, color: [red, green, blue, alpha * opacity] };
}

/** The style of a shape's shadow; null when the shape cannot have it this way. */
export function shadowStyle(
  name: string,
  properties: ReadonlyMap<string, string>,
  { color }: PlainShadow,
): Map<string, string> | null {
  const [red, green, blue, alpha] = color;
  const fill = `rgba(${red},${green},${blue},${formatNumber(alpha)})`;
  if (!SHAPES.has(name) || properties.has("opacity") || properties.has("marker-end")) return null;
  const paints = (key: string): boolean => (properties.get(key) ?? "none") !== "none";
  const style = new Map<string, string>();
  // What is not said here is inherited, and need not be known: shapes of nodes say both.
  if (!properties.has("fill") || !properties.has("stroke")) return null;
  style.set("fill", paints("fill") ? fill : "none");
  style.set("stroke", paints("stroke") ? fill : "none");
  for (const key of ["stroke-width", "stroke-dasharray", "stroke-linejoin"]) {
    const value = properties.get(key);
    if (value) style.set(key, value);
  }
  return style;
}

/** The attributes of a rectangle that covers another one with its line, whose colour `style` then need not draw twice. */
export function grownRect(length: (name: string) => number, style: Map<string, string>): string {
  const line = style.get("stroke") === "none" ? 0 : Number.parseFloat(style.get("stroke-width") ?? "1") || 0;
  if (style.get("fill") !== "none") style.set("stroke", "none");
  const grow = style.get("fill") === "none" ? 0 : line / 2;
  const sides: [string, number][] = [
    ["x", length("x") - grow],
    ["y", length("y") - grow],
    ["width", length("width") + 2 * grow],
    ["height", length("height") + 2 * grow],
    ["rx", length("rx") && length("rx") + grow],
    ["ry", length("ry") && length("ry") + grow],
  ];
  return sides
    .map(([name, value]) => (value === 0 && name.startsWith("r") ? "" : ` ${name}="${formatNumber(value)}"`))
    .join("");
}

/** How far out of the edge of a blurred shape it is still so dark, in units of the blur, from the palest to the darkest. */
const FALL = [1.383, 0.674, 0.21, -0.21, -0.674, -1.383];
/** What a blur makes of a corner. */
const CORNER = 0.8;

/** A blurred rectangle as rectangles over each other, each a bit smaller: the attributes and the colour of each. */
export function blurredRects(
  length: (name: string) => number,
  properties: ReadonlyMap<string, string>,
  { blur, color: [red, green, blue, alpha] }: PlainShadow,
): string {
  const line =
    properties.get("stroke") === "none" ? 0 : Number.parseFloat(properties.get("stroke-width") ?? "1");
  let covered = 0;
  return FALL.map((far, index) => {
    const grow = far * blur + (line || 0) / 2;
    const wanted = (alpha * (index + 1)) / FALL.length;
    const own = covered >= 1 ? 0 : 1 - (1 - wanted) / (1 - covered);
    covered = wanted;
    const radius = Math.max(0, length("rx") + grow + CORNER * blur);
    const sides = [
      length("x") - grow,
      length("y") - grow,
      length("width") + 2 * grow,
      length("height") + 2 * grow,
    ];
    if (sides.some((side, at) => at > 1 && side <= 0)) return "";
    const [x, y, width, height] = sides.map(formatNumber);
    const fill = formatColor([red, green, blue, own]);
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${formatNumber(radius)}" style="fill:${fill};stroke:none"/>`;
  }).join("");
}
