/** A path with its colours, lines and opacities. */
import type { Box } from "../layout/box.js";
import { multiply } from "../layout/matrix.js";
import { pathBox } from "../layout/path-geometry.js";
import { boxMatrix, transformOf } from "./boxes.js";
import { gradientPattern } from "./gradients.js";
import { matrixNumbers, number, numbers, pathOperators, rgb, USUAL_MITER_LIMIT } from "./operators.js";
import { type Definitions, numberOf, type Outline } from "./outlines.js";
import type { Resources } from "./resources.js";
import type { Placement } from "./placement.js";

const CAPS: Readonly<Record<string, number>> = { butt: 0, round: 1, square: 2 };
const JOINS: Readonly<Record<string, number>> = { miter: 0, round: 1, bevel: 2 };

/** Writes paths. */
export class PathPainter {
  readonly #definitions: Definitions;
  readonly #resources: Resources;

  constructor(definitions: Definitions, resources: Resources) {
    this.#definitions = definitions;
    this.#resources = resources;
  }

  /** The operators that paint a path, and leave nothing set but colours and the width of lines. */
  paint(path: Outline, around: Placement): string {
    const { attributes } = path;
    const outline = attributes.get("visibility") === "hidden" ? "" : pathOperators(attributes.get("d") ?? "");
    const fill = outline && this.#paint(path, "fill", around);
    const stroke = outline && this.#paint(path, "stroke", around);
    if (!fill && !stroke) return "";
    const own = attributes.has("transform") ? `${matrixNumbers(transformOf(path))} cm\n` : "";
    const set = own + this.#opacities(path) + (stroke ? lineStyle(path) : "");
    const width = stroke ? `${number(numberOf(path, "stroke-width", 1))} w\n` : "";
    const body = fill + stroke + width + this.#operators(path, outline, fill !== "", stroke !== "");
    return set ? `q\n${set}${body}Q\n` : body;
  }

  #operators(path: Outline, outline: string, hasFill: boolean, hasStroke: boolean): string {
    const isEvenOdd = path.attributes.get("fill-rule") === "evenodd";
    const fill = isEvenOdd ? "f*" : "f";
    if (!hasStroke) return `${outline}${fill}\n`;
    if (!hasFill) return `${outline}S\n`;
    const isOpaque = ["stroke-opacity", "fill-opacity"].every((name) => numberOf(path, name, 1) === 1);
    const hasGradient = ["stroke", "fill"].some((name) => this.#definitions.of(path, name) !== undefined);
    const isLineFirst = path.attributes.get("paint-order")?.startsWith("stroke") === true;
    // In one, the line would replace what it covers of the area instead of lying over it; and some viewers lose a gradient.
    if (isOpaque && !isLineFirst && !hasGradient) return `${outline}${isEvenOdd ? "B*" : "B"}\n`;
    return isLineFirst ? `${outline}S\n${outline}${fill}\n` : `${outline}${fill}\n${outline}S\n`;
  }

  /** Sets the colour or the gradient that is painted with; empty when there is none. */
  #paint(path: Outline, name: "fill" | "stroke", { matrix, recolor }: Placement): string {
    const value = path.attributes.get(name) ?? (name === "fill" ? "#000000" : "none");
    const isSeen = name === "fill" ? hasArea(path) : numberOf(path, "stroke-width", 1) > 0;
    if (value === "none" || !isSeen) return "";
    const gradient = this.#definitions.of(path, name);
    if (!gradient) {
      const color = rgb(value);
      return `${numbers(recolor ? recolor(color) : color)} ${name === "fill" ? "rg" : "RG"}\n`;
    }
    const units = boxMatrix(boxOf(path));
    // Parts of a box that is a line have no length.
    if (units[0] * units[3] === 0 && gradient.attributes.get("gradientUnits") !== "userSpaceOnUse") return "";
    const pattern = gradientPattern(gradient, multiply(matrix, transformOf(path)), units, recolor);
    const set = this.#resources.name("Pattern", pattern);
    return name === "fill" ? `/Pattern cs ${set} scn\n` : `/Pattern CS ${set} SCN\n`;
  }

  #opacities(path: Outline): string {
    const [fill, stroke] = [numberOf(path, "fill-opacity", 1), numberOf(path, "stroke-opacity", 1)];
    if (fill === 1 && stroke === 1) return "";
    return `${this.#resources.name("ExtGState", `<< /ca ${number(fill)} /CA ${number(stroke)} >>`)} gs\n`;
  }
}

const boxOf = ({ attributes }: Outline): Readonly<Box> => pathBox(attributes.get("d") ?? "");

/** Whether there is anything to fill: of an area that is a line, PDF would show the line. */
function hasArea(path: Outline): boolean {
  const { left, top, right, bottom } = boxOf(path);
  return right > left && bottom > top && /[CQ]|L[^L]*L/.test(path.attributes.get("d") ?? "");
}

/** Sets what is unusual about a line. */
function lineStyle(path: Outline): string {
  const { attributes } = path;
  const cap = CAPS[attributes.get("stroke-linecap") ?? "butt"] ?? 0;
  const join = JOINS[attributes.get("stroke-linejoin") ?? "miter"] ?? 0;
  const limit = numberOf(path, "stroke-miterlimit", USUAL_MITER_LIMIT);
  const dashes = dashesOf(attributes.get("stroke-dasharray") ?? "");
  return [
    cap === 0 ? "" : `${cap} J\n`,
    join === 0 ? "" : `${join} j\n`,
    limit === USUAL_MITER_LIMIT ? "" : `${number(Math.max(1, limit))} M\n`,
    dashes.length > 0 ? `[${numbers(dashes)}] ${number(numberOf(path, "stroke-dashoffset", 0))} d\n` : "",
  ].join("");
}

/** Lengths of dashes and of the gaps after them, without those that come to nothing; none when they cannot be used. */
function dashesOf(written: string): number[] {
  const all = written.split(/[\s,]+/).map(Number);
  const dashes: number[] = [];
  for (let at = 0; at + 1 < all.length; at += 2) {
    const [dash = 0, gap = 0] = all.slice(at, at + 2);
    if (dash + gap > 0) dashes.push(dash, gap);
  }
  return dashes.every((length) => length >= 0) ? dashes : [];
}
