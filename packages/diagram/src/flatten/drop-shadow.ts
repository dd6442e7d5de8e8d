// Shadows without blur as shapes. Mermaid gives most nodes a filter that copies them a few units to the side; as a filter
// each costs a picture of its own, which took four fifths of the time of a large PNG.
import { parseColor } from "../css/color.js";
import type { Element } from "../dom/element.js";
import type { StyleResolver } from "../layout/style-resolver.js";
import { formatNumber } from "./markup.js";

/** A copy of a shape in one colour, so far to the right and below. */
export interface PlainShadow {
  readonly dx: number;
  readonly dy: number;
  readonly fill: string;
}

const SHAPES = new Set(["rect", "circle", "ellipse", "path", "polygon"]);

/** The shadow that a filter makes; null when it does anything else. */
export function plainShadow(filter: Element | undefined, styles: StyleResolver): PlainShadow | null {
  const [step, ...others] = filter?.children ?? [];
  if (step?.localName !== "feDropShadow" || others.length > 0) return null;
  if (Number.parseFloat(step.getAttribute("stdDeviation") ?? "2") !== 0) return null;
  const { own } = styles.of(step);
  const color = parseColor(own.get("flood-color")?.value ?? "#000");
  const opacity = Number(own.get("flood-opacity")?.value ?? 1);
  if (!color || !Number.isFinite(opacity)) return null;
  const [red, green, blue, alpha] = color;
  const at = (name: string): number => Number(step.getAttribute(name) ?? 2) || 0;
  return {
    dx: at("dx"),
    dy: at("dy"),
    fill: `rgba(${red},${green},${blue},${formatNumber(alpha * opacity)})`,
  };
}

/** The style of a shape's shadow; null when the shape cannot have it this way. */
export function shadowStyle(
  name: string,
  properties: ReadonlyMap<string, string>,
  { fill }: PlainShadow,
): Map<string, string> | null {
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
