import fc from "fast-check";
import { displayWidth } from "@framework/shared/terminal";
import { describe, expect, it } from "vitest";
import { fitCells, indexAt, layOut, shorten } from "./layout.js";

const shown = (text: string, width: number) => layOut(text, 0, width).rows.map((row) => row.shown);

describe("rows", () => {
  it("end at line breaks and at the edge", () => {
    expect(shown("abcdefg\n\nhi", 4)).toEqual(["abcd", "efg", "", "hi"]);
  });

  it("do not cut wide characters in two", () => {
    expect(shown("a日本語", 4)).toEqual(["a日", "本語"]);
    expect(shown("👩‍👩‍👧👩‍👩‍👧x", 3)).toEqual(["👩‍👩‍👧", "👩‍👩‍👧x"]);
  });

  it("show tabs as spaces", () => expect(shown("\tx", 10)).toEqual(["    x"]));
});

describe("the cursor", () => {
  it.each([
    ["abc", 3, 10, [0, 3]],
    ["日本", 1, 10, [0, 2]],
    ["ab\ncd", 3, 10, [1, 0]],
    ["abcd", 4, 4, [1, 0]],
    ["abcd\nx", 4, 4, [1, 0]],
    ["abcdef", 4, 4, [1, 0]],
    ["", 0, 4, [0, 0]],
  ])("%j at %i", (text, cursor, width, [row, column]) => {
    expect(layOut(text, cursor, width)).toMatchObject({ cursorRow: row, cursorColumn: column });
  });

  it("goes up and down to the nearest character", () => {
    const text = "日本語\nab";
    const { rows } = layOut(text, 0, 20);
    const [wide, narrow] = rows;
    if (!wide || !narrow) throw new Error("two rows");
    expect(indexAt(text, wide, 3)).toBe(1);
    expect(indexAt(text, narrow, 5)).toBe(text.length);
  });
});

it("shows every character once, in rows that fit", () => {
  const texts = fc
    .array(fc.constantFrom("a", " ", "\n", "日", "👩‍👩‍👧", "e\u0301"))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, fc.integer({ min: 2, max: 9 }), (text, width) => {
      const { rows } = layOut(text, 0, width);
      expect(rows.map((row) => row.shown).join("")).toBe(text.replaceAll("\n", ""));
      for (const row of rows) expect(displayWidth(row.shown)).toBeLessThanOrEqual(width);
    }),
  );
});

it("cuts texts to cells", () => {
  expect(fitCells("日本語", 5)).toBe("日本");
  expect(shorten("abcdef", 4)).toBe("abc…");
  expect(shorten("abcd", 4)).toBe("abcd");
});
