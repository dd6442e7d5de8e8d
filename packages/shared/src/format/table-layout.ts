/** The columns of a table: widths, alignment, cells. */
import type { Style } from "../terminal/style.js";
import { displayWidth } from "../terminal/width.js";
import { wrapStyled } from "../terminal/wrap.js";
import { renderInline } from "./inline-markdown.js";

export type Alignment = "left" | "center" | "right";

/** A narrower column than this holds nothing readable. */
const MIN_COLUMN = 3;

/** The cells of a table row: escaped bars belong to the text. */
export function splitRow(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** The alignments of a delimiter row, or undefined when the line is none. */
export function parseDelimiters(line: string): Alignment[] | undefined {
  const cells = splitRow(line);
  if (!cells.every((cell) => /^:?-+:?$/.test(cell))) return undefined;
  return cells.map((cell) => (!cell.endsWith(":") ? "left" : cell.startsWith(":") ? "center" : "right"));
}

/** How wide each column is: its widest cell, or less so that the table fits; undefined when it cannot fit. */
export function columnWidths(rows: readonly string[][], consoleWidth: number): number[] | undefined {
  const count = rows[0]?.length ?? 0;
  const widths = Array.from({ length: count }, (_, column) =>
    rows.reduce((widest, row) => Math.max(widest, displayWidth(row[column] ?? "")), 1),
  );
  let room = consoleWidth - 3 * count - 1;
  if (room < count * MIN_COLUMN) return undefined;
  // From the narrowest column up, each takes what it needs but no more than an equal share of what is left.
  const order = [...widths.keys()].sort((a, b) => widths[a]! - widths[b]!);
  order.forEach((column, index) => {
    const share = Math.floor(room / (count - index));
    const width = Math.min(widths[column]!, share);
    widths[column] = width;
    room -= width;
  });
  return widths;
}

/** Draws the parts of a table with given column widths. */
export class TableDrawing {
  constructor(
    readonly widths: readonly number[],
    readonly alignments: readonly Alignment[],
    readonly style: Style,
  ) {}

  rule(left: string, middle: string, right: string): string {
    return `${this.style.dim(left + this.widths.map((width) => "─".repeat(width + 2)).join(middle) + right)}\n`;
  }

  row(cells: readonly string[]): string {
    const wrapped = this.widths.map((width, column) => {
      const cell = cells[column] ?? "";
      return displayWidth(cell) <= width ? [cell] : wrapStyled(cell, width);
    });
    const height = Math.max(...wrapped.map((lines) => lines.length));
    const bar = this.style.dim("│");
    let output = "";
    for (let line = 0; line < height; line += 1) {
      const parts = this.widths.map((width, column) =>
        align(wrapped[column]?.[line] ?? "", width, this.alignments[column] ?? "left"),
      );
      output += `${bar} ${parts.join(` ${bar} `)} ${bar}\n`;
    }
    return output;
  }
}

/** A cell's text as it will be shown, before it is wrapped. */
export const renderCell = (text: string, style: Style) => (style.enabled ? renderInline(text, style) : text);

function align(text: string, width: number, alignment: Alignment): string {
  const space = Math.max(0, width - displayWidth(text));
  const left = alignment === "left" ? 0 : alignment === "right" ? space : space >> 1;
  return " ".repeat(left) + text + " ".repeat(space - left);
}
