/** Nodes that are near each other, as a grid finds them. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { type Celled, NearNodes } from "./near-nodes.js";

const CELL = 10;
const WIDE = 200;
const HIGH = 150;
const frame = { getLeft: () => 0, getRight: () => WIDE, getTop: () => 0, getBottom: () => HIGH };

class Box implements Celled {
  startX = 0;
  finishX = 0;
  startY = 0;
  finishY = 0;

  constructor(
    readonly x: number,
    readonly y: number,
    readonly width: number,
    readonly height: number,
  ) {}

  getRect(): this {
    return this;
  }

  setGridCoordinates(startX: number, finishX: number, startY: number, finishY: number): void {
    Object.assign(this, { startX, finishX, startY, finishY });
  }
}

/** As layout-base goes through the cells. */
function inCells(node: Box, nodes: readonly Box[]): Box[] {
  const met = new Set<Box>();
  for (let column = Math.max(0, node.startX - 1); column <= node.finishX + 1; column += 1)
    for (let row = Math.max(0, node.startY - 1); row <= node.finishY + 1; row += 1)
      for (const other of nodes)
        if (
          column >= other.startX &&
          column <= other.finishX &&
          row >= other.startY &&
          row <= other.finishY &&
          column < WIDE / CELL &&
          row < HIGH / CELL
        )
          met.add(other);
  return [...met];
}

it("come in the order of the cells, whatever each covers", () => {
  const at = (most: number) => fc.double({ min: 0, max: most, noNaN: true });
  const boxes = fc.array(
    fc
      .tuple(at(WIDE - 60), at(HIGH - 60), at(59), at(59))
      .map(([x, y, width, height]) => new Box(x, y, width, height)),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(boxes, (nodes) => {
      const near = NearNodes.place(nodes, frame, CELL);
      for (const node of nodes) expect(near?.around(node)).toEqual(inCells(node, nodes));
    }),
  );
});

it("are left to a grid where they are many, and where one lies outside of it", () => {
  const many = Array.from({ length: 100 }, () => new Box(1, 1, 1, 1));
  expect(NearNodes.place(many, frame, CELL)).toBeUndefined();
  expect(NearNodes.place([new Box(WIDE - 5, 1, 50, 1)], frame, CELL)).toBeUndefined();
  expect(NearNodes.place([new Box(Number.NaN, 1, 1, 1)], frame, CELL)).toBeUndefined();
});
