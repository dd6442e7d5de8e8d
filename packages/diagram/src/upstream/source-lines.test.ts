/** Line numbers as the source has them. */
import { expect, it } from "vitest";
import { originalLine } from "./source-lines.js";

it("counts lines of the source as it was written", () => {
  const source = ["---", "title: x", "---", "%% note", "flowchart TD", "", "%% other", "A-->B", "C-->D"].join(
    "\r\n",
  );
  expect(originalLine(source, 1)).toBe(5);
  expect(originalLine(source, 2)).toBe(8);
  expect(originalLine(source, 3)).toBe(9);
});

it("stays within the source", () => {
  expect(originalLine("pie\n\n", 99)).toBe(2);
  expect(originalLine("", 1)).toBe(1);
});
