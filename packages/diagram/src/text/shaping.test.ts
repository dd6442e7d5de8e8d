/** Shaped text, measured and drawn. */
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderDiagram, shutdown } from "../index.js";
import { bundledFace, BUNDLED_FALLBACKS } from "./bundled-fonts.js";
import { createFontSource } from "./font-source.js";
import { TextMeasurer } from "./measurer.js";
import { drawablePieces, joinedStretches, loadShaper } from "./shaping.js";
import { systemFonts } from "./system-fonts.js";

beforeAll(() => loadShaper(() => import("harfbuzzjs")));
afterAll(shutdown);

const regular = { bold: false, italic: false };
const measurer = new TextMeasurer(createFontSource(null));
const dejavu = BUNDLED_FALLBACKS[0]?.() ?? bundledFace(regular);
// DejaVu Sans, which is bundled, has Lao; its vowel "am" is two glyphs of one syllable.
const lao = "ນ້ຳໃຈນ້ຳ";

/** From the first to the last column with ink of the label, in units of the drawing. */
async function inkWidth(label: string): Promise<number> {
  const scale = 4;
  const { data, width } = await renderDiagram(`flowchart TD\nA["${label}"]`, {
    format: "png",
    look: "classic",
    scale,
  });
  const picture = PNG.sync.read(Buffer.from(data)).data;
  const columns: number[] = [];
  for (let at = 0; at < picture.length; at += 4)
    if ([0, 1, 2].every((channel) => (picture[at + channel] ?? 255) < 100)) columns.push((at / 4) % width);
  return (
    columns.reduce((most, one) => Math.max(most, one), 0) / scale -
    columns.reduce((least, one) => Math.min(least, one), width) / scale
  );
}

describe("stretches of one font", () => {
  const found = (text: string): string[] => Array.from(joinedStretches(text), (stretch) => stretch.text);

  it("are words of scripts whose letters join", () => {
    expect(found("API नमस्ते दुनिया v2")).toEqual(["नमस्ते", "दुनिया"]);
    expect(found("ค่า = 42 ms")).toEqual(["ค่า"]);
    expect(found("Größe 日本 ♥")).toEqual([]);
  });

  it("are whole phrases where they run from right to left", () => {
    expect(found("user مرحبا بالعالم, abc")).toEqual(["مرحبا بالعالم"]);
    expect(found("العَرَبِيَّةُ")).toEqual(["العَرَبِيَّةُ"]);
  });
});

describe("text for the rasteriser", () => {
  it("is cut after syllables of several glyphs, each piece where shaping puts it", () => {
    const pieces = drawablePieces(lao, dejavu);
    expect(pieces.map((piece) => piece.text).join("")).toBe(lao);
    expect(pieces.map((piece) => piece.text)).toEqual(["ນ້ຳ", "ໃຈນ້ຳ"]);
    expect(pieces[1]?.x).toBeCloseTo(measurer.width("ນ້ຳ", 1_000, regular) / 1_000, 3);
  });

  it("is left whole otherwise", () => {
    for (const text of ["ສະບາຍດີ", "مرحبا بالعالم", "plain"])
      expect(drawablePieces(text, dejavu)).toEqual([{ text, x: 0 }]);
  });

  it("is drawn as wide as it was measured", async () => {
    expect((await inkWidth(lao)) / measurer.width(lao, 16, regular)).toBeCloseTo(1, 1);
  });

  const devanagari = "हिन्दी विद्यार्थी";
  it.skipIf(!systemFonts.withGlyphs([0x928]))(
    "is drawn as wide as it was measured in Devanagari (if this machine has a font for it)",
    async () => {
      expect((await inkWidth(devanagari)) / measurer.width(devanagari, 16, regular)).toBeCloseTo(1, 1);
    },
  );

  it("keeps whole words in SVG", async () => {
    expect((await renderDiagram(`flowchart TD\nA["${lao}"]`)).data).toContain(`>${lao}<`);
  });
});

describe("text from right to left", () => {
  it("takes the number after it along, which then stands at its left", async () => {
    const { data } = await renderDiagram('flowchart TD\nA["user مرحبا 123 abc"]');
    const texts = [...data.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(texts).toEqual(["user", "مرحبا 123", "abc"]);
  });
});

describe("a font that text falls back on", () => {
  const latin = bundledFace(regular);
  const source = {
    face: () => BUNDLED_FALLBACKS[1]?.() ?? latin, // emoji only
    fallback: () => latin,
    covering: () => null,
    shape: () => null,
  };

  it("is kerned, too", () => {
    expect(new TextMeasurer(source).width("AVAV", 100, regular)).toBe(measurer.width("AVAV", 100, regular));
  });

  it("is drawn with thicker lines for bold text", async () => {
    const strokes = async (label: string): Promise<number> => {
      const { data } = await renderDiagram(`flowchart TD\nA["${label}"]`, {
        format: "png",
        look: "classic", // without the darker frame and shadow of the other
        scale: 2,
      });
      const picture = PNG.sync.read(Buffer.from(data)).data;
      let dark = 0;
      for (let at = 0; at < picture.length; at += 4) if ((picture[at] ?? 255) < 100) dark += 1;
      return dark;
    };
    expect(await strokes("<b>سلام</b>")).toBeGreaterThan((await strokes("سلام")) * 1.15);
  });
});
