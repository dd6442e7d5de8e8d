/** How large a node is in cells, and its outline. */
import type { Canvas, Stroke } from "../canvas.js";
import { inkOn, lineColor, type Rgb } from "../palette.js";
import { type Content, writeContent } from "./content.js";
import type { GraphNode, Rect, Shape } from "./model.js";

/** Cells between the outline and the text, on each side, beyond the one that every shape has. */
const EXTRA: Partial<Record<Shape, number>> = {
  stadium: 1,
  subroutine: 1,
  diamond: 1,
  hexagon: 1,
  flag: 1,
  "lean-right": 1,
  "lean-left": 1,
  trapezoid: 1,
  "inverted-trapezoid": 1,
};

/** The size of a node around its content. */
export function nodeSize(
  node: GraphNode,
  content: Content,
  isSideways: boolean,
): { width: number; height: number } {
  const rows = content.rows.length;
  if (node.shape === "dot") return { width: 1, height: 1 };
  if (node.shape === "bar") return isSideways ? { width: 1, height: 3 } : { width: 9, height: 1 };
  if (node.shape === "bare") return { width: Math.max(1, content.width), height: Math.max(1, rows) };
  return {
    width: Math.max(1, content.width) + 4 + 2 * (EXTRA[node.shape] ?? 0),
    height: Math.max(1, rows) + 2 + (node.shape === "cylinder" ? 1 : 0),
  };
}

/** Draws a node with what stands in it. */
export function drawNode(
  canvas: Canvas,
  node: GraphNode,
  content: Content,
  rect: Rect,
  background: Rgb | null,
): void {
  const { paint, shape } = node;
  const right = rect.left + rect.width - 1;
  const bottom = rect.top + rect.height - 1;
  const stroke = lineColor(paint.stroke, background) ?? lineColor(paint.fill, background);
  if (shape === "dot") {
    canvas.sign(rect.left, rect.top, node.sign ?? "●", stroke);
    return;
  }
  if (shape === "bar") {
    for (let row = rect.top; row <= bottom; row += 1)
      for (let column = rect.left; column <= right; column += 1)
        canvas.sign(column, row, rect.width > rect.height ? "▬" : "┃", stroke);
    return;
  }
  const ink = paint.fill ? inkOn(paint.fill, paint.ink) : lineColor(paint.ink, background);
  if (shape !== "bare") {
    if (paint.fill) canvas.fill(rect.left + 1, rect.top + 1, right - 1, bottom - 1, paint.fill);
    const line: Stroke = { fg: stroke, weight: paint.heavy ? "heavy" : "light", dash: paint.dash };
    outline(canvas, shape, { left: rect.left, top: rect.top, right, bottom }, line);
  }
  const inset = shape === "bare" ? 0 : 2 + (EXTRA[shape] ?? 0);
  const lid = shape === "cylinder" ? 1 : 0;
  const frame = shape === "bare" ? 0 : 1;
  const slack = rect.height - 2 * frame - lid - content.rows.length;
  const hasRules = content.rows.some((row) => row.kind === "rule");
  writeContent(
    canvas,
    content,
    {
      column: rect.left + inset,
      row: rect.top + frame + lid + (hasRules ? 0 : Math.max(0, Math.floor(slack / 2))),
      width: rect.width - 2 * inset,
      left: rect.left,
      right,
    },
    { ink, stroke },
  );
}

interface Edges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Signs for the four corners (from the upper left, clockwise) and for the two sides of slanted shapes. */
const SLANTED: Partial<Record<Shape, { corners: string; sides: string }>> = {
  diamond: { corners: "╱╲╱╲", sides: "<>" },
  hexagon: { corners: "╱╲╱╲", sides: "‹›" },
  "lean-right": { corners: "╱╱╱╱", sides: "╱╱" },
  "lean-left": { corners: "╲╲╲╲", sides: "╲╲" },
  trapezoid: { corners: "╱╲╲╱", sides: "╱╲" },
  "inverted-trapezoid": { corners: "╲╱╱╲", sides: "╲╱" },
};

function outline(canvas: Canvas, shape: Shape, edges: Edges, stroke: Stroke): void {
  const { left, top, right, bottom } = edges;
  const fg = stroke.fg ?? null;
  const sides = (first: string, second: string): void => {
    for (let row = top + 1; row < bottom; row += 1) {
      canvas.sign(left, row, first, fg);
      canvas.sign(right, row, second, fg);
    }
  };
  const slanted = SLANTED[shape];
  if (slanted) {
    // The points of a diamond stand out by one cell.
    const tip = shape === "diamond" || shape === "hexagon" ? 1 : 0;
    const [upperLeft = "", upperRight = "", lowerRight = "", lowerLeft = ""] = slanted.corners;
    canvas.horizontal(left + tip, right - tip, top, stroke);
    canvas.horizontal(left + tip, right - tip, bottom, stroke);
    canvas.sign(left + tip, top, upperLeft, fg);
    canvas.sign(right - tip, top, upperRight, fg);
    canvas.sign(right - tip, bottom, lowerRight, fg);
    canvas.sign(left + tip, bottom, lowerLeft, fg);
    sides(slanted.sides[0] ?? "", slanted.sides[1] ?? "");
    return;
  }
  switch (shape) {
    case "stadium":
      canvas.box(left, top, right, bottom, { ...stroke, round: true });
      sides("(", ")");
      return;
    case "double":
      canvas.box(left, top, right, bottom, { ...stroke, weight: "double" });
      return;
    case "cylinder":
      canvas.box(left, top, right, bottom, { ...stroke, round: true });
      canvas.horizontal(left, right, top + 1, stroke);
      canvas.vertical(left, top, bottom, stroke);
      canvas.vertical(right, top, bottom, stroke);
      return;
    case "subroutine":
      canvas.box(left, top, right, bottom, stroke);
      canvas.vertical(left + 1, top, bottom, stroke);
      canvas.vertical(right - 1, top, bottom, stroke);
      return;
    case "flag":
      canvas.box(left, top, right, bottom, stroke);
      for (let row = top + 1; row < bottom; row += 1) canvas.sign(left, row, ">", fg);
      return;
    case "note":
      canvas.box(left, top, right, bottom, stroke);
      canvas.sign(right, top, "◥", fg);
      return;
    default:
      canvas.box(left, top, right, bottom, { ...stroke, round: shape === "round" });
  }
}
