/** Block diagrams: a grid of blocks as the author set it out, with the edges routed between them. */
import { drawGraph } from "../graph/draw.js";
import { fitGraph } from "../graph/fit.js";
import { gridLayout, type GridBlock } from "../graph/grid-layout.js";
import { edgeFromData, paintFrom } from "../graph/from-data.js";
import type { MermaidEdge } from "../graph/mermaid-data.js";
import type { Graph, GraphGroup, GraphNode } from "../graph/model.js";
import { routeEdges } from "../graph/router.js";
import { shapeNamed } from "../graph/shape-names.js";
import { parseLabel } from "../label.js";
import { type Line, sign, widestLine } from "../rich-text.js";
import type { Painter } from "./scene.js";

interface Block {
  readonly id: string;
  readonly label?: string;
  readonly type?: string;
  readonly columns?: number;
  readonly widthInColumns?: number;
  readonly width?: number;
  readonly directions?: readonly string[];
  readonly children?: readonly Block[];
  readonly classes?: readonly string[];
  readonly styles?: readonly string[];
}

interface BlockDb {
  getBlocks(): readonly Block[];
  getBlocksFlat(): readonly Block[];
  getEdges(): readonly MermaidEdge[];
  getColumns(id: string): number;
  getClasses(): ReadonlyMap<string, { readonly styles?: readonly string[] }>;
}

/** Least cells of a drawn arrow. */
const ARROW_LENGTH = 6;
const MOST_DEPTH = 20;
const MARGIN = 2;

export const paintBlock: Painter = (db, scene) => {
  const blocks = db as BlockDb;
  const nodes: GraphNode[] = [];
  const groups: GraphGroup[] = [];
  const classes = blocks.getClasses();
  const read = (block: Block, parent: string | null, depth: number): GridBlock | null => {
    const span = Math.max(1, block.widthInColumns ?? 1);
    if (block.type === "space")
      return {
        id: null,
        span: Math.max(1, block.width ?? block.widthInColumns ?? 1),
        columns: 1,
        children: [],
      };
    if (block.type === "edge" || block.type === "column-setting") return null;
    const styles = (block.classes ?? []).flatMap((name) => classes.get(name)?.styles ?? []);
    const paint = paintFrom([...styles, ...(block.styles ?? [])]);
    const label = parseLabel(block.label);
    if (block.type === "composite" && depth < MOST_DEPTH) {
      const isNamed = block.label !== undefined && block.label !== block.id && !block.label.startsWith("id-");
      groups.push({
        id: block.id,
        parent,
        title: isNamed ? label.slice(0, 2) : [],
        direction: null,
        dash: false,
        paint,
      });
      const children = (block.children ?? []).flatMap((child) => read(child, block.id, depth + 1) ?? []);
      return { id: block.id, span, columns: block.columns ?? -1, children };
    }
    const isArrow = block.type === "block_arrow";
    const rows = isArrow ? arrowAround(label, block.directions ?? []) : label;
    nodes.push({
      id: block.id,
      parent,
      shape: isArrow ? "bare" : shapeNamed(block.type ?? "square"),
      rows: rows.map((line) => ({ kind: "text", line, align: "center" })),
      paint,
    });
    return { id: block.id, span, columns: 1, children: [] };
  };
  const children = blocks.getBlocks().flatMap((block) => read(block, null, 0) ?? []);
  const root = blocks.getBlocksFlat().find((block) => block.id === "root");
  const graph: Graph = { direction: "TB", nodes, groups, edges: blocks.getEdges().map(edgeFromData) };
  const grid: GridBlock = { id: null, span: 1, columns: root?.columns ?? -1, children };
  if (graph.edges.every((edge) => edge.label.length === 0))
    for (const wrap of [24, 16, 10]) {
      const layout = gridLayout(graph, grid, wrap);
      if (layout.width > scene.columns) continue;
      const margin = Math.min(MARGIN, Math.floor((scene.columns - layout.width) / 2));
      for (const rect of [...layout.nodes.values(), ...layout.groups.values()]) {
        rect.left += margin;
        rect.top += MARGIN;
      }
      const routing = routeEdges(graph, layout, {
        width: layout.width + 2 * margin,
        height: layout.height + 2 * MARGIN,
      });
      if (routing.failed.length === 0)
        return { canvas: drawGraph(graph, layout, routing, scene.background).canvas };
    }
  return { canvas: fitGraph(graph, scene.columns, scene.background).canvas };
};

/** A thick arrow below a label that it goes across with, or above and below one that it goes up or down with. */
function arrowAround(label: readonly Line[], directions: readonly string[]): Line[] {
  const has = (...names: readonly string[]): boolean => names.some((name) => directions.includes(name));
  const length = Math.max(ARROW_LENGTH, widestLine(label));
  const across = (has("left", "x") ? "◄" : "━") + "━".repeat(length - 2) + (has("right", "x") ? "►" : "━");
  const isDown = has("up", "down", "y");
  return [
    ...(isDown ? [[sign(has("up", "y") ? "▲" : "┃")]] : []),
    ...label,
    ...(has("left", "right", "x") ? [[sign(across)]] : []),
    ...(isDown ? [[sign(has("down", "y") ? "▼" : "┃")]] : []),
  ];
}
