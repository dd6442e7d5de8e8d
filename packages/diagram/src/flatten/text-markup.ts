/** Text as SVG that every viewer places alike. */
import type { ComputedStyle } from "../layout/computed-style.js";
import type { Font } from "../text/font.js";
import { LEFTWARD_MARK, leftwardStretches } from "../text/leftward.js";
import type { FontRun, TextMeasurer } from "../text/measurer.js";
import { drawablePieces } from "../text/shaping.js";
import type { Matrix } from "../layout/matrix.js";
import { emojiRun } from "./emoji-run.js";
import { escapeXml, formatNumber, styleAttribute, styleText } from "./markup.js";
import type { PixelRows } from "./pixel-rows.js";

/** Most text: it needs one font, and one element. */
const TRIMMED_ASCII = /^[!-~](?:[ -~]*[!-~])?$/;
const BUNDLED_FAMILY = "Arimo";
const EMOJI_FAMILY = "Noto Emoji";

/** The family of the whole drawing: where Arimo is not installed, others of the same widths take its place. */
export const ROOT_FAMILY = `${BUNDLED_FAMILY},'Liberation Sans',Arial,Helvetica,sans-serif`;

function familyText(font: Font): string {
  if (font.family === BUNDLED_FAMILY) return "";
  const generic = /mono/i.test(font.family) ? "monospace" : "sans-serif";
  return `font-family:'${font.family.replace(/["';\\{}]/g, "")}',${generic};`;
}

/** Text at a place, with the paint it needs of its own. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly style: ComputedStyle;
  readonly paint: ReadonlyMap<string, string>;
}

/** How text of a style is written in its main face. */
interface TextLook {
  readonly face: Font;
  readonly text: string;
  /** The paint that it had last, and the style attribute with it. */
  paint: ReadonlyMap<string, string> | null;
  attribute: string;
}

/** Writes text as `text` elements of one font each and remembers which font files they need. */
export class TextWriter {
  readonly fonts = new Set<Font>();
  readonly #looks = new Map<ComputedStyle, TextLook>();

  readonly #measurer: TextMeasurer;
  readonly #rows: PixelRows | null;

  /** For pixels (`rows`), text is cut where the rasteriser would place it wrongly; other viewers get whole words. */
  constructor(measurer: TextMeasurer, rows: PixelRows | null) {
    this.#measurer = measurer;
    this.#rows = rows;
  }

  /**
   * The markup of several runs; neighbours of one look are joined, so that a viewer kerns across them. `matrix` leads
   * to the coordinates of the view, where that is known.
   */
  write(runs: readonly PlacedText[], matrix: Matrix | null): string {
    let markup = "";
    for (const run of runs.length > 1 ? joined(runs) : runs)
      markup += this.#run(run, this.#rows && matrix ? this.#rows.nearest(run.y, matrix) : run.y);
    return markup;
  }

