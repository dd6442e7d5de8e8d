/** Widths of text, and the fonts that it is set in. */
import type { FaceStyle } from "./bundled-fonts.js";
import type { Font } from "./font.js";
import type { FontSource } from "./font-source.js";
import { joinedStretches } from "./shaping.js";

/** A stretch of text drawn with one font; `font` is null where no font on this machine has the characters. */
export interface FontRun {
  text: string;
  /** In ems. */
  width: number;
  readonly font: Font | null;
}

const VARIATION_SELECTOR16 = 0xfe0f;
const VARIATION_SELECTOR15 = 0xfe0e;
/** The first that is shown in colour without being asked to. */
const FIRST_EMOJI = 0x231a;
const CACHE_LIMIT = 20_000;
/** Before it stand letters that neither join nor stack: Latin, Greek and Cyrillic. */
const LAST_SIMPLE = 0x530;
/** Half of the smallest part of a pixel that outlines are scaled to. */
const GRID = 1 / 128;

/** Characters that take no room of their own: combining marks, joiners, selectors, skin tones, tags, soft hyphens. */
const takesNoRoom = (code: number): boolean =>
  (code >= 0x300 && code <= 0x36f) ||
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x2069) ||
  (code >= 0xfe00 && code <= 0xfe0f) ||
  (code >= 0x1f3fb && code <= 0x1f3ff) ||
  (code >= 0xe0020 && code <= 0xe007f) ||
  code === 0xfeff ||
  code === 0xad;

/** Measures text from the tables of the fonts, as a browser on Linux does. */
export class TextMeasurer {
  readonly #widths = new Map<Font, Map<string, number>>();

  readonly #source: FontSource;

  constructor(source: FontSource) {
    this.#source = source;
  }

  face(style: FaceStyle): Font {
    return this.#source.face(style);
  }

  /** How far the ink of text reaches above and below the baseline, in whole pixels as hinting leaves them. */
  inkHeight(text: string, size: number, style: FaceStyle): { ascent: number; descent: number } {
    const { top, bottom } = this.#ink(text, style);
    return { ascent: Math.ceil(top * size), descent: Math.round(-bottom * size) };
  }

  /** The pixels that the ink of text touches above and below the baseline. */
  inkReach(text: string, size: number, style: FaceStyle): { above: number; below: number } {
    const { top, bottom } = this.#ink(text, style);
    return { above: Math.ceil(top * size), below: Math.ceil(-bottom * size) };
  }

  /**
   * The pixels that the ink of a line touches left of where it begins and right of where it ends: a `k` reaches over its own
   * space, and so do others at some sizes. Only letters of the main face are asked.
   */
  inkOverhang(text: string, size: number, style: FaceStyle): { left: number; right: number } {
    const face = this.#source.face(style);
    const [first, last] = [text.charCodeAt(0), text.charCodeAt(text.length - 1)];
    const head = first < LAST_SIMPLE ? face.glyphOf(first) : 0;
    const tail = last < LAST_SIMPLE ? face.glyphOf(last) : 0;
    const left = head ? (face.horizontalExtent(head)?.left ?? 0) : 0;
    const right = tail ? (face.horizontalExtent(tail)?.right ?? 0) : 0;
    const advance = tail ? (face.advance(tail) / face.unitsPerEm) * size : 0;
    return {
      left: Math.max(0, -Math.floor(left * size + GRID)),
      right: tail ? Math.max(0, Math.ceil(right * size - GRID) - advance) : 0,
    };
  }

