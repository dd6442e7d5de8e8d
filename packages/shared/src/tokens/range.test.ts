import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { costGrowth } from "../testing/growth.js";
import { tokensIn } from "./range.js";

interface Measured {
  kind: string;
  text: string;
  /** By the vocabularies that `npm run tokens` loads. */
  counts: Record<string, number>;
}
const file = new URL("fixtures/texts.json", import.meta.url);
const texts = JSON.parse(readFileSync(file, "utf8")) as Measured[];
const pairs = texts.flatMap(({ kind, text, counts }) =>
  Object.entries(counts).map(([vocabulary, tokens]) => ({ kind, vocabulary, tokens, ...tokensIn(text) })),
);

describe("sixty texts in twenty languages, code and data", () => {
  it("have their true count inside the range in 95 of 100 cases, for every vocabulary", () => {
    expect(texts).toHaveLength(60);
    for (const name of new Set(pairs.map(({ vocabulary }) => vocabulary))) {
      const own = pairs.filter(({ vocabulary }) => vocabulary === name);
      const missed = own.filter(({ tokens, low, high }) => tokens < low || tokens > high);
      expect(missed.length, `${name}: ${JSON.stringify(missed)}`).toBeLessThanOrEqual(own.length * 0.05);
    }
  });

  it("are never refused when they fill no more than 98 % of the window", () => {
    expect(pairs.filter(({ tokens, low }) => low >= tokens / 0.98)).toEqual([]);
  });

  it("have a range that is worth having", () => {
    const english = pairs.find(({ kind }) => kind === "English");
    expect(english && english.high / english.low).toBeLessThan(2);
    for (const { kind, low, usual, high } of pairs) {
      expect(high / low, kind).toBeLessThan(5.5);
      expect(low <= usual && usual <= high, kind).toBe(true);
    }
  });
});

describe("texts that no table was made for", () => {
  it("count for little when they are drawn lines, and for something always", () => {
    expect(tokensIn("=".repeat(8000)).low).toBeLessThan(500);
    expect(tokensIn("─".repeat(8000)).low).toBeLessThan(1000);
    expect(tokensIn("𝕏🂡\ud800").usual).toBeGreaterThan(1);
    expect(tokensIn("").high).toBe(0);
  });

  it("take time that grows with their length only", async () => {
    for (const piece of ["a", "1", "\n", "aB3", "語", "=", "a b"]) {
      const growth = await costGrowth((units) => void tokensIn(piece.repeat(units)), 20_000, 160_000);
      expect(growth, JSON.stringify(piece)).toBeLessThan(4);
    }
  });
});
