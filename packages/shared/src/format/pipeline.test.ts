import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { costGrowth } from "../testing/growth.js";
import { capabilitiesFromEnvironment } from "../terminal/capabilities.js";
import type { Formatter } from "./formatter.js";
import { createPipeline, type PipelineOptions } from "./pipeline.js";

const colours = capabilitiesFromEnvironment(
  { TERM: "xterm-256color", COLORTERM: "truecolor", FW_GRAPHICS_PROTOCOL: "none" },
  { isTerminal: true, columns: 60, rows: 24 },
).capabilities;

/** Everything the pipeline puts out for these chunks. */
async function format(
  chunks: string | readonly string[],
  options: Partial<PipelineOptions> = {},
): Promise<string> {
  let output = "";
  const pipeline = createPipeline({ output: (text) => (output += text), env: {}, ...options });
  for (const chunk of typeof chunks === "string" ? [chunks] : chunks) pipeline.write(chunk);
  await pipeline.flush();
  return output;
}

const plain = (text: string) => text.replaceAll(/\x1b\[[\d;]+m/g, "");

describe("order", () => {
  test("stages run by priority; flush runs each once, its output going through the later ones only", async () => {
    const seen: string[] = [];
    const stage = (name: string, priority: number): Formatter => ({
      name,
      priority,
      write: (text, out) => out.text(`${text}${name}`),
      flush(out) {
        seen.push(name);
        out.text(`<${name}`);
      },
    });
    const output = await format("x", { formatters: [stage("c", 70), stage("a", 1), stage("b", 65)] });
    expect(seen).toEqual(["a", "b", "c"]);
    expect(output).toBe("xabc<abc<bc<c");
  });

  test("a formatter with the name of a built-in one takes its place", async () => {
    const own: Formatter = {
      name: "hidden_content_filter",
      priority: 5,
      write: (text, out) => out.text(text.toUpperCase()),
      flush() {},
    };
    expect(await format("<hidden>x</hidden>", { formatters: [own] })).toBe("<HIDDEN>X</HIDDEN>");
  });

  test("a formatter that comes after the spans gets what is plain around them", async () => {
    const loud: Formatter = {
      name: "loud",
      priority: 60,
      write: (text, out) => out.text(text.toUpperCase()),
      flush() {},
    };
    const output = await format("some **bold** text", { terminal: colours, formatters: [loud] });
    expect(plain(output)).toBe("SOME bold TEXT");
  });

  test("a finished piece goes past later stages untouched, after the text they held", async () => {
    const drawer: Formatter = {
      name: "drawer",
      priority: 10,
      write(text, out) {
        for (const part of text.split(/(!)/)) {
          if (part === "!") out.rendered({ output: "\x1b[7m| **a** |\x1b[27m" });
          else if (part !== "") out.text(part);
        }
      },
      flush() {},
    };
    const output = await format("| a |\n|---|\n!b", { formatters: [drawer] });
    expect(output).toBe("┌───┐\n│ a │\n├───┤\n└───┘\n\x1b[7m| **a** |\x1b[27mb");
  });

  test("text is put out at once, except what may be the beginning of something", () => {
    let output = "";
    const pipeline = createPipeline({ output: (text) => (output += text), terminal: colours, env: {} });
    const steps: [string, string][] = [
      ["Hello", "Hello"],
      [" wor", "Hello wor"],
      ["ld <hid", "Hello world"],
      ["e, seek", "Hello world <hide, seek"],
      ["\n~~", "Hello world <hide, seek\n"],
      [" no fence", "Hello world <hide, seek\n~~ no fence"],
    ];
    for (const [chunk, expected] of steps) {
      pipeline.write(chunk);
      expect(output).toBe(expected);
    }
  });

  test("after flush the pipeline takes another text as if it were new", async () => {
    let output = "";
    const pipeline = createPipeline({ output: (text) => (output += text), terminal: colours, env: {} });
    pipeline.write("```js\nlet a");
    await pipeline.flush();
    output = "";
    pipeline.write("**b**\n");
    await pipeline.flush();
    expect(output).toBe("\x1b[1mb\x1b[22m\n");
  });
});

test("in screen, which shows slanted text in reverse, it is underlined", async () => {
  const terminal = { ...colours, multiplexer: "screen" as const };
  expect(await format("*a*\n", { terminal })).toBe("\x1b[4ma\x1b[24m\n");
});

describe("any text, cut anyhow", () => {
  const fragment = fc.constantFrom(
    "```",
    "~~~",
    "``",
    "`",
    "\n",
    "\n\n",
    "    ",
    " ",
    "|",
    "---",
    ":-:",
    "| a | b |\n",
    "|---|---|\n",
    "**",
    "*",
    "_",
    "__",
    "# ",
    "- ",
    "> ",
    "[x](y)",
    "[",
    "](",
    ")",
    "<hidden>",
    "</hidden>",
    "<hid",
    "diff\n",
    "python\n",
    "diagramtext\n",
    "mermaid\n",
    "js {a=b}\n",
    "/* ",
    " */",
    '"""',
    "+a",
    "-a",
    "@@",
    "\x1b[31m",
    "\x1b]0;t\x07",
    "\x1b",
    "\r",
    "\x9b",
    "漢字",
    "🇩🇪",
    "\u0301",
    "👩‍👩‍👧",
    "\ud83d",
    "\ude00",
    "\\",
    "~~",
    "![",
    "[^1]",
    "[^1]: ",
    "[a]",
    "[a]: /b\n",
    "1. ",
    "2) ",
    "- [x] ",
    "-\t",
    "<b>",
    "</b>",
    "<br>",
    "<sub>",
    "</sub>",
    "<!--",
    "-->",
    "<details>\n",
    "<http://a.b>",
    "&amp;",
    "&#27;",
    "$",
    "$$\n",
    "\\[",
    "\\]",
    "[!NOTE]\n",
    "===\n",
    "a | b\n",
    "-|-\n",
    "  \n",
    "a line that is longer than fifty characters, so that it is joined\n",
    "\u202e",
    "\t",
    "word",
    "snake_case",
    "A-->B\n",
    "graph TD\n",
  );
  const text = fc
    .array(
      fc.oneof({ weight: 9, arbitrary: fragment }, { weight: 1, arbitrary: fc.string({ unit: "binary" }) }),
    )
    .map((parts) => parts.join(""));

  test("gives the same output", async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 60 }),
        async (whole, cuts) => {
          const chunks: string[] = [];
          let start = 0;
          for (const cut of cuts) {
            chunks.push(whole.slice(start, start + cut));
            start += cut;
          }
          chunks.push(whole.slice(start));
          expect(await format(chunks, { terminal: colours })).toBe(
            await format(whole, { terminal: colours }),
          );
        },
      ),
      { numRuns: 1500 },
    );
  });

  test.each([
    ["a tab after dashes that begin no list", ["--", ">", "\t"]],
    ["a tab within text that begins like a list", ["-->", "\tx"]],
    ["a link whose definition stands further down", ["see [a]", ": it\n\n> [a]: /b\n"]],
    ["an accent on a flag where the line is full", [`${"x".repeat(58)} 🇩🇪`, "\u0301"]],
  ])("gives the same output: %s", async (_, chunks) => {
    expect(await format(chunks, { terminal: colours })).toBe(
      await format(chunks.join(""), { terminal: colours }),
    );
  });

  test("an element that a link leaves open does not break what follows", async () => {
    expect(plain(await format("[a <sub>x](y)</sub> z", { terminal: colours }))).toBe("a x (y) z");
  });

  test("never lets an escape through that no formatter wrote", async () => {
    await fc.assert(
      fc.asyncProperty(text, async (whole) => {
        const withoutStyles = plain(await format(whole, { terminal: colours }));
        expect(withoutStyles).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
        expect(await format(whole)).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/);
      }),
      { numRuns: 1000 },
    );
  });

  test("loses no word without colours", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("word", "**", "`", "```\n", "\n", "# ", "[", "_", "- ")),
        async (parts) => {
          const whole = parts.join("");
          expect(await format(whole)).toBe(whole);
        },
      ),
    );
  });
});

