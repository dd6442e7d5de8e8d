/** A grid of cells: letters, lines that become box-drawing characters by the sides they touch, dots that become braille. */
import {
  asciiLine,
  asciiSign,
  brailleGlyph,
  DOWN,
  LEFT,
  lineGlyph,
  RIGHT,
  UP,
  type Weight,
} from "./glyphs.js";
import { type ColorDepth, escapeFor, inkOn, type Rgb } from "./palette.js";
import type { Line } from "./rich-text.js";
import { cellsOfGrapheme, graphemesOf } from "./width.js";

/** How something is drawn. */
export interface Stroke {
  readonly fg?: Rgb | null;
  readonly weight?: Weight;
  readonly dash?: boolean;
  readonly round?: boolean;
  /** Whether it is meant to run behind labels. */
  readonly behind?: boolean;
}

/** How letters look. */
export interface Ink {
  readonly fg?: Rgb | null;
  readonly bold?: boolean;
  readonly italic?: boolean;
}

export interface Cell {
  /** A letter of a label or a drawn sign; "" where there is none. */
  glyph: string;
  /** Whether it belongs to a label, which nothing may cover. */
  isLabel: boolean;
  /** The right half of a wide character. */
  isCovered: boolean;
  mask: number;
  weight: Weight;
  dash: boolean;
  round: boolean;
  dots: number;
  fg: Rgb | null;
  bg: Rgb | null;
  bold: boolean;
  italic: boolean;
}

/** What a canvas is written out with. */
export interface Output {
  readonly color: ColorDepth;
  readonly ascii: boolean;
}

export interface Written {
  readonly lines: readonly string[];
  readonly columns: number;
}

/** No drawing is larger; what would be is left out. */
const MOST_ROWS = 20_000;
const MOST_COLUMNS = 4_000;
const WEIGHTS: readonly Weight[] = ["light", "heavy", "double"];
const DOTS: readonly (readonly [number, number])[] = [
  [1, 8],
  [2, 16],
  [4, 32],
  [64, 128],
];

const blank = (): Cell => ({
  glyph: "",
  isLabel: false,
  isCovered: false,
  mask: 0,
  weight: "light",
  dash: false,
  round: false,
  dots: 0,
  fg: null,
  bg: null,
  bold: false,
  italic: false,
});

export class Canvas {
  #rows: Cell[][] = [];
  /** How often something would have covered a letter of a label. */
  collisions = 0;
  /** Whether something was left out because the drawing would have been too large. */
  isCropped = false;

  get height(): number {
    return this.#rows.length;
  }

  /** The cell if something was drawn there. */
  peek(column: number, row: number): Cell | undefined {
    return this.#rows[row]?.[column];
  }

  #at(column: number, row: number): Cell {
    if (row < 0 || column < 0 || row > MOST_ROWS || column > MOST_COLUMNS) {
      this.isCropped = true;
      return blank();
    }
    while (this.#rows.length <= row) this.#rows.push([]);
    const cells = this.#rows[row] ?? [];
    while (cells.length <= column) cells.push(blank());
    return cells[column] ?? blank();
  }

  /** Writes a label; returns the column after it. */
  label(column: number, row: number, line: Line | string, ink: Ink = {}): number {
    const spans = typeof line === "string" ? [{ text: line }] : line;
    let at = column;
    for (const span of spans) {
      for (const grapheme of graphemesOf(span.text)) {
        const cells = cellsOfGrapheme(grapheme);
        if (cells === 0) continue;
        for (let part = 0; part < cells; part += 1) {
          const cell = this.#at(at + part, row);
          if (cell.isLabel && !(cell.glyph === " " && grapheme === " ")) this.collisions += 1;
          cell.glyph = part === 0 ? grapheme : "";
          cell.isLabel = span.isSign !== true;
          cell.isCovered = part > 0;
          cell.mask = 0;
          cell.dots = 0;
          cell.fg = span.color ?? ink.fg ?? null;
          cell.bold = span.bold === true || ink.bold === true;
          cell.italic = span.italic === true || ink.italic === true;
        }
        at += cells;
      }
    }
    return at;
  }

