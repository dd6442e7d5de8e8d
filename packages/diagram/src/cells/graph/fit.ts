/** Tries ways to lay a graph out until one fits into the columns and every edge finds its way; at last an outline. */
import type { Rgb } from "../palette.js";
import { alignLabels } from "./align-labels.js";
import { drawGraph } from "./draw.js";
import { type Layout, layoutGraph, type Variant } from "./layout.js";
import { type Graph, isHorizontal, type Rect } from "./model.js";
import { outlineGraph } from "./outline.js";
import { type FittedGraph, pageGraph } from "./pages.js";
import type { Gaps } from "./rank-layout.js";
import { routeEdges } from "./router.js";

/** Larger graphs are given as an outline at once. */
const MOST_NODES = 250;
/** Graphs above this are laid out in fewer ways. */
const MANY_NODES = 90;
/** Free cells around a drawing for lines that go around it. */
const MARGIN_COLUMNS = 4;
const MARGIN_ROWS = 2;
/** How often gaps are widened because an edge found no way. */
const LOOSENINGS = 3;

/** Draws a graph in at most `columns`. */
export function fitGraph(graph: Graph, columns: number, background: Rgb | null): FittedGraph {
  const budget = { routings: routingsFor(graph) };
  if (graph.nodes.length <= MOST_NODES)
    for (const variant of variantsFor(graph)) {
      if (budget.routings <= 0) break;
      const layout = layoutGraph(graph, columns, variant);
      if (layout.width > columns) continue;
      const fitted = routed(graph, columns, variant, layout, background, budget);
      if (fitted) return fitted;
    }
  const pages = pageGraph(graph, columns, background, fitGraph);
  return { canvas: pages ?? outlineGraph(graph, columns, background), layout: null };
}

/** How often all edges may be routed before something simpler is drawn. */
const routingsFor = ({ edges }: Graph): number => (edges.length <= 20 ? 20 : edges.length <= 80 ? 9 : 4);

function variantsFor(graph: Graph): Variant[] {
  const hasFeet = graph.edges.some((edge) => isWide(edge.start) || isWide(edge.end));
  const hasTexts = graph.edges.some((edge) => edge.startText || edge.endText);
  const rankRows = hasFeet || hasTexts ? 4 : 2;
  const normal: Gaps = { columns: 4, rows: 1, rankColumns: hasFeet ? 9 : 6, rankRows };
  const tight: Gaps = { columns: 2, rows: 1, rankColumns: hasFeet ? 7 : 4, rankRows };
  const make = (gaps: Gaps, wrap: number, turn = false): Variant => ({ gaps, wrap, turn, padding: 0 });
  if (graph.nodes.length > MANY_NODES) return [make(tight, 24), make(tight, 14), make(tight, 20, true)];
  return isHorizontal(graph.direction)
    ? [
        make(normal, 28),
        make(tight, 24),
        make(tight, 16),
        make(normal, 28, true),
        make(tight, 20, true),
        make(tight, 14, true),
        make(tight, 10, true),
      ]
    : [
        make(normal, 28),
        make(tight, 24),
        make(tight, 18),
        make(tight, 14),
        make(normal, 24, true),
        make(tight, 18, true),
        make(tight, 10),
        make(tight, 12, true),
      ];
}

const isWide = (marker: string): boolean => marker.endsWith("-one") || marker.endsWith("-many");

/** Routes with wider and wider gaps; null when some edge has no way even so. */
function routed(
  graph: Graph,
  columns: number,
  variant: Variant,
  first: Layout,
  background: Rgb | null,
  budget: { routings: number },
): FittedGraph | null {
  let layout = first;
  for (let round = 0; round <= LOOSENINGS; round += 1) {
    if (round > 0) layout = layoutGraph(graph, columns, loosened(variant, round));
    if (layout.width > columns) return null;
    alignLabels(graph, layout);
    const size = withMargins(layout, columns);
    if (budget.routings <= 0) return null;
    let routing = routeEdges(graph, layout, size);
    budget.routings -= 1;
    if (routing.failed.length > 0) {
      routing = routeEdges(graph, layout, size, routing.failed);
      budget.routings -= 1;
    }
    if (routing.failed.length > 0) continue;
    const drawn = drawGraph(graph, layout, routing, background, round < LOOSENINGS);
    if (drawn.missing.length === 0) return { canvas: drawn.canvas, layout };
  }
  return null;
}

function loosened(variant: Variant, round: number): Variant {
  const { gaps } = variant;
  return {
    ...variant,
    padding: variant.padding + (round > 1 ? 1 : 0),
    gaps: {
      columns: gaps.columns + round,
      rows: gaps.rows + round,
      rankColumns: gaps.rankColumns + 2 * round,
      rankRows: gaps.rankRows + 2 * round,
    },
  };
}

/** Moves a layout so that lines can go around it, as far as the columns allow. */
function withMargins(layout: Layout, columns: number): { width: number; height: number } {
  const margin = Math.max(0, Math.min(MARGIN_COLUMNS, Math.floor((columns - layout.width) / 2)));
  const rects: Rect[] = [...layout.nodes.values(), ...layout.groups.values(), ...layout.labels.values()];
  for (const rect of rects) {
    rect.left += margin;
    rect.top += MARGIN_ROWS;
  }
  const right = Math.min(columns, layout.width + 2 * margin + (columns > layout.width + 2 * margin ? 1 : 0));
  return { width: right, height: layout.height + 2 * MARGIN_ROWS };
}
