/** Where the characters of an edited text stand on the screen. */
import { charactersOf, displayWidth } from "@framework/shared/terminal";

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
const TAB_CELLS = 4;

/** One row of the screen: the part of the text in it, from `start` to `end`. */
interface Row {
  readonly start: number;
  readonly end: number;
  /** What is shown, without the prompt. */
  readonly shown: string;
}

export interface Layout {
  readonly rows: readonly Row[];
  readonly cursorRow: number;
  /** In cells, without the prompt. */
  readonly cursorColumn: number;
}

/** Breaks a text into rows of at most `width` cells and finds the cursor. Lines end at newlines and at the edge. */
export function layOut(text: string, cursor: number, width: number): Layout {
  const cells = Math.max(2, width);
  const rows: Row[] = [];
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    pushRows(text.slice(start, end), start, cells, rows);
    start = end + 1;
  }
  let cursorRow = rows.findLastIndex((row) => row.start <= cursor);
  const row = rows[cursorRow];
  let cursorColumn = row ? displayWidth(shownAs(text.slice(row.start, Math.min(cursor, row.end)))) : 0;
  // After a row that is full, the next character would stand on a new one.
  if (cursorColumn >= cells) {
    cursorRow += 1;
    cursorColumn = 0;
    rows.splice(cursorRow, 0, { start: cursor, end: cursor, shown: "" });
  }
  return { rows, cursorRow, cursorColumn };
}

function pushRows(line: string, offset: number, cells: number, rows: Row[]): void {
  if (PRINTABLE_ASCII.test(line)) {
    for (let from = 0; from === 0 || from < line.length; from += cells) {
      const shown = line.slice(from, from + cells);
      rows.push({ start: offset + from, end: offset + from + shown.length, shown });
    }
    return;
  }
  let start = 0;
  let shown = "";
  let used = 0;
  for (const { segment, index } of charactersOf(line)) {
    const character = shownAs(segment);
    const width = displayWidth(character);
    if (used + width > cells) {
      rows.push({ start: offset + start, end: offset + index, shown });
      start = index;
      shown = "";
      used = 0;
    }
    shown += character;
    used += width;
  }
  rows.push({ start: offset + start, end: offset + line.length, shown });
}

const shownAs = (text: string) => text.replaceAll("\t", " ".repeat(TAB_CELLS));

/** The index in the text that stands in a row at a column, or as near to it as the row has characters. */
export function indexAt(text: string, row: Row, column: number): number {
  let used = 0;
  for (const { segment, index } of charactersOf(text.slice(row.start, row.end))) {
    used += displayWidth(shownAs(segment));
    if (used > column) return row.start + index;
  }
  return row.end;
}

/** Cuts a text to as many whole characters as fit into `cells`. */
export function fitCells(text: string, cells: number): string {
  if (PRINTABLE_ASCII.test(text)) return text.slice(0, Math.max(0, cells));
  if (displayWidth(text) <= cells) return text;
  let used = 0;
  for (const { segment, index } of charactersOf(text)) {
    used += displayWidth(segment);
    if (used > cells) return text.slice(0, index);
  }
  return text;
}

/** A text cut to `cells`, with a sign that there was more. */
export function shorten(text: string, cells: number): string {
  const head = fitCells(text, cells);
  return head === text ? text : `${fitCells(text, cells - 1)}…`;
}
