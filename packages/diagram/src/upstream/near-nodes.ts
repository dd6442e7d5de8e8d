/**
 * Which nodes are near each other, for the force layouts of architecture diagrams and mind maps. layout-base lays a grid over
 * the drawing and notes each node in every cell that it covers: when groups are far apart, millions of cells for a dozen nodes. Here
 * the nodes are compared with each other, and come in the order in which the cells would have given them.
 */

/** A node of layout-base, as far as its place in the grid goes. */
export interface Celled {
  readonly startX: number;
  readonly finishX: number;
  readonly startY: number;
  readonly finishY: number;
  getRect(): { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  setGridCoordinates(startX: number, finishX: number, startY: number, finishY: number): void;
}

/** What the grid lies over. */
export interface GridFrame {
  getLeft(): number;
  getRight(): number;
  getTop(): number;
  getBottom(): number;
}

/** A cell costs as much as comparing so many pairs of nodes. */
const PAIRS_PER_CELL = 8;

export class NearNodes<Node extends Celled> {
  readonly #nodes: readonly Node[];
  readonly #lastColumn: number;
  readonly #lastRow: number;

  private constructor(nodes: readonly Node[], lastColumn: number, lastRow: number) {
    this.#nodes = nodes;
    this.#lastColumn = lastColumn;
    this.#lastRow = lastRow;
  }

  /** Places the nodes; undefined when a grid does it as well, or when a node lies outside of it. */
  static place<Node extends Celled>(
    nodes: readonly Node[],
    frame: GridFrame,
    cell: number,
  ): NearNodes<Node> | undefined {
    const [left, top] = [frame.getLeft(), frame.getTop()];
    const columns = Math.ceil((frame.getRight() - left) / cell);
    const rows = Math.ceil((frame.getBottom() - top) / cell);
    if (!(columns * rows * PAIRS_PER_CELL > nodes.length ** 2)) return undefined;
    const places = nodes.map((node) => {
      const { x, y, width, height } = node.getRect();
      return [x - left, width + x - left, y - top, height + y - top].map((at) => Math.floor(at / cell));
    });
    const isInside = places.every(
      ([startX = -1, finishX = columns, startY = -1, finishY = rows]) =>
        startX >= 0 && finishX < columns && startY >= 0 && finishY < rows,
    );
    if (!isInside) return undefined;
    for (const [index, node] of nodes.entries()) {
      const [startX = 0, finishX = 0, startY = 0, finishY = 0] = places[index] ?? [];
      node.setGridCoordinates(startX, finishX, startY, finishY);
    }
    return new NearNodes(nodes, columns - 1, rows - 1);
  }

  /** Those in the cells of a node and around them: column by column, then row by row, then as they were placed. */
  around({ startX, finishX, startY, finishY }: Node): Node[] {
    const [left, right] = [Math.max(0, startX - 1), Math.min(this.#lastColumn, finishX + 1)];
    const [top, bottom] = [Math.max(0, startY - 1), Math.min(this.#lastRow, finishY + 1)];
    const near = this.#nodes.filter(
      (node) => node.startX <= right && node.finishX >= left && node.startY <= bottom && node.finishY >= top,
    );
    return near.sort(
      (one, other) =>
        Math.max(one.startX, left) - Math.max(other.startX, left) ||
        Math.max(one.startY, top) - Math.max(other.startY, top),
    );
  }
}