  /** Letters as they are when they stand alone, in ems. */
  #ink(text: string, style: FaceStyle): { top: number; bottom: number } {
    let top = Number.NEGATIVE_INFINITY;
    let bottom = Number.POSITIVE_INFINITY;
    for (const run of this.runs(text, style)) {
      const font = run.font ?? this.face(style);
      for (const char of run.text) {
        const extent = font.verticalExtent(font.glyphOf(char.codePointAt(0) ?? 0));
        if (!extent) continue;
        top = Math.max(top, extent.top);
        bottom = Math.min(bottom, extent.bottom);
      }
    }
    return top < bottom ? { top: 0, bottom: 0 } : { top, bottom };
  }

  /** The width in pixels, snapped up to 1/64 pixel as Chromium's layout does. */
  width(text: string, size: number, style: FaceStyle): number {
    const face = this.#source.face(style);
    const known = this.#widthsIn(face);
    let ems = known.get(text);
    if (ems === undefined) {
      ems = 0;
      for (const run of this.#runsIn(face, text)) ems += run.width;
      if (known.size >= CACHE_LIMIT) known.clear();
      known.set(text, ems);
    }
    return Math.ceil(ems * size * 64 - 1e-4) / 64;
  }

  /** In ems, by the text. */
  #widthsIn(face: Font): Map<string, number> {
    let widths = this.#widths.get(face);
    if (!widths) {
      widths = new Map();
      this.#widths.set(face, widths);
    }
    return widths;
  }

  /** How wide text is when one font sets all of it, in ems; null where that font says nothing of it. */
  shapedWidth(text: string, font: Font): number | null {
    return this.#source.shape(text, font);
  }

  /** Splits text into stretches of one font each. */
  runs(text: string, style: FaceStyle): FontRun[] {
    return this.#runsIn(this.#source.face(style), text);
  }

  #runsIn(face: Font, text: string): FontRun[] {
    const plain = this.#plainRun(text, face);
    if (plain) return [plain];
    const runs: FontRun[] = [];
    let previousGlyph = 0;
    const add = (char: string, width: number, font: Font | null): void => {
      const last = runs.at(-1);
      if (last?.font === font) {
        last.text += char;
        last.width += width;
      } else runs.push({ text: char, width, font });
    };
    const joined = this.#joinedFonts(text, face);
    let at = 0;
    let previousFont: Font | null = null;
    const characters = Array.from(text);
    for (const [index, char] of characters.entries()) {
      const code = char.codePointAt(0) ?? 0;
      const whole = joined.get(at);
      at += char.length;
      const last = runs.at(-1);
      if (takesNoRoom(code) && last) {
        last.text += char;
        previousGlyph = 0;
        continue;
      }
      const emoji = isEmoji(char, code, characters[index + 1]?.codePointAt(0));
      const own = emoji || whole ? 0 : face.glyphOf(code);
      if (!own && code < 32) continue;
      const font = own ? face : (whole ?? this.#source.fallback(code, emoji));
      const glyph = own || (font?.glyphOf(code) ?? 0);
      if (font) {
        const kern = previousGlyph && previousFont === font ? font.kern(previousGlyph, glyph) : 0;
        add(char, (font.advance(glyph) + kern) / font.unitsPerEm, font);
      }
      // Nobody has it: a browser shows the empty box of the main face.
      else add(char, face.advance(0) / face.unitsPerEm, null);
      previousGlyph = glyph;
      previousFont = font;
    }
    for (const run of runs) if (run.font) run.width = this.#source.shape(run.text, run.font) ?? run.width;
    return runs;
  }

  /** Text of letters that the main face has and that mean nothing but themselves, as most is; null for any other. */
  #plainRun(text: string, face: Font): FontRun | null {
    let width = 0;
    let previous = 0;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      const glyph = code >= 32 && code < 127 ? face.glyphOf(code) : 0;
      if (!glyph) return null;
      const kern = previous ? face.kern(previous, glyph) : 0;
      width += (face.advance(glyph) + kern) / face.unitsPerEm;
      previous = glyph;
    }
    return text ? { text, width, font: face } : null;
  }

  /** By position, the font of what stands in a stretch that should be of one font, when the main face lacks some of it. */
  #joinedFonts(text: string, face: Font): ReadonlyMap<number, Font> {
    const fonts = new Map<number, Font>();
    for (const stretch of joinedStretches(text)) {
      const missing = Array.from(stretch.text).some((char) => lacks(face, char));
      const font = missing ? this.#source.covering(stretch.text) : null;
      if (!font) continue;
      // Spaces and signs between the words are those of the main face.
      for (let offset = 0; offset < stretch.text.length; offset += 1)
        if (stretch.text.charCodeAt(offset) >= LAST_SIMPLE) fonts.set(stretch.start + offset, font);
    }
    return fonts;
  }
}

const lacks = (font: Font, char: string): boolean => {
  const code = char.codePointAt(0) ?? 0;
  return char.trim() !== "" && !takesNoRoom(code) && font.glyphOf(code) === 0;
};

/** Whether a browser takes a sign from a font of emoji before any other: where that is its usual look, or is asked for. */
function isEmoji(char: string, code: number, next: number | undefined): boolean {
  if (next === VARIATION_SELECTOR16) return true;
  return code >= FIRST_EMOJI && next !== VARIATION_SELECTOR15 && /\p{Emoji_Presentation}/u.test(char);
}
