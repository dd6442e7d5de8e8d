/** The fonts of this machine, read as little as possible. */
import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { FaceStyle } from "./bundled-fonts.js";
import { type GlyphLookup, readCharacterMap } from "./character-map.js";
import { Font } from "./font.js";
import { readName, readTableDirectory } from "./sfnt.js";

const FOLDERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["/System/Library/Fonts", "/Library/Fonts", path.join(os.homedir(), "Library/Fonts")],
  win32: ["C:\\Windows\\Fonts"],
};
const UNIX_FOLDERS = [
  "/usr/share/fonts",
  "/usr/local/share/fonts",
  path.join(os.homedir(), ".fonts"),
  path.join(os.homedir(), ".local/share/fonts"),
];
const MAX_FILES = 4_000;
const MAX_TABLE = 4_000_000;
// Variable fonts among them: what is drawn of those is their first design, often the thinnest.
const STYLED = /bold|italic|oblique|light|thin|black|heavy|medium|condensed|\bvf\b|\[/i;
const SPECIAL = /mono|serif|looped|kufi|nastaliq|display/i;

/** A font file of this machine of which only the needed tables have been read. */
interface Candidate {
  readonly file: string;
  readonly glyphOf: GlyphLookup;
}

function rank(file: string): number {
  const name = path.basename(file);
  return (STYLED.test(name) ? 4 : 0) + (SPECIAL.test(name) ? 2 : 0) + (/sans/i.test(name) ? 0 : 1);
}

/** Font files in a fixed order: plain faces without serifs first, so that a fallback looks like body text. */
function listFontFiles(): string[] {
  const files = (FOLDERS[process.platform] ?? UNIX_FOLDERS).flatMap((folder) => {
    try {
      return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) =>
        path.join(folder, name),
      );
    } catch {
      return [];
    }
  });
  return files
    .filter((file) => /\.(?:ttf|otf|ttc)$/i.test(file))
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .slice(0, MAX_FILES);
}

/** Reads one table of a font file; null when the file is no font or has no such table. */
function readTable(file: string, tag: string): Buffer | null {
  let handle: number | undefined;
  try {
    handle = openSync(file, "r");
    const head = Buffer.alloc(4_096);
    readSync(handle, head, 0, head.length, 0);
    const range = readTableDirectory(head).get(tag);
    if (!range || range.length > MAX_TABLE) return null;
    const table = Buffer.alloc(range.length);
    readSync(handle, table, 0, range.length, range.offset);
    return table;
  } catch {
    return null;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** The fonts that this machine has; asked only for what the bundled ones lack, or for a family by its name. */
class SystemFonts {
  #fileList: string[] | undefined;
  #candidateList: Candidate[] | undefined;
  readonly #firstIndices = new Map<number, number>();
  readonly #loaded = new Map<string, Font | null>();

  get #files(): string[] {
    return (this.#fileList ??= listFontFiles());
  }

  /** The first font with a glyph for each of the characters. */
  withGlyphs(codePoints: readonly number[]): Font | null {
    const first = Math.max(0, ...codePoints.map((code) => this.#firstWith(code)));
    for (const { file, glyphOf } of this.#candidates.slice(first)) {
      const font = codePoints.every((code) => hasGlyph(glyphOf, code)) ? this.#load(file) : null;
      if (font) return font;
    }
    return null;
  }

  get #candidates(): Candidate[] {
    return (this.#candidateList ??= this.#files.flatMap((file) => {
      const table = readTable(file, "cmap");
      return table ? [{ file, glyphOf: readCharacterMap(table, 0) }] : [];
    }));
  }

  /** The index of the first candidate with a character; remembered, because words share their letters. */
  #firstWith(codePoint: number): number {
    let index = this.#firstIndices.get(codePoint);
    if (index === undefined) {
      index = this.#candidates.findIndex(({ glyphOf }) => hasGlyph(glyphOf, codePoint));
      if (index < 0) index = this.#candidates.length;
      this.#firstIndices.set(codePoint, index);
    }
    return index;
  }

  /** The face of a family that comes closest to a style; null when the family is not installed. */
  inFamily(family: string, style: FaceStyle): Font | null {
    const wanted = family.toLowerCase();
    const fits = (file: string): number => {
      const name = readTable(file, "name");
      if (!name || ![16, 1].some((id) => readName(name, 0, id).toLowerCase() === wanted)) return -1;
      const face = readName(name, 0, 17) || readName(name, 0, 2);
      const bold = /bold/i.test(face) === style.bold;
      const italic = /italic|oblique/i.test(face) === style.italic;
      return 1 + (bold ? 2 : 0) + (italic ? 1 : 0) + (STYLED.test(face) || SPECIAL.test(face) ? 0 : 0.5);
    };
    const ranked = this.#files
      .map((file) => ({ file, score: fits(file) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    return ranked[0] ? this.#load(ranked[0].file) : null;
  }

  #load(file: string): Font | null {
    let font = this.#loaded.get(file);
    if (font === undefined) {
      try {
        font = new Font(file);
      } catch {
        font = null; // a broken font on the user's machine is no reason to draw nothing
      }
      this.#loaded.set(file, font);
    }
    return font;
  }
}

function hasGlyph(glyphOf: GlyphLookup, codePoint: number): boolean {
  try {
    return glyphOf(codePoint) !== 0;
  } catch {
    return false;
  }
}

/** One for the thread: the machine's fonts do not change under our feet. */
export const systemFonts = new SystemFonts();
