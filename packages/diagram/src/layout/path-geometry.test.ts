/** Boxes and lengths of paths. */
import { expect, it } from "vitest";
import { createHtmlDocument } from "../dom/document.js";
import { NAMESPACES } from "../dom/names.js";
import { parsePath } from "./path-data.js";
import { pathBox, pathLength, pointAtLength } from "./path-geometry.js";
import { svgLength } from "./svg-length.js";

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

/** Chromium's own digits: force layouts turn the last one into pixels. */
it.each([
  [
    "an arc is part of an ellipse",
    "M0 0 a14.17,14.17 1 0,1 14.17,-10.2",
    -10.211237907409668,
    14.170000076293945,
  ],
  [
    "the arcs of a cloud add up",
    "M0 0 a7.771875,7.771875 0 0,1 12.953125,-5.18125 a18.134375,18.134375 1 0,1 20.725,-5.18125 a12.953125,12.953125 1 0,1 18.134375,10.3625",
    -11.689018249511719,
    51.8125,
  ],
  [
    "a number is read digit by digit",
    "M0,0L0.7922375070212564,-5.788372282661285",
    -5.788372039794922,
    0.7922373414039612,
  ],
])("the box of a path, to the last digit: %s", (_, path, y, width) => {
  const box = pathBox(path).toRect();
  expect([box.y, box.width]).toEqual([y, width]);
});

it("an attribute is read to its seventh digit after the point", () => {
  const circle = createHtmlDocument().createElementNS(NAMESPACES.svg, "circle");
  expect(svgLength(circle, "r", "27.2003488758791", 16)).toBe(27.200347900390625);
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
