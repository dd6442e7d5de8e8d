/** A plane with points on it, whose names stand beside them wherever there is room. */
import type { Canvas } from "../canvas.js";
import type { Rgb } from "../palette.js";
import { type Line, lineCells, plain, widestLine, wrapLines } from "../rich-text.js";

/** A point by its place in cells. */
export interface PlotPoint {
  readonly column: number;
  readonly row: number;
  readonly sign: string;
  readonly label: string;
  readonly color: Rgb | null;
}

const WRAPS = [40, 20, 12];
const REACH = 6;

/** Draws points and writes their names; returns those that found no room. */
export function plotPoints(canvas: Canvas, points: readonly PlotPoint[], right: number): PlotPoint[] {
  for (const { column, row, sign, color } of points)
    if (!canvas.peek(column, row)?.isLabel) canvas.sign(column, row, sign, color);
  return points.filter((point) => !placeBeside(canvas, point, right));
}

function placeBeside(canvas: Canvas, { column, row, label, color }: PlotPoint, right: number): boolean {
  for (const wrap of WRAPS) {
    const lines = wrapLines([plain(label)], wrap);
    const width = widestLine(lines);
    for (let away = 0; away <= REACH; away += 1)
      for (const [left, top] of [
        [column + 2, row + away],
        [column + 2, row - away],
        [column - width - 1, row + away],
        [column - width - 1, row - away],
        [column - Math.floor(width / 2), row + away + 1],
        [column - Math.floor(width / 2), row - away - lines.length],
      ] as const)
        if (isFree(canvas, left, top, width, lines.length, right)) {
          for (const [index, line] of lines.entries()) canvas.label(left, top + index, line, { fg: color });
          return true;
        }
  }
  return false;
}

function isFree(
  canvas: Canvas,
  left: number,
  top: number,
  width: number,
  height: number,
  right: number,
): boolean {
  if (left < 0 || top < 0 || left + width > right) return false;
  for (let row = top; row < top + height; row += 1)
    for (let column = left - 1; column <= left + width; column += 1) {
      const cell = canvas.peek(column, row);
      if (
        cell &&
        (cell.isLabel || cell.isCovered || (cell.glyph !== "" && column >= left && column < left + width))
      )
        return false;
      if (cell && cell.mask > 0 && column >= left && column < left + width) return false;
    }
  return true;
}

/** Writes a line in the middle of a stretch. */
export function centre(
  canvas: Canvas,
  line: Line,
  left: number,
  right: number,
  row: number,
  bold = false,
): void {
  canvas.label(left + Math.max(0, Math.floor((right - left + 1 - lineCells(line)) / 2)), row, line, { bold });
}
