/** The words of a path as rough.js would cut them. */
import { expect, it } from "vitest";
import { tokensOf } from "./path-tokens.js";

it.each([
  ["M1,2 L-3.5 .5e2Z", ["M", 1, 2, "L", -3.5, 50, "Z"]],
  ["m1.-2+3\t\r\n4", ["m", 1, -2, 3, 4]],
  ["", []],
  [" , ", []],
])("%j", (path, words) => {
  expect(tokensOf(path)).toEqual([
    ...words.map((text) => ({ type: typeof text === "number" ? 1 : 0, text })),
    { type: 2, text: "" },
  ]);
});

it("has no negative nothing", () => {
  expect(tokensOf("-0")[0]).toEqual({ type: 1, text: 0 });
});

it.each(["M1 2 x", "M1 2 - 3", "B1"])("gives up at what is no word: %j", (path) => {
  expect(tokensOf(path)).toEqual([]);
});
