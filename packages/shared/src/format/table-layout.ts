/** The shapes of tables: rows and columns, or one line for each field where the columns have no room. */
import { displayWidth } from "../terminal/width.js";
import { wrapStyled } from "../terminal/wrap.js";
import type { Theme } from "./markdown/theme.js";

export type Alignment = "left" | "center" | "right";

/** A column that is narrower than this, and than its cells, holds nothing readable. */
const MIN_COLUMN = 6;

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

/**
 * How wide each column is: its widest cell, or less so that the table fits; undefined when it cannot fit. The first
 * column may have something to hold that is on the screen already.
 */
export function columnWidths(
  rows: readonly string[][],
  consoleWidth: number,
  { firstAtLeast = 0, measure = displayWidth }: { firstAtLeast?: number; measure?: Measure } = {},
): number[] | undefined {
  const count = rows[0]?.length ?? 0;
  const natural = Array.from({ length: count }, (_, column) =>
    rows.reduce((widest, row) => Math.max(widest, widestLine(row[column] ?? "", measure)), 1),
  );
  const widths = [...natural];
  let room = consoleWidth - 3 * count - 1;
  // From the narrowest column up, each takes what it needs but no more than an equal share of what is left.
  const order = [...widths.keys()].sort((a, b) => widths[a]! - widths[b]!);
  order.forEach((column, index) => {
    const share = Math.floor(room / (count - index));
    const width = Math.min(widths[column]!, share);
    widths[column] = width;
    room -= width;
  });
  const isReadable = widths.every((width, column) => width >= Math.min(natural[column]!, MIN_COLUMN));
  return isReadable && widths[0]! >= firstAtLeast ? widths : undefined;
}

const widestLine = (cell: string, measure: Measure) =>
  cell.includes("\n") ? Math.max(...cell.split("\n").map(measure)) : measure(cell);

/** Characters of which terminals disagree how wide they are. */
const UNCERTAIN =
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0e|\ufe0f|\u20e3/u;

type Measure = (text: string) => number;

/**
 * How many cells a text takes where a terminal shows each code of a character by itself: a bar that stands within those would
 * be covered by it.
 */
export function widestWidth(text: string): number {
  const width = displayWidth(text);
  if (!UNCERTAIN.test(text)) return width;
  let apart = 0;
  for (const code of text.replaceAll(OWN_STYLES, "")) apart += REGIONAL.test(code) ? 2 : displayWidth(code);
  return Math.max(width, apart);
}

const OWN_STYLES = /\x1b\[[\d;]*m|\x1b\]8;[^\x1b]*\x1b\\/g;
const REGIONAL = /\p{Regional_Indicator}/u;

interface DrawingOptions {
  readonly theme: Theme;
  /** Whether the output is a terminal that can be told a column, and how many cells stand left of the table. */
  readonly columnsFrom?: number | undefined;
  /** Without bars at the sides. */
  readonly isOpen?: boolean;
}

/** Draws the parts of a table with given column widths. */
export class TableDrawing {
  constructor(
    readonly widths: readonly number[],
    readonly alignments: readonly Alignment[],
    readonly options: DrawingOptions,
  ) {}

  /** The line between two rows, or at the top or bottom. */
  rule(left: string, middle: string, right: string): string {
    const { theme, isOpen } = this.options;
    const lines = this.widths.map((width, column) => "─".repeat(width + (isOpen && column === 0 ? 1 : 2)));
    return `${theme.border(isOpen ? lines.join(middle) : left + lines.join(middle) + right)}\n`;
  }

  row(cells: readonly string[]): string {
    const { isOpen, columnsFrom } = this.options;
    const wrapped = this.widths.map((width, column) => {
      const cell = cells[column] ?? "";
      if (this.#measure(cell) <= width && !cell.includes("\n")) return [cell];
      return wrapCell(
        cell,
        Math.max(Math.min(width, MIN_COLUMN), width - this.#measure(cell) + displayWidth(cell)),
      );
    });
    const height = Math.max(...wrapped.map((lines) => lines.length));
    const isUncertain = columnsFrom !== undefined && cells.some((cell) => UNCERTAIN.test(cell));
    let output = "";
    for (let line = 0; line < height; line += 1) {
      let column = (columnsFrom ?? 0) + 1;
      let text = "";
      this.widths.forEach((width, index) => {
        const hasBar = index > 0 || !isOpen;
        if (hasBar) text += this.#bar(isUncertain && index > 0 ? column : undefined);
        column += hasBar ? 2 : 0;
        const cell = this.#align(wrapped[index]?.[line] ?? "", width, this.alignments[index]);
        // Where the next bar is told its column, blanks before it could only get in its way.
        text += isUncertain ? cell.trimEnd() : `${cell} `;
        column += width + 1;
      });
      if (!isOpen) text += this.#bar(isUncertain ? column : undefined).trimEnd();
      output += `${isOpen ? text.trimEnd() : text}\n`;
    }
    return output;
  }

  /** On a terminal, which may show characters wider than they are, room is left for that. */
  get #measure(): Measure {
    return this.options.columnsFrom === undefined ? displayWidth : widestWidth;
  }

  #align(text: string, width: number, alignment: Alignment = "left"): string {
    const space = Math.max(0, width - this.#measure(text));
    const left = alignment === "left" ? 0 : alignment === "right" ? space : space >> 1;
    return " ".repeat(left) + text + " ".repeat(space - left);
  }

  /** A bar; where the cells before it may be wider or narrower than thought, put where it belongs. */
  #bar(column: number | undefined): string {
    const bar = `${this.options.theme.border("│")} `;
    return column === undefined ? bar : `\x1b[${column}G${bar}`;
  }
}

const wrapCell = (cell: string, width: number) => cell.split("\n").flatMap((line) => wrapStyled(line, width));

/** A table as records: each row as lines of "head: cell". */
export function recordLines(header: readonly string[], rows: readonly string[][], theme: Theme): string {
  if (rows.length === 0) return `${header.join(theme.border(" │ "))}\n`;
  const records = rows.map((row) => header.map((name, column) => `${name}: ${row[column] ?? ""}\n`).join(""));
  return records.join(`${theme.border("──")}\n`);
}
