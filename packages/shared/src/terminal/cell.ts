/** The size of a character cell, reckoned from everything the terminal said about it. */
import type { TerminalAnswers } from "./answers.js";
import type { CellSize } from "./image/fit.js";

/** Fonts for terminals are about twice as high as wide; lower rather than higher, so that nothing is drawn over text. */
const LOWEST_RATIO = 1.85;

/**
 * The smaller of what is said of one cell and of all of them: terminals round a cell up, and what is drawn too wide is
 * cut. Of a window whose height is not told, the height follows from the width.
 */
export function cellFromAnswers(
  { cell, textArea }: Pick<TerminalAnswers, "cell" | "textArea">,
  columns: number,
  rows: number | undefined,
): CellSize | undefined {
  const share = (whole: number | undefined, count: number | undefined) =>
    whole && count ? Math.floor(whole / count) : undefined;
  const shares = { width: share(textArea?.width, columns), height: share(textArea?.height, rows) };
  const width = least(cell?.width, shares.width);
  const height = least(cell?.height, shares.height) ?? (width && Math.floor(width * LOWEST_RATIO));
  if (!width || !height) return undefined;
  // What makes no sense was never about the cells.
  return width >= 4 && width <= 64 && height >= 6 && height <= 128 ? { width, height } : undefined;
}

const least = (one: number | undefined, other: number | undefined) =>
  one === undefined ? other : Math.min(one, other ?? one);