describe("the cost grows with the text, not with its square", () => {
  test("in chunks of one character", async () => {
    const sample = `# Title\n\nSome **bold** text with \`code\`.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\`\`\`text\nx = 1\n\`\`\`\n\n${"prose ".repeat(60)}\n`;
    const work = async (copies: number) => {
      await format(sample.repeat(copies).match(/[^]/g) ?? [], { terminal: colours });
    };
    expect(await costGrowth(work, 60, 300)).toBeLessThan(3);
  });

  test.each([
    ["spaces in a heading", (length: number) => `# a${" ".repeat(length)}b\n`],
    ["hashes in a heading", (length: number) => `# ${"#".repeat(length)}b\n`],
    ["brackets", (length: number) => "[".repeat(length)],
    ["half links", (length: number) => "[a](".repeat(length / 4)],
    ["stars", (length: number) => "*a ".repeat(length / 3)],
    ["backticks", (length: number) => "`a``".repeat(length / 4)],
    ["backslashes", (length: number) => "\\".repeat(length)],
    ["tags", (length: number) => "<hidden".repeat(length / 7)],
    ["dashes", (length: number) => `${"- ".repeat(length / 2)}x\n`],
    ["a fence without end", (length: number) => `\`\`\`${" ".repeat(length)}x\n`],
    ["one cell", (length: number) => `|a|\n|-|\n|${"x".repeat(length)}|\n`],
    ["many cells", (length: number) => `${"|a".repeat(length / 2)}|\n${"|-".repeat(length / 2)}|\n`],
    ["unfinished commands", (length: number) => "\x1b]0;".repeat(length / 4)],
  ])("with %s", async (_, text) => {
    const work = async (length: number) => {
      await format([text(length)], { terminal: colours });
    };
    expect(await costGrowth(work, 15_000, 90_000)).toBeLessThan(3);
  });
});
