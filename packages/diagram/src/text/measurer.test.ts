/** Widths of text. */
import { beforeAll, describe, expect, it } from "vitest";
import { createFontSource } from "./font-source.js";
import { TextMeasurer } from "./measurer.js";
import { loadShaper, needsShaping } from "./shaping.js";

const regular = { bold: false, italic: false };
const measurer = new TextMeasurer(createFontSource(null));

const families = (text: string): (string | undefined)[] =>
  measurer.runs(text, regular).map((run) => run.font?.family);

describe("widths", () => {
  it("are Chromium's, to 1/64 pixel", () => {
    expect(measurer.width("The quick brown fox", 16, regular)).toBe(143.1875);
    expect(measurer.width("Streaming formatter", 16, regular)).toBe(141.390625);
  });

  it.each([
    ["with explicit", 83.359],
    ["with exponential backoff", 172.039],
    ["Final answer", 91.375],
    ["Ack", 27.672],
    ["The quick brown fox", 143.188],
  ])("of boxes take in the ink at both ends, as Chromium's do: %s", (text, width) => {
    const { left, right } = measurer.inkOverhang(text, 16, regular);
    expect(left + measurer.width(text, 16, regular) + right).toBeCloseTo(width, 1);
  });

  it("include kerning", () => {
    const apart = measurer.width("A", 100, regular) + measurer.width("V", 100, regular);
    expect(measurer.width("AV", 100, regular)).toBeLessThan(apart - 1);
  });

  it("take the face into account", () => {
    expect(measurer.width("Word", 16, { bold: true, italic: false })).toBeGreaterThan(
      measurer.width("Word", 16, regular),
    );
  });
});

describe("fonts of a text", () => {
  it("fall back where the main face has no glyph", () => {
    expect(families("a✓b")).toEqual(["Arimo", "DejaVu Sans", "Arimo"]);
    expect(families("🚀")).toEqual(["Noto Emoji"]);
  });

  it("show a sign as emoji when it is asked to be one", () => {
    expect(families("⚠")).toEqual(["DejaVu Sans"]);
    expect(families("⚠\ufe0f")).toEqual(["Noto Emoji"]);
  });

  it("show an emoji as one although a font of signs has it too", () => {
    expect(families("😀⚡")).toEqual(["Noto Emoji"]);
    expect(families("😀\ufe0e")).toEqual(["DejaVu Sans"]);
  });
});

describe("shaping", () => {
  beforeAll(() => loadShaper(() => import("harfbuzzjs")));

  it("is for the scripts that need it", () => {
    expect(needsShaping("مرحبا")).toBe(true);
    expect(needsShaping("👩‍💻")).toBe(true);
    expect(needsShaping("Größe, мир, 日本 🚀")).toBe(false);
  });

  it("joins letters and emoji, which makes them narrower than their parts", () => {
    for (const text of ["مرحبا", "👩🏽"]) {
      const parts = Array.from(text).reduce((sum, char) => sum + measurer.width(char, 100, regular), 0);
      expect(measurer.width(text, 100, regular)).toBeLessThan(parts);
    }
  });
});
