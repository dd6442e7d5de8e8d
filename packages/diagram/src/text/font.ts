/** A font file: its measures, its glyphs and how far each advances. */
import { readFileSync } from "node:fs";
import { type GlyphLookup, readCharacterMap } from "./character-map.js";
import { type KernLookup, readKerning } from "./kerning.js";
import { readName, readTableDirectory } from "./sfnt.js";

const USE_TYPO_METRICS = 128;

/** Where the outlines of glyphs are found. */
interface GlyphLocation {
  readonly glyphs: number;
  readonly locations: number;
  readonly long: boolean;
}

interface HorizontalExtent {
  readonly left: number;
  readonly right: number;
}

/** More than a font can have. */
const GLYPHS = 65_536;
const MOST_REMEMBERED = 5_000;
const ASCII = Array.from({ length: 95 }, (_, index) => index + 32);

/** The same answers, the last ones without looking them up in the tables of the file again. */
function remembered(lookUp: (key: number) => number): (key: number) => number {
  const answers = new Map<number, number>();
  return (key) => {
    let answer = answers.get(key);
    if (answer === undefined) {
      answer = lookUp(key);
      if (answers.size >= MOST_REMEMBERED) answers.clear();
      answers.set(key, answer);
    }
    return answer;
  };
}

/** One face of a font file with the measures that layout needs; lengths are in ems. */
export class Font {
  readonly family: string;
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly xHeight: number;
  readonly glyphOf: GlyphLookup;
  /** In font units. */
  readonly kern: KernLookup;
  #hasAscii: boolean | null = null;
  readonly #extents = new Map<number, HorizontalExtent | null>();
  readonly #data: Buffer;
  readonly #outlines: GlyphLocation | null;
  readonly #advances: number;
  readonly #advanceCount: number;

  readonly file: string;
  readonly index;

  constructor(file: string, index = 0) {
    this.file = file;
    this.index = index;
    const data = readFileSync(file);
    const tables = readTableDirectory(data, index);
    const at = (tag: string): number => {
      const table = tables.get(tag);
      if (!table) throw new Error(`${file} has no ${tag} table`);
      return table.offset;
    };
    this.#data = data;
    this.unitsPerEm = data.readUInt16BE(at("head") + 18);
    const horizontal = at("hhea");
    const os2 = tables.get("OS/2")?.offset;
    const typo = os2 !== undefined && (data.readUInt16BE(os2 + 62) & USE_TYPO_METRICS) !== 0;
    const metrics = typo ? os2 + 68 : horizontal + 4;
    this.ascent = data.readInt16BE(metrics) / this.unitsPerEm;
    this.descent = -data.readInt16BE(metrics + 2) / this.unitsPerEm;
    this.lineGap = data.readInt16BE(metrics + 4) / this.unitsPerEm;
    const hasXHeight = os2 !== undefined && data.readUInt16BE(os2) >= 2;
    this.xHeight = (hasXHeight && data.readInt16BE(os2 + 86) / this.unitsPerEm) || 0.5;
    const [glyphs, locations] = [tables.get("glyf"), tables.get("loca")];
    const long = data.readInt16BE(at("head") + 50) === 1;
    this.#outlines =
      glyphs && locations ? { glyphs: glyphs.offset, locations: locations.offset, long } : null;
    this.#advances = at("hmtx");
    this.#advanceCount = data.readUInt16BE(horizontal + 34);
    this.family = readName(data, at("name"), 16) || readName(data, at("name"), 1);
    this.glyphOf = remembered(readCharacterMap(data, at("cmap")));
    const positioning = tables.get("GPOS");
    const kern = positioning ? readKerning(data, positioning.offset) : () => 0;
    const kernOfPair = remembered((pair) => kern(Math.floor(pair / GLYPHS), pair % GLYPHS));
    this.kern = (left, right) => kernOfPair(left * GLYPHS + right);
  }

  /** Whether it has all letters of ASCII. */
  get hasAscii(): boolean {
    this.#hasAscii ??= ASCII.every((code) => this.glyphOf(code) !== 0);
    return this.#hasAscii;
  }

  /** How far the ink of a glyph reaches above and below the baseline; null when it has none. */
  verticalExtent(glyph: number): { top: number; bottom: number } | null {
    // The outlines of OpenType fonts of the other kind are not read; most capital letters are as high.
    if (!this.#outlines) return { top: 0.72, bottom: 0 };
    const at = this.#outlineAt(glyph);
    return at === null ? null : { top: this.#ems(at + 8), bottom: this.#ems(at + 4) };
  }

  /** How far the ink of a glyph reaches to the left and to the right of where it begins; null when it has none or is not read. */
  horizontalExtent(glyph: number): HorizontalExtent | null {
    let extent = this.#extents.get(glyph);
    if (extent === undefined) {
      const at = this.#outlineAt(glyph);
      extent = at === null ? null : { left: this.#ems(at + 2), right: this.#ems(at + 6) };
      if (this.#extents.size >= MOST_REMEMBERED) this.#extents.clear();
      this.#extents.set(glyph, extent);
    }
    return extent;
  }

  #ems(offset: number): number {
    return this.#data.readInt16BE(offset) / this.unitsPerEm;
  }

  /** Where the outline of a glyph stands in the file; null when it has none. */
  #outlineAt(glyph: number): number | null {
    if (!this.#outlines) return null;
    const { glyphs, locations, long } = this.#outlines;
    const offset = (index: number): number =>
      long
        ? this.#data.readUInt32BE(locations + 4 * index)
        : 2 * this.#data.readUInt16BE(locations + 2 * index);
    return offset(glyph) === offset(glyph + 1) ? null : glyphs + offset(glyph);
  }

  /** The advance of a glyph in font units. */
  advance(glyph: number): number {
    return this.#data.readUInt16BE(this.#advances + 4 * Math.min(glyph, this.#advanceCount - 1));
  }
}