  #run(run: PlacedText, y: number): string {
    const { text, style, paint } = run;
    const look = this.#lookOf(style);
    if (!look.face.hasAscii || !TRIMMED_ASCII.test(text))
      return this.#mixedRun(run, y, look.text + styleText(paint));
    this.fonts.add(look.face);
    if (look.paint !== paint) {
      look.paint = paint;
      const own = styleText(paint) + this.#weight(look.face, style, paint);
      look.attribute = styleAttribute(familyText(look.face) + look.text + own);
    }
    return this.#stretch(text, look.face, run.x, y, style.fontSize, look.attribute);
  }

  /** How text of a style is written in its main face. */
  #lookOf(style: ComputedStyle): TextLook {
    const known = this.#looks.get(style);
    if (known) return known;
    const { fontSize, bold, italic, letterSpacing } = style;
    let text = `font-size:${formatNumber(fontSize)}px;`;
    if (bold) text += "font-weight:700;";
    if (italic) text += "font-style:italic;";
    if (letterSpacing) text += `letter-spacing:${formatNumber(letterSpacing)}px;`;
    const face = this.#measurer.face(style);
    const look = { face, text, paint: null, attribute: "" };
    this.#looks.set(style, look);
    return look;
  }

  /** Text that may need several fonts; `font` is the style of all of it. */
  #mixedRun({ text, x, style, paint }: PlacedText, y: number, font: string): string {
    const { fontSize, letterSpacing } = style;
    let at = x;
    let markup = "";
    // One element per font: resvg would otherwise draw the whole run in the fallback font.
    for (const run of inVisualOrder(text, (part) => this.#measurer.runs(part, style))) {
      const start = at;
      at += run.width * fontSize + (letterSpacing && letterSpacing * Array.from(run.text).length);
      const leading = run.text.length - run.text.trimStart().length;
      const shown = run.text.trim();
      if (!shown) continue;
      const indent = leading ? this.#measurer.width(run.text.slice(0, leading), fontSize, style) : 0;
      // What no font has is left to the viewer; the rasteriser shows the empty box of the main face.
      const drawn = run.font ?? this.#measurer.face(style);
      this.fonts.add(drawn);
      // Numbers among letters of another font may not be in it.
      let spacing = "";
      if (leftwardStretches(shown).length > 0) {
        this.fonts.add(this.#measurer.face(style));
        spacing = this.#wordSpacing(run, drawn, fontSize);
      }
      const width = (part: string): number => this.#measurer.width(part, fontSize, style);
      const pictures =
        drawn.family === EMOJI_FAMILY ? emojiRun(shown, start + indent, y, fontSize, width) : "";
      const attribute = styleAttribute(
        familyText(drawn) + font + spacing + this.#weight(drawn, style, paint),
      );
      markup += pictures || this.#stretch(shown, drawn, start + indent, y, fontSize, attribute);
    }
    return markup;
  }

  /** Spaces and signs among such words are measured in the main face, and drawn in theirs: the spaces make up for it. */
  #wordSpacing({ text, width }: FontRun, font: Font, fontSize: number): string {
    const spaces = text.trim().split(" ").length - 1;
    const drawn = spaces > 0 ? this.#measurer.shapedWidth(text, font) : null;
    if (drawn === null) return "";
    const each = Math.max((width - drawn) / spaces, -MOST_TAKEN);
    return `word-spacing:${formatNumber(each * fontSize)}px;`;
  }

  /** Text of one font. */
  #stretch(text: string, font: Font, x: number, y: number, fontSize: number, attribute: string): string {
    const space = /\s\s/.test(text) ? ' xml:space="preserve"' : "";
    const look = `y="${formatNumber(y)}"${space}${attribute}`;
    if (!this.#rows) return `<text x="${formatNumber(x)}" ${look}>${escapeXml(text)}</text>`;
    let markup = "";
    for (const piece of drawablePieces(text, font))
      markup += `<text x="${formatNumber(x + piece.x * fontSize)}" ${look}>${escapeXml(piece.text)}</text>`;
    return markup;
  }

  /** A fall-back font and the one of letters of one width have one weight only, and the rasteriser makes no other of it. */
  #weight(font: Font, style: ComputedStyle, paint: ReadonlyMap<string, string>): string {
    const fill = paint.get("fill");
    if (!this.#rows || !style.bold || !fill || (font === this.#measurer.face(style) && !style.mono))
      return "";
    return `stroke:${fill};stroke-width:${formatNumber(style.fontSize * BOLD_GROWTH)};`;
  }
}

/** Of a space, in ems: something of it stays. */
const MOST_TAKEN = 0.12;

/** Chromium draws bold text of a font that it fell back on with thicker lines, by this part of the size. */
const BOLD_GROWTH = 1 / 26;

/**
 * Keeps what is written from right to left in one element, spaces between its words and numbers after them included,
 * because only then can a viewer put the words in order.
 */
function inVisualOrder(text: string, runsOf: (part: string) => FontRun[]): FontRun[] {
  const stretches = leftwardStretches(text);
  const list: FontRun[] = [];
  let at = 0;
  for (const { start, end } of stretches) {
    if (start > at) list.push(...runsOf(text.slice(at, start)));
    const runs = runsOf(text.slice(start, end).replaceAll(LEFTWARD_MARK, ""));
    const width = runs.reduce((sum, run) => sum + run.width, 0);
    // Numbers may come first; the letters say which font it is.
    const { font } = runs.find((run) => leftwardStretches(run.text).length > 0) ?? { font: null };
    list.push({ text: text.slice(start, end), width, font });
    at = end;
  }
  if (at < text.length) list.push(...runsOf(text.slice(at)));
  return list;
}

const sameLook = (a: PlacedText, b: PlacedText): boolean =>
  (a.style === b.style || sameFont(a.style, b.style)) && (a.paint === b.paint || samePaint(a.paint, b.paint));

const sameFont = (a: ComputedStyle, b: ComputedStyle): boolean =>
  a.fontSize === b.fontSize &&
  a.bold === b.bold &&
  a.italic === b.italic &&
  a.mono === b.mono &&
  a.letterSpacing === b.letterSpacing;

const samePaint = (a: PlacedText["paint"], b: PlacedText["paint"]): boolean =>
  a.size === b.size && [...a].every(([name, value]) => b.get(name) === value);

function joined(runs: readonly PlacedText[]): PlacedText[] {
  const list: PlacedText[] = [];
  for (const run of runs) {
    const last = list.at(-1);
    const adjoins = last && last.y === run.y && Math.abs(last.x + last.width - run.x) < 0.01;
    if (last && adjoins && sameLook(last, run))
      list[list.length - 1] = { ...last, text: last.text + run.text, width: last.width + run.width };
    else list.push(run);
  }
  return list;
}
