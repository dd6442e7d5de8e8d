/** Boxes of paths that were never read. */
import { expect, it } from "vitest";
import { pathBox } from "../layout/path-geometry.js";
import { keepRoughBox } from "./rough-paths.js";

it("keeps the box that reading the text would find", () => {
  const text = "M1.5 2 C3 40, 5e-7 6, 7 8 L-9 10 ";
  keepRoughBox(text, [
    { op: "move", data: [1.5, 2] },
    { op: "bcurveTo", data: [3, 40, 5e-7, 6, 7, 8] },
    { op: "lineTo", data: [-9, 10] },
  ]);
  expect({ ...pathBox(text) }).toEqual({ ...pathBox(` ${text}`) });
  expect(pathBox(text).bottom).toBeGreaterThan(10);
});

it("leaves what is no number to the reader of the text", () => {
  const text = "M1 1 LNaN 3 4";
  keepRoughBox(text, [
    { op: "move", data: [1, 1] },
    { op: "lineTo", data: [Number.NaN, 3] },
  ]);
  expect({ ...pathBox(text) }).toEqual({ ...pathBox(` ${text}`) });
});
