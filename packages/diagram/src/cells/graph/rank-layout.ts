/** Places boxes that hang together in ranks, in cells: dagre, with sizes and gaps counted in characters. */
import { Graph as DagreGraph } from "dagre-d3-es/src/graphlib/index.js";
import { layout } from "dagre-d3-es/src/dagre/index.js";
import type { LevelEdge } from "./hierarchy.js";
import { type Direction, isHorizontal, type Rect } from "./model.js";

/** Cells between boxes. */
export interface Gaps {
  /** Between neighbours in a rank, in columns and in rows. */
  readonly columns: number;
  readonly rows: number;
  /** Between ranks, when the flow goes sideways and when it goes down. */
  readonly rankColumns: number;
  readonly rankRows: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where boxes and labels of edges stand; the upper left corner is 0, 0. */
export interface Placed extends Size {
  readonly boxes: ReadonlyMap<string, Rect>;
  readonly labels: ReadonlyMap<number, Rect>;
}

/** What dagre writes back. */
interface PlacedNode {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Lays out boxes joined by edges; `labelSize` is null for an edge without a label. */
export function rankLayout(
  sizes: ReadonlyMap<string, Size>,
  edges: readonly LevelEdge[],
  labelSize: (edge: LevelEdge) => Size | null,
  direction: Direction,
  gaps: Gaps,
): Placed {
  const sideways = isHorizontal(direction);
  const graph = new DagreGraph({ multigraph: true });
  graph.setGraph({
    rankdir: direction,
    nodesep: sideways ? gaps.rows : gaps.columns,
    edgesep: sideways ? 1 : 2,
    ranksep: sideways ? gaps.rankColumns : gaps.rankRows,
    marginx: 0,
    marginy: 0,
  });
  for (const [id, size] of sizes) graph.setNode(id, { ...size });
  for (const levelEdge of edges) {
    const { index, edge, from, to } = levelEdge;
    const size =
      labelSize(levelEdge) ?? (needsRoom(levelEdge) ? { width: 3, height: 1 } : { width: 0, height: 0 });
    graph.setEdge(
      from,
      to,
      { ...size, labelpos: "c", minlen: Math.max(1, edge.length), weight: 1 },
      `e${index}`,
    );
  }
  layout(graph, {});
  const boxes = new Map([...sizes.keys()].map((id) => [id, toRect(graph.node(id) as PlacedNode)]));
  const labels = new Map<number, Rect>();
  for (const levelEdge of edges) {
    const { index, from, to } = levelEdge;
    if (labelSize(levelEdge)) labels.set(index, toRect(graph.edge(from, to, `e${index}`) as PlacedNode));
  }
  const all = [...boxes.values(), ...labels.values()];
  squeeze(all, "left", "width", sideways ? gaps.rankColumns + 2 : gaps.columns + 2);
  squeeze(all, "top", "height", sideways ? gaps.rows + 2 : gaps.rankRows + 2);
  return {
    width: Math.max(...all.map((rect) => rect.left + rect.width)),
    height: Math.max(...all.map((rect) => rect.top + rect.height)),
    boxes,
    labels,
  };
}

/** Loops, and lines with a sign at both ends, which would touch each other. */
const needsRoom = ({ edge, from, to }: LevelEdge): boolean =>
  from === to || (edge.start !== "none" && edge.end !== "none");

const toRect = ({ x, y, width, height }: PlacedNode): Rect => ({
  left: Math.round(x - width / 2),
  top: Math.round(y - height / 2),
  width,
  height,
});

/** Moves everything to the edge, and closes gaps across the whole drawing that are wider than `most`. */
function squeeze(
  rects: readonly Rect[],
  start: "left" | "top",
  size: "width" | "height",
  most: number,
): void {
  const sorted = [...rects].sort((one, other) => one[start] - other[start]);
  let shift = sorted[0]?.[start] ?? 0;
  let end = shift;
  for (const rect of sorted) {
    shift += Math.max(0, rect[start] - end - most);
    end = Math.max(end, rect[start] + rect[size]);
    rect[start] -= shift;
  }
}
