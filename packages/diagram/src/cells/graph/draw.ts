/** Draws a graph that is laid out and routed. */
import { Canvas, type Stroke } from "../canvas.js";
import { LEFT, RIGHT } from "../glyphs.js";
import { lineColor, type Rgb } from "../palette.js";
import { lineCells } from "../rich-text.js";
import { bit, opposite, STEP_COLUMN, STEP_ROW } from "./grid.js";
import type { Layout } from "./layout.js";
import { writeEndTexts } from "./end-texts.js";
import { drawMarker, type Spot } from "./markers.js";
import type { Graph, GraphEdge } from "./model.js";
import { masksOf, type Route, type Routing } from "./router.js";
import type { Way } from "./search.js";
import { drawNode } from "./shapes.js";

/** A drawn graph. */
export interface DrawnGraph {
  readonly canvas: Canvas;
  /** Texts at the ends of lines that found no room. */
  readonly missing: readonly string[];
}

/** Draws groups, nodes, lines and labels, in this order; `isStrict` asks for end texts that nobody can take for others. */
export function drawGraph(
  graph: Graph,
  layout: Layout,
  routing: Routing,
  background: Rgb | null,
  isStrict = false,
): DrawnGraph {
  const canvas = new Canvas();
  drawGroups(canvas, layout, background);
  for (const node of graph.nodes) {
    const rect = layout.nodes.get(node.id);
    const content = layout.contents.get(node.id);
    if (rect && content) drawNode(canvas, node, content, rect, background);
  }
  const spotOf = (cell: number): Spot => routing.grid.spotOf(cell);
  const colors = new Map(graph.edges.map((edge) => [edge, lineColor(edge.color, background)]));
  for (const { index, ways } of routing.routes) {
    const edge = graph.edges[index];
    if (edge) for (const way of ways) drawWay(canvas, way, spotOf, strokeOf(edge, colors.get(edge) ?? null));
  }
  for (const route of routing.routes) {
    const edge = graph.edges[route.index];
    if (edge) drawEnds(canvas, edge, route, spotOf, colors.get(edge) ?? null);
  }
  drawLabels(canvas, layout);
  const missing: string[] = [];
  const boxes = [...layout.nodes.values()];
  for (const route of routing.routes) {
    const edge = graph.edges[route.index];
    if (edge) missing.push(...writeEndTexts(canvas, edge, route, spotOf, boxes, isStrict));
  }
  return { canvas, missing };
}

const strokeOf = (edge: GraphEdge, fg: Rgb | null): Stroke => ({
  fg,
  round: true,
  weight: edge.stroke === "heavy" ? "heavy" : "light",
  dash: edge.stroke === "dashed",
});

function drawGroups(canvas: Canvas, layout: Layout, background: Rgb | null): void {
  for (const { group, title, left, top, width, height } of layout.groups.values()) {
    const fg = lineColor(group.paint.stroke, background) ?? lineColor(group.paint.fill, background);
    canvas.box(left, top, left + width - 1, top + height - 1, {
      fg,
      dash: group.dash || group.paint.dash,
      round: true,
    });
    const [first] = title;
    if (first && title.length === 1)
      canvas.label(left + 2, top, [{ text: " " }, ...first, { text: " " }], { fg, bold: true });
    else
      for (const [index, line] of title.entries())
        canvas.label(left + 3, top + 1 + index, line, { fg, bold: true });
  }
}

function drawWay(canvas: Canvas, way: Way, spotOf: (cell: number) => Spot, stroke: Stroke): void {
  const masks = masksOf(way);
  for (const [index, cell] of way.cells.entries()) {
    const { column, row } = spotOf(cell);
    canvas.line(column, row, masks[index] ?? 0, stroke);
  }
}

function drawEnds(
  canvas: Canvas,
  edge: GraphEdge,
  route: Route,
  spotOf: (cell: number) => Spot,
  fg: Rgb | null,
): void {
  const first = route.ways[0];
  const last = route.ways.at(-1);
  if (!first || !last) return;
  const spots = (cells: readonly (number | undefined)[]): (Spot | undefined)[] =>
    cells.map((cell) => (cell === undefined ? undefined : spotOf(cell)));
  const [start, afterStart] = spots([first.cells[0], first.cells[1]]);
  const [end, beforeEnd] = spots([last.cells.at(-1), last.cells.at(-2)]);
  if (start) {
    if (edge.start === "none") join(canvas, start, opposite(first.first), first.first);
    else drawMarker(canvas, edge.start, opposite(first.first), start, afterStart, fg);
  }
  if (end) {
    if (edge.end === "none") join(canvas, end, last.last, opposite(last.last));
    else drawMarker(canvas, edge.end, last.last, end, beforeEnd, fg);
  }
}

/** A line without a sign grows out of the border of its box. */
function join(canvas: Canvas, at: Spot, toward: 0 | 1 | 2 | 3, side: 0 | 1 | 2 | 3): void {
  const column = at.column + (STEP_COLUMN[toward] ?? 0);
  const row = at.row + (STEP_ROW[toward] ?? 0);
  const cell = canvas.peek(column, row);
  if (cell && cell.mask > 0 && !cell.glyph) cell.mask |= bit(side);
}

function drawLabels(canvas: Canvas, layout: Layout): void {
  for (const [index, rect] of layout.labels) {
    const lines = layout.labelLines.get(index) ?? [];
    for (const [at, line] of lines.entries()) {
      const row = rect.top + at;
      const start = rect.left + Math.floor((rect.width - lineCells(line)) / 2);
      // A line that touches the label where its text is short goes on up to the text.
      reach(canvas, rect.left - 1, rect.left, start - 2, row);
      reach(canvas, rect.left + rect.width, start + lineCells(line) + 1, rect.left + rect.width - 1, row);
      canvas.label(start, row, line);
    }
  }
}

/** Draws a line on from the cell `beside` a label, if one ends there. */
function reach(canvas: Canvas, beside: number, from: number, to: number, row: number): void {
  const cell = canvas.peek(beside, row);
  const toward = beside < from ? RIGHT : LEFT;
  if (!cell || cell.isLabel || (cell.mask & toward) === 0) return;
  for (let column = from; column <= to; column += 1)
    canvas.line(column, row, LEFT | RIGHT, { fg: cell.fg, weight: cell.weight, dash: cell.dash });
}
