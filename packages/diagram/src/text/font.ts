import { readFileSync } from "node:fs";
import { type GlyphLookup, readCharacterMap } from "./character-map.js";
import { type KernLookup, readKerning } from "./kerning.js";
import { readName, readTableDirectory } from "./sfnt.js";

const useTypoMetrics = 128;

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
  private readonly data: Buffer;
  private readonly advances: number;
  private readonly advanceCount: number;

  constructor(
    readonly file: string,
    readonly index = 0,
  ) {
    const data = readFileSync(file);
    const tables = readTableDirectory(data, index);
    const at = (tag: string): number => {
      const table = tables.get(tag);
      if (!table) throw new Error(`${file} has no ${tag} table`);
      return table.offset;
    };
    this.data = data;
    this.unitsPerEm = data.readUInt16BE(at("head") + 18);
    const horizontal = at("hhea");
    const os2 = tables.get("OS/2")?.offset;
    const typo = os2 !== undefined && (data.readUInt16BE(os2 + 62) & useTypoMetrics) !== 0;
    const metrics = typo ? os2 + 68 : horizontal + 4;
    this.ascent = data.readInt16BE(metrics) / this.unitsPerEm;
    this.descent = -data.readInt16BE(metrics + 2) / this.unitsPerEm;
    this.lineGap = data.readInt16BE(metrics + 4) / this.unitsPerEm;
    const hasXHeight = os2 !== undefined && data.readUInt16BE(os2) >= 2;
    this.xHeight = (hasXHeight && data.readInt16BE(os2 + 86) / this.unitsPerEm) || 0.5;
    this.advances = at("hmtx");
    this.advanceCount = data.readUInt16BE(horizontal + 34);
    this.family = readName(data, at("name"), 16) || readName(data, at("name"), 1);
    this.glyphOf = readCharacterMap(data, at("cmap"));
    const positioning = tables.get("GPOS");
    this.kern = positioning ? readKerning(data, positioning.offset) : () => 0;
  }

  /** The advance of a glyph in font units. */
  advance(glyph: number): number {
    return this.data.readUInt16BE(this.advances + 4 * Math.min(glyph, this.advanceCount - 1));
  }
}
