/** Blocks of math: rows under each other, matrices as they are written by hand. */
import type { Paint } from "../../terminal/style.js";
import { displayWidth } from "../../terminal/width.js";
import { GRIDS, gridCells, mathText } from "./math.js";
import type { Theme } from "./theme.js";

/** Kinds of rows that stand under each other. */
const ALIGNED = "aligned|align\\*?|gathered|gather\\*?|split|equation\\*?";
const ALIGNED_BLOCK = new RegExp(`^\\\\begin\\{(${ALIGNED})\\}`);
const ALIGNED_MARKS = new RegExp(`\\\\(?:begin|end)\\{(?:${ALIGNED})\\}`, "g");
const GRID = new RegExp(`\\\\begin\\{(${Object.keys(GRIDS).join("|")})\\}([^]*?)\\\\end\\{\\1\\}`);

/** More of them have no room on a line. */
const MAX_GRIDS = 20;

/** What ends the block of math that a line begins; undefined when it begins none. */
export function mathBlockEnd(line: string): string | undefined {
  if (/^\$\$(?:[^$]*\$\$)?\s*$/.test(line)) return "$$";
  if (/^\\\[(?:.*\\\])?\s*$/.test(line)) return "\\]";
  const kind = ALIGNED_BLOCK.exec(line)?.[1];
  return kind === undefined ? undefined : `\\end{${kind}}`;
}

/** A block of math as lines; what cannot be read as Unicode is shown as it was written. Undefined: it never ended. */
export function mathLines(block: string, theme: Theme): string[] | undefined {
  const [, dollars, brackets, rows] =
    /^(?:\$\$([^]*)\$\$|\\\[([^]*)\\\]|(\\begin[^]*\\end\{\w+\*?\}))\s*$/.exec(block) ?? [];
  const tex = (dollars ?? brackets ?? rows)?.replaceAll(ALIGNED_MARKS, "");
  if (tex === undefined) return undefined;
  const lines = tex.includes("\\begin") ? drawing(tex, theme.math) : alignedRows(tex, theme.math);
  return lines?.map((line) => `  ${line}`) ?? block.split("\n").map((source) => theme.code(source));
}

/** Rows with what is before their first sign under each other. */
function alignedRows(tex: string, paint: Paint): string[] | undefined {
  const rows = gridCells(tex);
  const width = Math.max(0, ...(rows ?? []).map((cells) => (cells.length > 1 ? displayWidth(cells[0]!) : 0)));
  return rows?.map(([first = "", ...more]) => {
    const before = more.length > 0 ? " ".repeat(width - displayWidth(first)) : "";
    return paint(before + [first, ...more].join(" ").trimEnd());
  });
}

/** Grids, and in the middle of their height what stands between them. */
function drawing(tex: string, paint: Paint): string[] | undefined {
  if (tex.split("\\begin").length > MAX_GRIDS) return undefined;
  const boxes: string[][] = [];
  const parts = tex.split(GRID);
  // Text, then the kind and the content of a grid, and so on.
  for (let index = 0; index < parts.length; index += 3) {
    const text = mathText((parts[index] ?? "").replaceAll("\n", " "));
    if (text === undefined) return undefined;
    if (text !== "") boxes.push([paint(text)]);
    const cells = index + 1 < parts.length ? gridCells(parts[index + 2] ?? "") : undefined;
    if (cells) boxes.push(gridLines(parts[index + 1] ?? "", cells, paint));
    else if (index + 1 < parts.length) return undefined;
  }
  const height = Math.max(0, ...boxes.map((box) => box.length));
  return Array.from({ length: height }, (_, row) =>
    boxes
      .map((box) => box[row - ((height - box.length) >> 1)] ?? " ".repeat(displayWidth(box[0] ?? "")))
      .join(" ")
      .trimEnd(),
  );
}

/** The parts of a high bracket: alone, first, in between, last, and in the middle where that differs. */
const PIECES: Readonly<Record<string, string>> = {
  "(": "(⎛⎜⎝",
  ")": ")⎞⎟⎠",
  "[": "[⎡⎢⎣",
  "]": "]⎤⎥⎦",
  "{": "{⎧⎪⎩⎨",
  "}": "}⎫⎪⎭⎬",
  "|": "││││",
  "‖": "‖‖‖‖",
};

function gridLines(kind: string, rows: readonly string[][], paint: Paint): string[] {
  const widths: number[] = [];
  for (const cells of rows)
    cells.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell))));
  const [open = "", close = ""] = (GRIDS[kind] ?? []).map((bracket) => bracket.trim());
  return rows.map((cells, row) => {
    const padded = widths.map((width, column) => {
      const cell = cells[column] ?? "";
      const isLast = close === "" && column === widths.length - 1;
      return isLast ? cell : cell + " ".repeat(width - displayWidth(cell));
    });
    const inner = paint(padded.join("  "));
    return [piece(open, row, rows.length), inner, piece(close, row, rows.length)]
      .filter((part) => part !== "")
      .join(" ");
  });
}

function piece(bracket: string, row: number, height: number): string {
  const [alone = "", first = "", between = "", last = "", middle = between] = PIECES[bracket] ?? "";
  if (height === 1) return alone;
  if (row === 0) return first;
  if (row === height - 1) return last;
  return row === (height - 1) >> 1 ? middle : between;
}
