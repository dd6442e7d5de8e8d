import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { costGrowth } from "../testing/growth.js";
import { capabilitiesFromEnvironment } from "../terminal/capabilities.js";
import { displayWidth } from "../terminal/width.js";
import { NO_FRAME } from "./mark.js";
import { createPipeline } from "./pipeline.js";
import { WordWrap, wrapWords } from "./word-wrap.js";

describe("lines", () => {
  it.each([
    ["one two three", 8, "one two\nthree"],
    ["one two\nthree four", 9, "one two\nthree\nfour"],
    ["- one two three", 9, "- one two\n  three"],
    ["  12. one two", 9, "  12. one\n      two"],
    ["a pneumonoultramicroscopic b", 8, "a\npneumonoultramicroscopic b"],
    ["see http://a.b/c/d/e/f/g/h/i/jk now", 28, "see\nhttp://a.b/c/d/e/f/g/h/i/jk\nnow"],
    ["日本語の文章", 5, "日本\n語の\n文章"],
    ["```\nlong line of code\n```\nlong line", 8, "```\nlong line of code\n```\nlong\nline"],
    ["trailing   ", 20, "trailing   "],
    ["   indented", 20, "   indented"],
  ])("%j in %i cells", (text, width, expected) => expect(wrapWords(text, width)).toBe(expected));
});

const text = fc
  .array(
    fc.constantFrom(
      "a",
      "bc",
      "word",
      " ",
      "  ",
      "\n",
      "日本",
      "- ",
      "\x1b[1m",
      "\x1b[22m",
      "verylongwordindeed",
      "http",
      "://a.b/c",
    ),
    {
      maxLength: 40,
    },
  )
  .map((parts) => parts.join(""));

/** Without spaces, and without styles: those end with each line and begin again on the next. */
const visible = (styled: string) => styled.replaceAll(/\x1b\[\d+m|\s/g, "");

it("loses nothing but spaces at the breaks, and no line with room for its words is too long", () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 20, max: 30 }), (input, width) => {
      const wrapped = wrapWords(input, width);
      expect(visible(wrapped)).toBe(visible(input));
      for (const line of wrapped.split("\n")) {
        if (/\S\s+\S/.test(line) && !/\S{18}/.test(line))
          expect(displayWidth(line.trimEnd())).toBeLessThanOrEqual(width);
      }
    }),
  );
});

describe("breaks lines at the same places however the text is cut", () => {
  const word = fc.constantFrom("a", "word ", " ", " is", "é", "日本", "\x1b[1mx y\x1b[22m ", "it\n");
  const address = ["://a.b/c/d/e/f/g/h/i/j/k/l "];
  it.each([
    ["before an address in brackets", NO_FRAME, [" one", " (", "http", ...address]],
    ["before what is none", NO_FRAME, [" one", " h", "y", "ttp", ...address]],
    ["where something other than a list begins", undefined, ["\n*", "*"]],
    ["where a list begins", undefined, ["\n1", "0", ". "]],
    ["where a fence begins", undefined, ["\n`", "``", "\n", "a line of code as it is, however long"]],
  ])("%s", (_, frame, begin) => {
    const laidOut = (pieces: readonly string[], width: number) => {
      let output = "";
      const wrap = new WordWrap(width, (part) => (output += part));
      if (frame) wrap.begin({ kind: "paragraph", frame });
      for (const part of pieces) wrap.write(part);
      wrap.flush();
      return output;
    };
    const words = fc.array(word, { maxLength: 20 });
    fc.assert(
      fc.property(words, words, fc.integer({ min: 26, max: 40 }), (before, after, width) => {
        const pieces = [...before, ...begin, ...after];
        expect(laidOut(pieces, width)).toBe(laidOut([pieces.join("")], width));
      }),
    );
  });
});

it.each([
  ["letters", "", "x"],
  ["letters with accents", "", "e\u0301"],
  ["accents that hardly take room", "x".repeat(20) + " y", "\u0301"],
])("a word of %s without end costs by its length, not by its square", async (_, before, letter) => {
  const write = (length: number) => {
    const wrap = new WordWrap(40, () => {});
    wrap.write(before);
    for (let at = 0; at < length; at += 16) wrap.write(letter.repeat(16 / letter.length));
    wrap.flush();
  };
  expect(await costGrowth(write, 4000, 32_000)).toBeLessThan(4);
});

it("shows a word as soon as it surely fits, and the next one after the gap", () => {
  const shown: string[] = [];
  const wrap = new WordWrap(40, (piece) => shown.push(piece));
  wrap.write("Hel");
  wrap.write("lo");
  wrap.write(" world");
  expect(shown).toEqual(["Hel", "lo", " world"]);
});

it("leaves code and tables of the pipeline as they are, and breaks styled text", async () => {
  let output = "";
  const { capabilities } = capabilitiesFromEnvironment({ TERM: "xterm" }, { isTerminal: true, columns: 20 });
  const pipeline = createPipeline({
    output: (piece) => (output += piece),
    terminal: capabilities,
    consoleWidth: 19,
    env: {},
  });
  pipeline.write("Some **bold words here** and more.\n\n```js\nconst answer = 'to everything';\n```\n");
  await pipeline.flush();
  const plain = output.replaceAll(/\x1b\[[\d;]*m/g, "");
  expect(plain).toContain("Some bold words\nhere and more.\n");
  expect(plain).toContain("const answer = 'to everything';\n");
});
