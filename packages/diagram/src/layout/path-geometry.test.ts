/** Boxes and lengths of paths. */
import { expect, it } from "vitest";
import { parsePath } from "./path-data.js";
import { pathBox, pathLength, pointAtLength } from "./path-geometry.js";

it.each([
  ["M0,0L10,5", { x: 0, y: 0, width: 10, height: 5 }],
  ["m1 1h4v3h-4z", { x: 1, y: 1, width: 4, height: 3 }],
  ["M0,0C0,10 10,10 10,0", { x: 0, y: 0, width: 10, height: 7.5 }],
  ["M0,0Q5,10 10,0", { x: 0, y: 0, width: 10, height: 5 }],
  ["M0 0a5 5 0 0110 0", { x: 0, y: -5, width: 10, height: 5 }],
  ["M5,5", { x: 0, y: 0, width: 0, height: 0 }],
  ["", { x: 0, y: 0, width: 0, height: 0 }],
])("the box of %s", (path, expected) => {
  const box = pathBox(path).toRect();
  for (const side of ["x", "y", "width", "height"] as const) expect(box[side]).toBeCloseTo(expected[side], 4);
});

it("continues smooth curves", () => {
  expect(parsePath("M0 0C0 5 5 5 5 0S10-5 10 0").at(-1)).toMatchObject({
    type: "curve",
    x1: 5,
    y1: -5,
    x: 10,
    y: 0,
  });
});

it("walks along a path", () => {
  expect(pathLength("M0,0h3v4")).toBe(7);
  expect(pointAtLength("M0,0h3v4", 5)).toEqual({ x: 3, y: 2 });
});
