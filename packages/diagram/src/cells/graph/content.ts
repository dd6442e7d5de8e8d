/** What stands in a node: text, rules and columns, wrapped to a width, and written into its box. */
import type { Canvas } from "../canvas.js";
import { DOWN, UP } from "../glyphs.js";
import type { Rgb } from "../palette.js";
import { type Line, lineCells, lineText, longestWord, widestLine, wrapLines } from "../rich-text.js";
import type { Row } from "./model.js";

/** Rows that fit, with the widths of the columns they share. */
export interface Content {
  readonly rows: readonly Row[];
  readonly width: number;
  readonly columns: readonly number[];
}

const COLUMN_GAP = 3;
/** Wraps rows at `wrap` cells, and wherever a word is longer at `most`. */
export function fitContent(written: readonly Row[], wrap: number, most: number): Content {
  const rows = longestWords(written) > most ? written.map(asText) : written;
  const columns = columnWidths(rows, most);
  const fitted = rows.flatMap((row): Row[] => {
    if (row.kind === "rule") return [row];
    if (row.kind === "text")
      return wrapLines([row.line], row.align === "left" ? Math.max(wrap, most - 2) : wrap, most).map(
        (line, index) => ({
          ...row,
          line: index > 0 && row.align === "left" ? [{ text: "  " }, ...line] : line,
        }),
      );
    const parts = row.cells.map((cell, index) => wrapLines([cell], columns[index] ?? most));
    const height = Math.max(1, ...parts.map((lines) => lines.length));
    return Array.from({ length: height }, (_, at) => ({
      kind: "cells" as const,
      cells: parts.map((lines): Line => lines[at] ?? []),
    }));
  });
  const table = columns.reduce((sum, width) => sum + width + COLUMN_GAP, -COLUMN_GAP);
  const text = widestLine(fitted.flatMap((row) => (row.kind === "text" ? [row.line] : [])));
  return { rows: fitted, width: Math.max(text, columns.length > 0 ? table : 0), columns };
}

/** The narrowest that a table can be without a word in pieces. */
function longestWords(rows: readonly Row[]): number {
  const widths = widestOf(rows, wordCells);
  return widths.reduce((sum, width) => sum + width + COLUMN_GAP, -COLUMN_GAP);
}

const wordCells = (cell: Line): number => longestWord(lineText(cell));

/** The most that a cell of each column takes. */
function widestOf(rows: readonly Row[], cellsOf: (cell: Line) => number): number[] {
  const widths: number[] = [];
  for (const row of rows)
    if (row.kind === "cells")
      for (const [index, cell] of row.cells.entries())
        widths[index] = Math.max(widths[index] ?? 0, cellsOf(cell));
  return widths;
}

/** The cells of a row one after the other. */
function asText(row: Row): Row {
  if (row.kind !== "cells") return row;
  const line = row.cells.flatMap((cell, index) => (index > 0 ? [{ text: " " }, ...cell] : cell));
  return { kind: "text", line, align: "left" };
}

/** The widths of columns; the widest are made narrower until all fit. */
function columnWidths(rows: readonly Row[], most: number): number[] {
  const widths = widestOf(rows, lineCells);
  const room = most - COLUMN_GAP * Math.max(0, widths.length - 1);
  const least = widestOf(rows, wordCells);
  for (let over = widths.reduce((sum, width) => sum + width, 0) - room; over > 0; over -= 1) {
    const spare = widths.map((width, index) => width - (least[index] ?? 0));
    const widest = spare.indexOf(Math.max(...spare));
    if ((spare[widest] ?? 0) <= 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

/** Writes content at a place; rules reach from `left` to `right`, which are the sides of the box. */
export function writeContent(
  canvas: Canvas,
  content: Content,
  place: { column: number; row: number; width: number; left: number; right: number },
  look: { ink: Rgb | null; stroke: Rgb | null },
): void {
  for (const [index, item] of content.rows.entries()) {
    const row = place.row + index;
    if (item.kind === "rule") {
      canvas.horizontal(place.left, place.right, row, { fg: look.stroke });
      for (const side of [place.left, place.right]) canvas.line(side, row, UP | DOWN, { fg: look.stroke });
    } else if (item.kind === "text") {
      const slack = item.align === "center" ? Math.floor((place.width - lineCells(item.line)) / 2) : 0;
      canvas.label(place.column + Math.max(0, slack), row, item.line, { fg: look.ink });
    } else {
      let column = place.column;
      for (const [at, width] of content.columns.entries()) {
        canvas.label(column, row, item.cells[at] ?? [], { fg: look.ink });
        column += width + COLUMN_GAP;
        if (at < content.columns.length - 1) canvas.sign(column - 2, row, "│", look.stroke);
      }
    }
  }
}
