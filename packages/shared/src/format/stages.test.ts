import { describe, expect, test } from "vitest";
import { capabilitiesFromEnvironment } from "../terminal/capabilities.js";
import { displayWidth } from "../terminal/width.js";
import { parseFormattersConfig, type FormatterSettings } from "./config.js";
import { createPipeline } from "./pipeline.js";

function terminal(
  columns: number,
  env: Record<string, string> = { TERM: "vt100", COLORFGBG: "15;0", FW_GRAPHICS_PROTOCOL: "none" },
) {
  return capabilitiesFromEnvironment(env, { isTerminal: true, columns }).capabilities;
}

/** Formats for a colour terminal, in chunks of a few characters. */
async function coloured(text: string, columns = 60, config: FormatterSettings[] = []): Promise<string> {
  let output = "";
  const pipeline = createPipeline({
    output: (part) => (output += part),
    terminal: terminal(columns),
    config,
    env: {},
  });
  for (const chunk of text.match(/[^]{1,3}/g) ?? []) pipeline.write(chunk);
  await pipeline.flush();
  return output;
}

const withoutStyles = (text: string) => text.replaceAll(/\x1b\[[\d;]+m/g, "");
const plain = async (text: string, columns?: number, config?: FormatterSettings[]) =>
  withoutStyles(await coloured(text, columns, config));
const setting = (name: string, enabled: boolean, config = {}): FormatterSettings => ({
  name,
  enabled,
  config,
});

describe("hidden_content_filter", () => {
  test.each([
    ["a<hidden>b</hidden>c", "ac"],
    ["a<hidden>b\n<x>\n</hidden>c<hidden></hidden>", "ac"],
    ["a<HIDDEN>b</Hidden>c", "ac"],
    ["a < b <hid <hiddenx> </hidden>", "a < b <hid <hiddenx> </hidden>"],
    ["a<<hidden>b</hidden>", "a<"],
    ["a<hidden>never closed", "a"],
    ["a<hid", "a<hid"],
    ["```\n<hidden>x</hidden>y\n```\n", "y\n"],
  ])("%j becomes %j", async (input, expected) => expect(await plain(input)).toBe(expected));

  test("can be turned off", async () => {
    expect(await plain("<hidden>x</hidden>", 60, [setting("hidden_content_filter", false)])).toBe(
      "<hidden>x</hidden>",
    );
  });
});

describe("diff_formatter", () => {
  test("colours lines and marks what differs in a replaced one", async () => {
    const output = await coloured(
      "```diff\n--- a/f\n@@ -1 +1 @@\n-let a = 1;\n+let b = 1;\n same\n```\nafter\n",
    );
    expect(output).toBe(
      [
        "\x1b[2mdiff\x1b[22m",
        "\x1b[1m--- a/f\x1b[22m",
        "\x1b[96m@@ -1 +1 @@\x1b[39m",
        "\x1b[91m-let \x1b[7ma\x1b[27m = 1;\x1b[39m",
        "\x1b[92m+let \x1b[7mb\x1b[27m = 1;\x1b[39m",
        " same",
        "after\n",
      ].join("\n"),
    );
  });

  test("lines with little in common and runs of different length are not marked", async () => {
    expect(await coloured("```patch\n-abc\n+xyz\n-one\n+two\n+three\n```\n")).not.toContain("\x1b[7m");
  });

  test("never marks half a character", async () => {
    const output = await coloured("```diff\n-same 😀 same\n+same 😁 same\n```\n");
    expect(output).toContain("\x1b[7m😀\x1b[27m");
    expect(output).toContain("\x1b[7m😁\x1b[27m");
  });

  test("an unclosed block is put out whole", async () => {
    expect(await plain("```diff\n-a\n+b")).toBe("diff\n-a\n+b");
  });
});

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

describe("code_block_formatter", () => {
  test("highlights line by line, with what began on an earlier line", async () => {
    const output = await coloured('```python\ndef f():\n    """a\n    b"""\n    return 1 # c\n```\n');
    expect(output).toContain("\x1b[95mdef\x1b[39m \x1b[96mf\x1b[39m():\n");
    expect(output).toContain('\x1b[92m"""a\x1b[39m\n\x1b[92m    b"""\x1b[39m\n');
    expect(output).toContain("\x1b[95mreturn\x1b[39m \x1b[93m1\x1b[39m \x1b[2m# c\x1b[22m\n");
  });

  test("a line is shown as soon as it is whole", () => {
    let output = "";
    const pipeline = createPipeline({ output: (part) => (output += part), terminal: terminal(60), env: {} });
    pipeline.write("```js\nlet a = 1;\nlet b");
    expect(withoutStyles(output)).toBe("js\nlet a = 1;\n");
  });

  test("a comment longer than the context stays a comment", async () => {
    const output = await coloured(`\`\`\`js\n/* begin\n${"still let in\n".repeat(100)}*/\nlet a;\n\`\`\`\n`);
    expect(output.match(/\x1b\[2mstill let in\x1b\[22m/g)).toHaveLength(100);
    expect(output).toContain("\x1b[95mlet\x1b[39m a;");
  });

  test.each(["no-such-language", "../../x", "__proto__", ""])(
    "the tag %j shows the code as it is",
    async (tag) => {
      expect(await plain(`\`\`\`${tag}\nlet <a> & "b";\n\`\`\`\n`)).toBe(
        `${tag}${tag ? "\n" : ""}let <a> & "b";\n`,
      );
    },
  );

  test("line_numbers numbers each block from 1", async () => {
    const config = [setting("code_block_formatter", true, { line_numbers: true })];
    expect(await plain("```js\na\n\nb\n```\n~~~\nc\n~~~\n", 60, config)).toBe(
      "js\n   1 a\n   2 \n   3 b\n   1 c\n",
    );
  });
});

describe("markdown_formatter", () => {
  test.each([
    ["a **b** c", "a \x1b[1mb\x1b[22m c"],
    ["a *b* _c_ ***d***", "a \x1b[3mb\x1b[23m \x1b[3mc\x1b[23m \x1b[3m\x1b[1md\x1b[22m\x1b[23m"],
    ["`a*b*` and ``x`y``", "\x1b[96ma*b*\x1b[39m and \x1b[96mx`y\x1b[39m"],
    ["2 * 3 * 4 and 2*3*4", "2 * 3 * 4 and 2*3*4"],
    ["snake_case_name _x", "snake_case_name _x"],
    ["*args and **kwargs", "*args and **kwargs"],
    ["**a *b* c**", "\x1b[1ma \x1b[3mb\x1b[23m c\x1b[22m"],
    ["\\*no\\* C:\\dir", "*no* C:\\dir"],
    ["[text](https://a.b/c_(d))", "\x1b[96m\x1b[4mtext\x1b[24m\x1b[39m\x1b[2m (https://a.b/c_(d))\x1b[22m"],
    ["[ ] [x] a[0] [1]: f(x)", "[ ] [x] a[0] [1]: f(x)"],
    ["an unclosed `span", "an unclosed `span"],
    [`**${"x".repeat(400)}**`, `**${"x".repeat(400)}**`],
    [
      "## Head **b** ##\n",
      "\x1b[95m\x1b[1mHead \x1b[22m\x1b[39m\x1b[95m\x1b[1m\x1b[1mb\x1b[22m\x1b[1m\x1b[22m\x1b[39m\n",
    ],
    ["#hashtag and #!/bin/sh", "#hashtag and #!/bin/sh"],
    ["- a\n  * b\n+ c\n\n-d", "\x1b[2m•\x1b[22m a\n  \x1b[2m◦\x1b[22m b\n\x1b[2m•\x1b[22m c\n\n-d"],
    ["> a\n", "\x1b[2m│\x1b[22m a\n"],
    ["**a**\n---\n", "\x1b[1ma\x1b[22m\n\x1b[95m\x1b[1m─────\x1b[22m\x1b[39m\n"],
    ["a\n\n---\n", `a\n\n\x1b[2m${"─".repeat(40)}\x1b[22m\n`],
  ])("%j", async (input, expected) => expect(await coloured(input)).toBe(expected));

  test("leaves fenced text alone, also without the code block formatter", async () => {
    const input = "```\n**a** # b\n- c\n```\n";
    expect(await coloured(input, 60, [setting("code_block_formatter", false)])).toBe(input);
  });
});

/** The lines that were taken for the inside of a block: line numbers show them. */
const inside = async (text: string) => {
  const config = [setting("code_block_formatter", true, { line_numbers: true })];
  return [...(await plain(text, 60, config)).matchAll(/^ {3}\d (.*)$/gm)].map(([, line]) => line);
};

describe("fences", () => {
  test.each([
    ["three spaces of indent", "   ```\n   x\n   ```\n", ["x"]],
    ["four are no fence", "    ```\n    x\n", []],
    ["tildes", "~~~ js\nx\n~~~\n", ["x"]],
    ["a closing fence is at least as long", "````\n```\nx\n`````\ny\n", ["```", "x"]],
    ["and of the same character", "```\n~~~\n```\ny\n", ["~~~"]],
    ["and has no info string", "```\n```js\n```\ny\n", ["```js"]],
    ["a backtick in the info string makes it text", "``` a`b\nx\n", []],
    ["but not after tildes", "~~~ a`b\nx\n~~~\n", ["x"]],
    ["an empty block", "```\n```\nx\n", []],
    ["CRLF", "```js\r\nx\r\n```\r\ny\r\n", ["x"]],
    ["attributes and spaces", "```js {1,2}   \nx\n```  \ny\n", ["x"]],
    ["unclosed", "```\nx", ["x"]],
    ["two backticks", "``\nx\n``\n", []],
  ])("%s", async (_, text, expected) => expect(await inside(text)).toEqual(expected));
});

const configured = (text: string) =>
  createPipeline({ output: () => {}, env: {}, config: parseFormattersConfig(text, ".fw/formatters.json") });

describe("configuration", () => {
  test.each([
    ["{", /\.fw\/formatters\.json is not valid JSON/],
    ["[]", /"formatters" must be a list/],
    ['{"formatters": [1]}', /formatters\[0\] must be an object/],
    ['{"formatters": [{"enabled": true}]}', /formatters\[0\]\.name must be a formatter's name/],
    ['{"formatters": [{"name": "x", "enabled": "yes"}]}', /formatters\[0\]\.enabled must be true or false/],
    ['{"formatters": [{"name": "x", "config": []}]}', /formatters\[0\]\.config must be an object/],
    [
      '{"formatters": [{"name": "tables"}]}',
      /No formatter is called "tables"; there are hidden_content_filter, /,
    ],
    [
      '{"formatters": [{"name": "code_block_formatter", "config": {"numbers": true}}]}',
      /code_block_formatter has no configuration key "numbers"; it knows line_numbers/,
    ],
    [
      '{"formatters": [{"name": "diagramtext_formatter", "config": {"theme": "pink"}}]}',
      /theme must be one of default, dark, forest, neutral, .*, not "pink"/,
    ],
    ['{"formatters": [{"name": "table_formatter", "config": {"x": 1}}]}', /it has none/],
  ])("%s", (text, message) => expect(() => configured(text)).toThrow(message));

  test("enabled may be left out", () => {
    expect(parseFormattersConfig('\ufeff{"formatters": [{"name": "x"}]}', "f")).toEqual([setting("x", true)]);
  });
});
