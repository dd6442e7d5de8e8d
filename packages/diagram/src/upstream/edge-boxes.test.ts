/** Edges that are said to lie apart never cross. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { boxOf, lieApart } from "./edge-boxes.js";

const coordinate = fc.integer({ min: -20, max: 20 });
const point = fc.record({ x: coordinate, y: coordinate });
const edge = fc.array(point, { minLength: 2, maxLength: 5 }).map((points) => ({ points }));
/** Along the axes: from each point to the next over a corner. */
const straightEdge = edge.map(({ points }) => ({
  points: points.flatMap((at, index) => {
    const next = points[index + 1];
    return next ? [at, { x: next.x, y: at.y }] : [at];
  }),
}));
const at = (from: number, to: number, share: number): number => from + (to - from) * share;

it("says so of no two edges that have a point in common", () => {
  fc.assert(
    fc.property(
      straightEdge,
      edge,
      fc.double({ min: 0, max: 1, noNaN: true }),
      ({ points }, other, share) => {
        const [from, to] = other.points;
        if (!from || !to) return;
        const common = { x: at(from.x, to.x, share), y: at(from.y, to.y, share) };
        const through = [...points, { x: common.x, y: points.at(-1)?.y ?? 0 }, common];
        expect(boxOf({ points: through }).straight).toBe(true);
        expect(lieApart(boxOf({ points: through }), boxOf(other))).toBe(false);
      },
    ),
  );
});

it("says so of edges that are far from each other, unless both slant", () => {
  const line = (x: number, slope: number): { points: { x: number; y: number }[] } => ({
    points: [
      { x, y: 0 },
      { x: x + 5, y: 5 * slope },
    ],
  });
  expect(lieApart(boxOf(line(0, 0)), boxOf(line(20, 1)))).toBe(true);
  expect(lieApart(boxOf(line(20, 1)), boxOf(line(0, 0)))).toBe(true);
  expect(lieApart(boxOf(line(0, 1)), boxOf(line(20, 1)))).toBe(false);
  expect(lieApart(boxOf(line(0, 0)), boxOf(line(5, 1)))).toBe(false);
});
