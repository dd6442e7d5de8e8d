import * as fc from "fast-check";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { costGrowth } from "../testing/growth.js";
import { displayWidth, graphemes } from "./width.js";
import { wrapStyled } from "./wrap.js";

test.each([
  ["plain", 5],
  ["漢字", 4],
  ["👩‍👩‍👧", 2],
  ["e\u0301", 1],
  ["\x1b[1mbold\x1b[22m", 4],
  ["한국어", 6],
  ["", 0],
])("%j takes %i cells", (text, width) => expect(displayWidth(text)).toBe(width));

test("a character that is counted by a glance is as wide as by a closer look", () => {
  const wrong: string[] = [];
  const isMonotonous = (code: number) =>
    (code > 0x3400 && code < 0xff00) || (code > 0x10000 && code < 0x1f000);
  for (let code = 0x20; code < 0x1fb00; code += isMonotonous(code) ? 31 : 1) {
    const character = String.fromCodePoint(code);
    if (displayWidth(character) !== stringWidth(character)) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});

test("a character of several codes is as wide as by the tables of others", () => {
  const codes = Array.from(
    "a1é漢ｶ\uff9e\u0301\u0903\u20e3\ufe0f\ufe0e\u200d\u200b\x01❤☎👩👍🏽🏴\u{e0067}\u{e007f}🇩🇪กำनि\u0600\u1100\u1161\u11a8\u115f\u1160한\ud83d",
  );
  const part = fc.constantFrom(...codes, "\x1b[2K", "\x9b1m");
  fc.assert(
    fc.property(fc.array(part, { minLength: 2, maxLength: 6 }), (parts) => {
      const text = parts.join("");
      expect(displayWidth(text)).toBe(stringWidth(text));
    }),
    { numRuns: 500 },
  );
});

test("long text is as wide as its parts, and is cut into no other characters", () => {
  const words = fc.array(fc.constantFrom("word ", "漢字 ", "👩‍👩‍👧 ", "e\u0301 ", "é"), { maxLength: 300 });
  fc.assert(
    fc.property(words, (parts) => {
      const text = parts.join("");
      expect(displayWidth(text)).toBe(parts.reduce((sum, part) => sum + stringWidth(part), 0));
      expect([...graphemes(text)].join("")).toBe(text);
    }),
  );
});

test("the cost of a long text grows with its length, not with its square", async () => {
  const work = (length: number) => {
    const text = "漢".repeat(length);
    displayWidth(text);
    wrapStyled(text, 20);
  };
  expect(await costGrowth(work, 5000, 40_000)).toBeLessThan(4);
});

test("wraps at spaces, between characters where there are none, and keeps styles on their lines", () => {
  expect(wrapStyled("one two three", 7)).toEqual(["one two", "three"]);
  expect(wrapStyled("abcdefgh ij", 3)).toEqual(["abc", "def", "gh", "ij"]);
  expect(wrapStyled("漢字漢字", 5)).toEqual(["漢字", "漢字"]);
  expect(wrapStyled("漢", 1)).toEqual(["漢"]);
  expect(wrapStyled("\x1b[1mone two\x1b[22m x", 3)).toEqual([
    "\x1b[1mone\x1b[22m",
    "\x1b[1mtwo\x1b[22m",
    "x",
  ]);
  expect(wrapStyled("a \x1b[4mb\x1b[24m c", 9)).toEqual(["a \x1b[4mb\x1b[24m c"]);
  expect(wrapStyled("", 5)).toEqual([""]);
});
