/** No crossing of edges is left out. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { type PartPair, pairsThatMayCross } from "./edge-crossings.js";

interface Point {
  readonly x: number;
  readonly y: number;
}

const coordinate = fc.integer({ min: -20, max: 20 });
const slanting = fc.array(fc.record({ x: coordinate, y: coordinate }), { minLength: 2, maxLength: 4 });
/** Along the axes: from each point to the next over a corner. */
const straight = slanting.map((points) =>
  points.flatMap((at, index) => {
    const next = points[index + 1];
    return next ? [at, { x: next.x, y: at.y }] : [at];
  }),
);
const edges = fc
  .array(fc.oneof({ weight: 3, arbitrary: straight }, slanting), { maxLength: 6 })
  .map((all) => all.map((points) => ({ points })));

/** Whether two lines have a point in common that is inside of both. */
function cross(a: Point, b: Point, c: Point, d: Point): boolean {
  const turn = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x);
  if (turn === 0) return false;
  const alongA = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / turn;
  const alongC = ((c.x - a.x) * (b.y - a.y) - (c.y - a.y) * (b.x - a.x)) / turn;
  return alongA > 0 && alongA < 1 && alongC > 0 && alongC < 1;
}

function crossings(all: readonly { readonly points: readonly Point[] }[]): PartPair[] {
  const lines = all.flatMap(({ points }, edge) =>
    points.slice(1).map((to, part) => ({ edge, part, from: points[part] ?? to, to })),
  );
  const found: PartPair[] = [];
  for (const a of lines)
    for (const b of lines)
      if (a.edge < b.edge && cross(a.from, a.to, b.from, b.to))
        found.push({ edgeA: a.edge, partA: a.part, edgeB: b.edge, partB: b.part });
  return found.toSorted((one, other) => one.edgeA - other.edgeA || one.edgeB - other.edgeB);
}

it("finds every pair that crosses, edge by edge and part by part", () => {
  fc.assert(
    fc.property(edges, (all) => {
      const keys = new Set(crossings(all).map((pair) => JSON.stringify(pair)));
      const found = pairsThatMayCross(all).filter((pair) => keys.has(JSON.stringify(pair)));
      expect(found).toEqual(crossings(all));
    }),
  );
});

it("leaves out what lies apart and what runs along the same axis", () => {
  const line = (x: number, y: number, toX: number, toY: number): { points: Point[] } => ({
    points: [
      { x, y },
      { x: toX, y: toY },
    ],
  });
  expect(pairsThatMayCross([line(0, 0, 9, 0), line(4, -5, 4, 5)])).toHaveLength(1);
  expect(pairsThatMayCross([line(0, 0, 9, 0), line(20, -5, 20, 5)])).toEqual([]);
  expect(pairsThatMayCross([line(0, 0, 9, 0), line(4, 5, 4, 9)])).toEqual([]);
  expect(pairsThatMayCross([line(0, 0, 9, 0), line(5, 0, 20, 0)])).toEqual([]);
  // Rounding may find that lines on one line cross.
  expect(pairsThatMayCross([line(0, 0, 1, 1), line(20, 20, 21, 21)])).toHaveLength(1);
});