  /** Draws a sign of ours, in one cell. */
  sign(column: number, row: number, glyph: string, fg: Rgb | null = null): void {
    const cell = this.#at(column, row);
    if (cell.isLabel) {
      this.collisions += 1;
      return;
    }
    cell.glyph = glyph;
    cell.fg = fg;
  }

  /** Draws several signs in a row. */
  signs(column: number, row: number, glyphs: string, fg: Rgb | null = null): number {
    let at = column;
    for (const glyph of glyphs) {
      this.sign(at, row, glyph, fg);
      at += 1;
    }
    return at;
  }

  /** Adds sides to the lines of a cell. */
  line(column: number, row: number, mask: number, stroke: Stroke = {}): void {
    const cell = this.#at(column, row);
    if (cell.isLabel) {
      if (stroke.behind !== true) this.collisions += 1;
      return;
    }
    const { weight = "light", dash = false, round = false, fg = null } = stroke;
    // Where two lines meet, the plain one's dashes and the stronger one's weight are seen.
    cell.dash = cell.mask === 0 ? dash : cell.dash && dash;
    cell.weight =
      cell.mask === 0 || WEIGHTS.indexOf(weight) > WEIGHTS.indexOf(cell.weight) ? weight : cell.weight;
    cell.round = cell.mask === 0 ? round : cell.round || round;
    cell.mask |= mask;
    if (fg) cell.fg = fg;
  }

  horizontal(from: number, to: number, row: number, stroke: Stroke = {}): void {
    for (let column = from; column <= to; column += 1)
      this.line(column, row, (column > from ? LEFT : 0) | (column < to ? RIGHT : 0), stroke);
  }

  vertical(column: number, from: number, to: number, stroke: Stroke = {}): void {
    for (let row = from; row <= to; row += 1)
      this.line(column, row, (row > from ? UP : 0) | (row < to ? DOWN : 0), stroke);
  }

  box(left: number, top: number, right: number, bottom: number, stroke: Stroke = {}): void {
    this.horizontal(left, right, top, stroke);
    this.horizontal(left, right, bottom, stroke);
    this.vertical(left, top, bottom, stroke);
    this.vertical(right, top, bottom, stroke);
  }

  /** Takes away lines and signs, not labels. */
  clear(left: number, top: number, right: number, bottom: number): void {
    for (let row = top; row <= bottom; row += 1)
      for (let column = left; column <= right; column += 1) {
        const cell = this.#at(column, row);
        if (!cell.isLabel) Object.assign(cell, blank(), { bg: cell.bg });
      }
  }

  fill(left: number, top: number, right: number, bottom: number, bg: Rgb): void {
    for (let row = top; row <= bottom; row += 1)
      for (let column = left; column <= right; column += 1) this.#at(column, row).bg = bg;
  }

  /** Puts a colour behind what is drawn, all of which can be read on it then. */
  tint(left: number, top: number, right: number, bottom: number, bg: Rgb): void {
    this.fill(left, top, right, bottom, bg);
    for (let row = top; row <= bottom; row += 1)
      for (let column = left; column <= right; column += 1) {
        const cell = this.#at(column, row);
        cell.fg = inkOn(bg, cell.fg);
      }
  }

  /** A braille dot at a place in cells. */
  dot(x: number, y: number, fg: Rgb | null): void {
    const column = Math.floor(x);
    const row = Math.floor(y);
    if (column < 0 || row < 0) return;
    const cell = this.#at(column, row);
    if (cell.isLabel) return;
    const pair = DOTS[Math.min(3, Math.floor((y - row) * 4))];
    cell.dots |= pair?.[x - column < 0.5 ? 0 : 1] ?? 0;
    if (fg && !cell.glyph) cell.fg = fg;
  }

