/** A graph that is too large for one drawing, group by group: each drawn by itself, and what runs between them as a list. */
import { Canvas } from "../canvas.js";
import type { Rgb } from "../palette.js";
import { type Line, lineText, plain, sign, wrapLines } from "../rich-text.js";
import type { Layout } from "./layout.js";
import { markerText } from "./markers.js";
import type { Graph, GraphEdge, GraphGroup } from "./model.js";
import { nodeTexts } from "./outline.js";

/** A graph as it fits; without a layout it is an outline. */
export interface FittedGraph {
  readonly canvas: Canvas;
  readonly layout: Layout | null;
}

/** Draws a part of a graph. */
type Fit = (graph: Graph, columns: number, background: Rgb | null) => FittedGraph;

const RIGHTWARD = 1;
const LEFTWARD = 3;
const MOST_LEVELS = 60;

/** Draws a graph by its outermost groups; null when there are none to speak of, or when none of them can be drawn. */
export function pageGraph(graph: Graph, columns: number, background: Rgb | null, fit: Fit): Canvas | null {
  const outermost = outermostGroups(graph);
  const partOf = (id: string): string | null => outermost.get(id) ?? null;
  // In the order in which their author began to fill them.
  const order = graph.nodes.map((node) => partOf(node.id));
  const tops = graph.groups
    .filter((group) => group.parent === null)
    .toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
  if (tops.length < 2) return null;
  const parts = [...tops, null].flatMap((top) => {
    const part = subgraph(graph, top, partOf);
    return part.nodes.length > 0 ? [{ top, fitted: fit(part, columns, background) }] : [];
  });
  if (!parts.some(({ fitted }) => fitted.layout)) return null;
  const canvas = new Canvas();
  let row = 0;
  for (const { top, fitted } of parts) {
    if (row > 0) row += 1;
    for (const line of wrapLines(top?.title ?? [], Math.max(8, columns - 4))) {
      canvas.signs(0, row, "──");
      canvas.label(3, row, line, { bold: true });
      row += 1;
    }
    const extent = fitted.canvas.extent();
    canvas.draw(fitted.canvas, -extent.first, row - extent.top);
    row += fitted.canvas.height - extent.top;
  }
  row += 1;
  const nameOf = namer(graph);
  for (const edge of graph.edges) {
    if (edge.stroke === "invisible" || (partOf(edge.from) === partOf(edge.to) && isInside(graph, edge)))
      continue;
    for (const line of wrapLines([betweenLine(edge, nameOf)], columns)) {
      canvas.label(0, row, line);
      row += 1;
    }
  }
  return canvas;
}

/** Whether both ends stand inside their part, and are not the part itself. */
const isInside = (graph: Graph, edge: GraphEdge): boolean =>
  !graph.groups.some((group) => group.parent === null && (group.id === edge.from || group.id === edge.to));

/** For everything in a group, the outermost group around it. */
function outermostGroups(graph: Graph): Map<string, string> {
  const parents = new Map([...graph.groups, ...graph.nodes].map(({ id, parent }) => [id, parent]));
  const found = new Map<string, string>();
  for (const id of parents.keys()) {
    let at = id;
    for (let depth = 0; depth < MOST_LEVELS; depth += 1) {
      const up = parents.get(at) ?? null;
      if (up === null) break;
      at = up;
    }
    if (at !== id || graph.groups.some((group) => group.id === id)) found.set(id, at);
  }
  return found;
}

/** What stands in one outermost group, without its frame; for null, what stands in none. */
function subgraph(graph: Graph, top: GraphGroup | null, partOf: (id: string) => string | null): Graph {
  const isOwn = (id: string): boolean => partOf(id) === (top?.id ?? null);
  const lifted = <T extends { readonly parent: string | null }>(item: T): T =>
    item.parent === top?.id ? { ...item, parent: null } : item;
  return {
    direction: top?.direction ?? graph.direction,
    nodes: graph.nodes.filter((node) => isOwn(node.id)).map(lifted),
    groups: graph.groups.filter((group) => group.id !== top?.id && isOwn(group.id)).map(lifted),
    edges: graph.edges.filter(
      (edge) => isOwn(edge.from) && isOwn(edge.to) && edge.from !== top?.id && edge.to !== top?.id,
    ),
  };
}

function namer(graph: Graph): (id: string) => string {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const groups = new Map(graph.groups.map((group) => [group.id, group]));
  return (id) => {
    const node = nodes.get(id);
    const [first] = node ? nodeTexts(node) : (groups.get(id)?.title ?? []);
    return first ? lineText(first) : (node?.sign ?? id);
  };
}

function betweenLine(edge: GraphEdge, nameOf: (id: string) => string): Line {
  const dash = edge.stroke === "heavy" ? "━" : edge.stroke === "dashed" ? "╌" : "─";
  const label = [edge.startText, edge.label.map(lineText).join(" "), edge.endText].filter(Boolean).join(" ");
  return [
    ...plain(`${nameOf(edge.from)} `),
    sign(`${markerText(edge.start, LEFTWARD)}${dash}`),
    ...(label ? plain(` ${label} `) : []),
    sign(`${dash}${markerText(edge.end, RIGHTWARD)}`),
    ...plain(` ${nameOf(edge.to)}`),
  ];
}
