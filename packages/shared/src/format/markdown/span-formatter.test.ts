import { describe, expect, test } from "vitest";
import { coloured, setting } from "../../testing/formatted.js";

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
