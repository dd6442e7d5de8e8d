/**
 * The one hand that writes to the terminal while an answer streams: text, and under it a status line that moves
 * down with the text and is gone when the text is done. Where the terminal shows what is typed, Enter moves the cursor on to
 * the row of the status, which is then taken away from there: so the status never stands in the cursor's own row.
 */
import type { WriteStream } from "node:tty";
import { charactersOf, displayWidth } from "@framework/shared/terminal";
import { canMoveIn } from "./can-move.js";
import { fitCells } from "./layout.js";

/** Says what the status line shows at this moment. */
export type Status = () => string;

export interface Screen {
  readonly columns: number;
  readonly rows: number;
  /** Writes text that is safe for a terminal. */
  write(text: string): void;
  /** Ends the line, unless it is empty. */
  newLine(): void;
  /** Shows a status from now on; without one, the line is taken away. */
  status(status?: Status): void;
}

/** The status line is painted this often at most, whatever arrives. */
const FRAME_MS = 100;

const CLEAR_BELOW = "\x1b[J";
/** A row down and up again: scrolls where the cursor is in the last row, and leaves it in its column. */
const ROOM_BELOW = "\x1bD\x1b[A";
/** Saved rather than counted: terminals do not agree on the width of every character. */
const SAVE_CURSOR = "\x1b7";
const RESTORE_CURSOR = "\x1b8";

/** Set while somebody asks a question, which no status may stand beside. */
let isAsking = false;
/** Takes the status off each screen that has one. */
const showing = new Set<() => void>();

/** No status is shown until the question is answered. */
export async function withoutStatus<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  isAsking = true;
  for (const hide of showing) hide();
  try {
    return await ask();
  } finally {
    isAsking = false;
  }
}

export interface ScreenOptions {
  /** False where the cursor cannot be moved: then there is no status line. */
  readonly canMove: boolean;
  readonly dim: (text: string) => string;
}

/** A screen for a status alone, beside what is put out elsewhere. */
export const statusScreen = (terminal: WriteStream): Screen =>
  createScreen(terminal, { canMove: canMoveIn(terminal), dim: (text) => text });

export function createScreen(terminal: WriteStream, { canMove, dim }: ScreenOptions): Screen {
  let column = 0;
  /** Text that would push the status line down waits for the next frame. */
  let waiting = "";
  let current: Status | undefined;
  let isPainted = false;
  let paintedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const width = () => terminal.columns || 80;

  /** The status, and the cursor back where the text goes on. */
  const painting = (): string => {
    // At the very edge a terminal would lose the pending line break, so the status waits for the next character.
    isPainted = current !== undefined && !isAsking && column < width();
    if (!current || !isPainted) return "";
    paintedAt = performance.now();
    const line = dim(fitCells(current(), width() - 1));
    return `${CLEAR_BELOW}${ROOM_BELOW}${SAVE_CURSOR}\r\n${line}${RESTORE_CURSOR}`;
  };
  const flush = () => {
    const text = waiting;
    waiting = "";
    // Where a status is shown, the cursor is not at the edge, and no text stands right of it.
    const clear = isPainted ? CLEAR_BELOW : "";
    column = columnAfter(text, column, width());
    terminal.write(clear + text + painting());
  };
  const frame = () => {
    if (waiting !== "") flush();
    else if (current) terminal.write(painting());
  };
  const disturbsNothing = (text: string) =>
    !isPainted || (!/[\n\r\t]/.test(text) && column + displayWidth(text) < width());

  return {
    get columns() {
      return width();
    },
    get rows() {
      return terminal.rows || 24;
    },
    write(text) {
      if (text === "") return;
      if (waiting === "" && disturbsNothing(text)) {
        column = columnAfter(text, column, width());
        terminal.write(text);
        return;
      }
      waiting += text;
      if (performance.now() - paintedAt >= FRAME_MS) flush();
    },
    newLine() {
      if (waiting !== "") flush();
      if (column > 0) this.write("\n");
    },
    status(status) {
      if (!canMove) return;
      current = status;
      if (status) {
        timer ??= setInterval(frame, FRAME_MS);
        showing.add(flush);
        if (!isPainted) frame();
        return;
      }
      clearInterval(timer);
      timer = undefined;
      showing.delete(flush);
      if (waiting !== "" || isPainted) flush();
    },
  };
}

/** Sequences of our own formatters; none of them takes a cell. */
const SEQUENCES =
  /\x1b(?:\[[\x20-\x3f]*[\x40-\x7e]|[\]_P^][^\x07\x1b]*(?:\x07|\x1b\\)|[\x20-\x2f]*[\x30-\x5a\\^-\x7e])/g;
const TAB_STOP = 8;

/** The column after a text was written from a column, with the line breaks a terminal makes at its edge. */
export function columnAfter(text: string, from: number, width: number): number {
  const lineStart = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1;
  let column = lineStart > 0 ? 0 : from;
  const parts = text.slice(lineStart).replaceAll(SEQUENCES, "").split("\t");
  parts.forEach((part, index) => {
    const stop = Math.min(width - 1, (Math.floor(column / TAB_STOP) + 1) * TAB_STOP);
    if (index > 0 && column < width) column = stop;
    column = advance(part, column, width);
  });
  return column;
}

/** A full row stays at its edge until the next character, and a wide character never starts in the last cell. */
function advance(text: string, from: number, width: number): number {
  const cells = displayWidth(text);
  if (from + cells <= width) return from + cells;
  if (cells === text.length) return ((from + cells - 1) % width) + 1;
  let column = from;
  for (const { segment } of charactersOf(text)) {
    const size = displayWidth(segment);
    column = column + size > width ? size : column + size;
  }
  return column;
}