  /** A line of braille dots through points in cells. */
  curve(points: readonly (readonly [number, number])[], fg: Rgb | null, dash = false): void {
    let step = 0;
    for (const [index, [x2, y2]] of points.entries()) {
      const [x1, y1] = points[index - 1] ?? [x2, y2];
      const count = Math.max(1, Math.ceil(Math.max(Math.abs(x2 - x1) * 2, Math.abs(y2 - y1) * 4)));
      for (let at = 0; at <= count; at += 1) {
        step += 1;
        if (!dash || step % 4 < 2) this.dot(x1 + ((x2 - x1) * at) / count, y1 + ((y2 - y1) * at) / count, fg);
      }
    }
  }

  /** Draws another canvas into this one. */
  draw(other: Canvas, column: number, row: number): void {
    for (const [r, cells] of other.#rows.entries())
      for (const [c, cell] of cells.entries())
        if (cell.glyph || cell.isCovered || cell.mask || cell.dots || cell.bg)
          Object.assign(this.#at(column + c, row + r), cell);
    this.collisions += other.collisions;
    this.isCropped ||= other.isCropped;
  }

  /** The first and the last column with anything in it, and the first row. */
  extent(): { first: number; last: number; top: number } {
    let first = Number.POSITIVE_INFINITY;
    let last = -1;
    const top = this.#rows.findIndex((cells) => cells.some((cell) => isInk(cell, true)));
    for (const cells of this.#rows) {
      const start = cells.findIndex((cell) => isInk(cell, true));
      if (start < 0) continue;
      first = Math.min(first, start);
      last = Math.max(
        last,
        cells.findLastIndex((cell) => isInk(cell, true)),
      );
    }
    return { first: last < 0 ? 0 : first, last, top: Math.max(0, top) };
  }

  /** The rows as text, without empty rows and columns around. */
  write({ color, ascii }: Output): Written {
    let first = Number.POSITIVE_INFINITY;
    let columns = 0;
    const ends = this.#rows.map((cells) => {
      const start = cells.findIndex((cell) => isInk(cell, color !== "none"));
      const end = cells.findLastIndex((cell) => isInk(cell, color !== "none"));
      if (start >= 0) first = Math.min(first, start);
      columns = Math.max(columns, end + 1);
      return end;
    });
    if (columns === 0) return { lines: [], columns: 0 };
    const lines = this.#rows.map((cells, row) => {
      let text = "";
      let look = "";
      for (const cell of cells.slice(first, (ends[row] ?? -1) + 1)) {
        if (cell.isCovered) continue;
        const glyph = glyphOf(cell, ascii);
        const next = escapeFor(cell, color);
        if (next !== look) text += `${look ? "\x1b[0m" : ""}${next}`;
        look = next;
        text += glyph;
      }
      return look ? `${text}\x1b[0m` : text.trimEnd();
    });
    while (lines[0] === "") lines.shift();
    while (lines.at(-1) === "") lines.pop();
    return { lines, columns: columns - first };
  }
}

/** Whether anything is seen in a cell; a background only where there are colours. */
const isInk = (cell: Cell, hasColor: boolean): boolean =>
  cell.glyph.trim() !== "" ||
  cell.isCovered ||
  cell.mask > 0 ||
  cell.dots > 0 ||
  (cell.bg !== null && hasColor);

function glyphOf(cell: Cell, ascii: boolean): string {
  if (cell.glyph) return ascii && !cell.isLabel ? asciiSign(cell.glyph) : cell.glyph;
  if (cell.mask)
    return ascii
      ? asciiLine(cell.mask, cell.weight, cell.dash)
      : lineGlyph(cell.mask, cell.weight, cell.dash, cell.round);
  if (cell.dots) return ascii ? "." : brailleGlyph(cell.dots);
  return " ";
}
