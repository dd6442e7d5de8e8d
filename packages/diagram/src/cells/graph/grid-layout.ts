/** Blocks in the columns that their author gave them; a block may span several, and hold a grid of its own. */
import { widestLine } from "../rich-text.js";
import { fitContent, type Content } from "./content.js";
import { Hierarchy } from "./hierarchy.js";
import type { Layout, PlacedGroup } from "./layout.js";
import type { Graph, Rect } from "./model.js";
import { nodeSize } from "./shapes.js";

/** A place in a grid; nothing stands in one without an id. */
export interface GridBlock {
  readonly id: string | null;
  readonly span: number;
  /** How many columns its own grid has; -1 for all in one row. */
  readonly columns: number;
  readonly children: readonly GridBlock[];
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const FRAME_COLUMNS = 2;
const FRAME_ROWS = 1;

/** Lays blocks out. */
export function gridLayout(graph: Graph, root: GridBlock, wrap: number): Layout {
  const gaps = graph.edges.length > 0 ? { columns: 5, rows: 3 } : { columns: 1, rows: 0 };
  const contents = new Map<string, Content>();
  const nodes = new Map<string, Rect>();
  const groups = new Map<string, PlacedGroup>();
  const nodeOf = new Map(graph.nodes.map((node) => [node.id, node]));
  const groupOf = new Map(graph.groups.map((group) => [group.id, group]));
  const sizes = new Map<GridBlock, Size>();
  const grids = new Map<GridBlock, Grid>();

  const measure = (block: GridBlock): Size => {
    let size: Size = { width: 3, height: 1 };
    const node = block.id === null ? undefined : nodeOf.get(block.id);
    if (node) {
      const content = fitContent(node.rows, wrap, 60);
      contents.set(node.id, content);
      size = nodeSize(node, content, false);
    } else if (block.children.length > 0) {
      const grid = gridOf(block, measure, gaps);
      grids.set(block, grid);
      const group = block.id === null ? undefined : groupOf.get(block.id);
      const frame = group ? 1 : 0;
      const title = group ? widestLine(group.title) + 6 : 0;
      size = {
        width: Math.max(title, grid.width + 2 * frame * FRAME_COLUMNS),
        height: grid.height + 2 * frame * (FRAME_ROWS + (graph.edges.length > 0 ? 1 : 0)),
      };
    }
    sizes.set(block, size);
    return size;
  };
  const put = (block: GridBlock, rect: Rect): void => {
    if (block.id !== null && nodeOf.has(block.id)) nodes.set(block.id, rect);
    const group = block.id === null ? undefined : groupOf.get(block.id);
    if (group) groups.set(group.id, { ...rect, group, title: group.title.slice(0, 1) });
    const grid = grids.get(block);
    if (!grid) return;
    const frame = group ? 1 : 0;
    const extra = rect.width - 2 * frame * FRAME_COLUMNS - grid.width;
    const rows = FRAME_ROWS + (graph.edges.length > 0 ? 1 : 0);
    for (const { child, left, top, width, height, end } of grid.places)
      put(child, {
        left: rect.left + frame * FRAME_COLUMNS + left,
        top: rect.top + frame * rows + top,
        width: width + (end ? Math.max(0, extra) : 0),
        height,
      });
  };
  const size = measure(root);
  put(root, { left: 0, top: 0, ...size });
  return {
    ...size,
    nodes,
    groups,
    contents,
    labels: new Map(),
    labelLines: new Map(),
    hierarchy: new Hierarchy(graph),
    direction: "TB",
  };
}

interface Grid extends Size {
  readonly places: readonly {
    child: GridBlock;
    left: number;
    top: number;
    width: number;
    height: number;
    end: boolean;
  }[];
}

function gridOf(
  block: GridBlock,
  measure: (child: GridBlock) => Size,
  gaps: { columns: number; rows: number },
): Grid {
  const columns =
    block.columns > 0 ? block.columns : block.children.reduce((sum, child) => sum + child.span, 0);
  const rows: { child: GridBlock; size: Size; at: number; span: number }[][] = [[]];
  let at = 0;
  for (const child of block.children) {
    const span = Math.min(child.span, columns);
    if (at + span > columns) {
      rows.push([]);
      at = 0;
    }
    rows.at(-1)?.push({ child, size: measure(child), at, span });
    at += span;
  }
  let column = 3;
  for (const row of rows)
    for (const { size, span } of row)
      column = Math.max(column, Math.ceil((size.width - (span - 1) * gaps.columns) / span));
  const used = Math.max(...rows.map((row) => row.reduce((sum, one) => sum + one.span, 0)));
  let top = 0;
  const places: Grid["places"][number][] = [];
  for (const row of rows) {
    const height = Math.max(1, ...row.map(({ size }) => size.height));
    for (const { child, at: start, span } of row)
      places.push({
        child,
        left: start * (column + gaps.columns),
        top,
        width: span * column + (span - 1) * gaps.columns,
        height,
        end: start + span === columns,
      });
    top += height + gaps.rows;
  }
  return { width: used * column + (used - 1) * gaps.columns, height: top - gaps.rows, places };
}
