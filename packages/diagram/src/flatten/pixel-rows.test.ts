/** Where text stands in a PNG. */
import { expect, it } from "vitest";
import { PixelRows } from "./pixel-rows.js";

const view = { x: 0, y: -10, width: 100, height: 50 };

it("puts upright text on the nearest row of pixels, whatever lies between it and the view", () => {
  const rows = new PixelRows(view, 1);
  expect(rows.nearest(64.3, [1, 0, 0, 1, 0, 0])).toBe(64);
  expect(rows.nearest(64.3, [1, 0, 0, 1, 5, 0.25])).toBe(64.75);
  expect(rows.nearest(10.3, [2, 0, 0, 2, 0, 0])).toBe(10.5);
});

it("has finer rows in a larger picture, and leaves turned text alone", () => {
  const rows = new PixelRows(view, 4);
  expect(rows.nearest(64.3, [1, 0, 0, 1, 0, 0])).toBe(64.25);
  expect(rows.nearest(64.3, [0, 1, -1, 0, 0, 0])).toBe(64.3);
  expect(rows.beyondWhole(5.3)).toBeCloseTo(0.05);
});
