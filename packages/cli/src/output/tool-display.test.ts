import { expect, it } from "vitest";
import { oneLine } from "./one-line.js";
import { argumentsLine, resultLines } from "./tool-display.js";

it("shows names and arguments as one safe line", () => {
  expect(oneLine("evil\x1b]0;title\x07\nname\u202e")).toBe("evil ⏎ name");
  expect(argumentsLine({ path: "a.txt", lines: [1, 2] }, 80)).toBe('path: "a.txt", lines: [1,2]');
  expect(argumentsLine({ text: "x".repeat(100) }, 20)).toBe('text: "xxxxxxxxxxxx…');
  expect(argumentsLine({ path: "a\u009db\u202e" }, 80)).toBe('path: "a\\u{9d}b\\u{202e}"');
});

it("shows the beginning of a result and how much more there is", () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`);
  expect(resultLines(lines.join("\n"), 80)).toEqual([...lines.slice(0, 8), "… 12 more lines"]);
  expect(resultLines(lines.slice(0, 9).join("\n"), 80)).toHaveLength(9);
  expect(resultLines("a\x1b[2Jb\tc\n", 80)).toEqual(["ab    c"]);
});
