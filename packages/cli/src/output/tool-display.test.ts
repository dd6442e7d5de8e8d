import { expect, it } from "vitest";
import { argumentsLine, fencedDiff, indented, isDiff, oneLine, resultLines } from "./tool-display.js";

it("shows names and arguments as one safe line", () => {
  expect(oneLine("evil\x1b]0;title\x07\nname\u202e")).toBe("evil ⏎ name");
  expect(argumentsLine({ path: "a.txt", lines: [1, 2] }, 80)).toBe('path: "a.txt", lines: [1,2]');
  expect(argumentsLine({ text: "x".repeat(100) }, 20)).toBe('text: "xxxxxxxxxxxx…');
});

it("shows the beginning of a result and how much more there is", () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`);
  expect(resultLines(lines.join("\n"), 80)).toEqual([...lines.slice(0, 8), "… 12 more lines"]);
  expect(resultLines(lines.slice(0, 9).join("\n"), 80)).toHaveLength(9);
  expect(resultLines("a\x1b[2Jb\tc\n", 80)).toEqual(["ab    c"]);
});

it("fences a diff so that nothing in it can end the block", () => {
  const diff = "--- a/x.md\n+++ b/x.md\n@@ -1 +1 @@\n ```\n+````\n";
  expect(isDiff(diff)).toBe(true);
  expect(isDiff("ls -la")).toBe(false);
  expect(fencedDiff(diff)).toBe(`\`\`\`\`\`diff\n${diff}\`\`\`\`\`\n`);
  expect(indented("one\ntwo\n")).toBe("  one\n  two");
});
