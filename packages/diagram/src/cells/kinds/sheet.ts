/** A canvas that is written from above, with wrapped text and bars. */
import { Canvas, type Ink } from "../canvas.js";
import type { Rgb } from "../palette.js";
import { type Line, plain, sign, wrapLines } from "../rich-text.js";
import { cellsOf } from "../width.js";

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const LEAST_ROOM = 8;

export class Sheet {
  readonly canvas = new Canvas();
  readonly columns: number;
  row = 0;

  constructor(columns: number) {
    this.columns = columns;
  }

  /** Writes text at a column, wrapped to what is left, and moves below it. */
  write(column: number, text: string | readonly Line[], ink: Ink = {}, room = this.columns - column): void {
    const lines = typeof text === "string" ? [plain(text)] : text;
    for (const line of wrapLines(lines, Math.max(LEAST_ROOM, room))) {
      this.canvas.label(column, this.row, line, ink);
      this.row += 1;
    }
  }

  /** Writes texts side by side, each wrapped to its width, and moves below the longest. */
  columnsOf(parts: readonly { column: number; width: number; text: string; ink?: Ink }[]): void {
    let height = 1;
    for (const { column, width, text, ink } of parts) {
      const lines = wrapLines([plain(text)], Math.max(1, width));
      for (const [index, line] of lines.entries()) this.canvas.label(column, this.row + index, line, ink);
      height = Math.max(height, lines.length);
    }
    this.row += height;
  }

  /** A bar from a column, `length` cells long, in eighths; returns the column after it. */
  bar(column: number, length: number, color: Rgb | null, row = this.row): number {
    const eighths = Math.max(0, Math.round(length * 8));
    const whole = Math.floor(eighths / 8);
    const glyphs = "█".repeat(whole) + (EIGHTHS[eighths % 8] ?? "");
    return this.canvas.signs(column, row, glyphs || "▏", color);
  }

  gap(): void {
    if (this.row > 0) this.row += 1;
  }
}

/** One thing that leads to another, in a line. */
export function flowLine(from: string, to: string, label: string, dash = false): Line {
  return [{ text: `${from} ` }, sign(dash ? "╌►" : "─►"), { text: ` ${to}${label ? `: ${label}` : ""}` }];
}

/** A number as people write it. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
}

/** The widest of some texts, but not wider than `most`. */
export const columnWidth = (texts: readonly string[], most: number): number =>
  Math.min(
    most,
    texts.reduce((widest, text) => Math.max(widest, cellsOf(text)), 0),
  );
