import { describe, expect, test } from "vitest";
import { coloured, plain, terminal, withoutStyles } from "../testing/formatted.js";
import { displayWidth } from "../terminal/width.js";
import { createPipeline } from "./pipeline.js";

describe("table_formatter", () => {
  test("aligns by cell width, also of wide characters", async () => {
    expect(await plain("| Name | n |\n|:--|--:|\n| 漢字 | 1 |\n| 👩‍👩‍👧 é | 22 |\n\nafter\n")).toBe(
      "┌──────────┬────┐\n│ Name     │  n │\n├──────────┼────┤\n│ 漢字     │  1 │\n│ 👩‍👩‍👧 é\x1b[12G│ 22\x1b[17G│\n└──────────┴────┘\n\nafter\n",
    );
  });

  test("leaves room for what a terminal may show of a family, so that it covers no bar", async () => {
    const [, , , row] = (await plain("| n |\n|--:|\n| 👩‍👩‍👧 |\n| 🇩🇪 |\n")).split("\n");
    expect(row).toBe("│ 👩‍👩‍👧\x1b[10G│");
  });

  test("in tmux, which counts them otherwise than the terminal around it, characters are not put together", async () => {
    let output = "";
    const pipeline = createPipeline({
      output: (part) => (output += part),
      terminal: terminal(40, { TERM: "tmux-256color", TMUX: "x" }),
      env: {},
    });
    pipeline.write("| a |\n|---|\n| 👩\u200d👩 ❤\ufe0f 1\ufe0f\u20e3 |\n");
    await pipeline.flush();
    expect(withoutStyles(output)).toContain("│ 👩👩 ❤ 1");
  });

  test("keeps to the console: long cells are wrapped, long words are broken", async () => {
    const output = await plain(`| a | b |\n|---|:-:|\n| ${"word ".repeat(20)} | ${"x".repeat(70)} |\n`, 40);
    const lines = output.trimEnd().split("\n");
    expect(lines.every((line) => displayWidth(line) === 40)).toBe(true);
    expect(output.match(/x/g)).toHaveLength(70);
    expect(output.match(/word/g)).toHaveLength(20);
  });

  test("a style goes on over a break and never reaches the border", async () => {
    const output = await coloured(`| a |\n|---|\n| **${"bold ".repeat(8)}end** |\n`, 24);
    const rows = output.split("\n").filter((line) => line.includes("bold"));
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows)
      expect(row).toMatch(/^\x1b\[2m│\x1b\[22m \x1b\[1m[bold end]+\x1b\[22m *\x1b\[2m│\x1b\[22m$/);
  });

  test("styles cells, and knows escaped bars and missing or surplus cells", async () => {
    expect(await plain("| a | b |\n|--|--|\n| x\\|y | **z** | more |\n| q |\n")).toBe(
      "┌─────┬───┐\n│ a   │ b │\n├─────┼───┤\n│ x|y │ z │\n│ q   │   │\n└─────┴───┘\n",
    );
  });

  test.each([
    ["bars without a delimiter row", "| a | b |\n| c | d |\n"],
    ["a delimiter row of another length", "| a | b |\n|---|\n"],
  ])("%s stays text", async (_, input) => expect(await plain(input)).toBe(input));

  test.each([
    ["in a fence", "```\n| a |\n|---|\n| b |\n```\n", "| a |\n|---|\n| b |\n"],
    ["indented like code", "    | a |\n    |---|\n", "| a |\n|---|\n"],
  ])("a table %s is code", async (_, input, code) => expect(await plain(input)).toBe(code));

  test.each([
    ["a | b\n-|-\n1 | 2\n", "a │ b\n──┼───\n1 │ 2\n"],
    ["a  |  b\n:-: | -\nlonger | 2 |\n", "a      │ b\n───────┼───\nlonger │ 2\n"],
    ["text\n\n> | a |\n> |---|\n> | b |\n", "text\n\n│ ┌───┐\n│ │ a │\n│ ├───┤\n│ │ b │\n│ └───┘\n"],
    ["a | b\nc\n", "a | b\nc\n"],
  ])("other forms: %j", async (input, drawn) => expect(await plain(input)).toBe(drawn));

  test("the head is the line before the delimiter row", async () => {
    expect(await plain("| text |\n| a |\n|---|\n")).toBe("| text |\n┌───┐\n│ a │\n├───┤\n└───┘\n");
  });

  test("with more columns than the console can hold, rows become records", async () => {
    const head = `${"| head ".repeat(9)}|\n${"|---".repeat(9)}|\n`;
    const output = await plain(`${head}${"| cell ".repeat(9)}|\n${"| next ".repeat(9)}|\n`, 40);
    expect(output).toBe(`${"head: cell\n".repeat(9)}──\n${"head: next\n".repeat(9)}`);
    expect(await plain(head, 40)).toContain("head │ head");
  });

  test("a table without end is put out as it comes, in columns that stay", async () => {
    const output = await plain(`| n |\n|---|\n${"| 123 |\n".repeat(1200)}| a longer cell |\n`);
    const lines = output.trimEnd().split("\n");
    expect(lines).toHaveLength(3 + 1200 + 5 + 1);
    expect(new Set(lines.map((line) => line.length))).toEqual(new Set([7]));
  });

  test("is drawn without colours too", async () => {
    let output = "";
    const pipeline = createPipeline({ output: (part) => (output += part), env: {} });
    pipeline.write("| a |\n|---|\n| **b** |");
    await pipeline.flush();
    expect(output).toBe("┌───────┐\n│ a     │\n├───────┤\n│ **b** │\n└───────┘\n");
  });
});
