/** The signs at the ends of lines. */
import type { Canvas } from "../canvas.js";
import type { Rgb } from "../palette.js";
import type { Heading } from "./grid.js";
import type { Marker } from "./model.js";

/** By the heading of the line where it meets the box: up, right, down, left. */
const HEADS: Partial<Record<Marker, string>> = {
  arrow: "▲►▼◄",
  extension: "△▷▽◁",
  circle: "○○○○",
  cross: "✕✕✕✕",
  composition: "◆◆◆◆",
  aggregation: "◇◇◇◇",
  contains: "⊕⊕⊕⊕",
  one: "╪╫╪╫",
};
/** Signs of two cells: the one at the box, and the one before it. A crow's foot opens toward the box. */
const FEET: Partial<Record<Marker, readonly [string, string]>> = {
  "zero-one": ["┼┼┼┼", "○○○○"],
  "one-many": ["∨<∧>", "┼┼┼┼"],
  "zero-many": ["∨<∧>", "○○○○"],
};

/** A cell of the drawing. */
export interface Spot {
  readonly column: number;
  readonly row: number;
}

/** Draws a marker where a line that goes in direction `heading` ends. */
export function drawMarker(
  canvas: Canvas,
  marker: Marker,
  heading: Heading,
  at: Spot,
  before: Spot | undefined,
  fg: Rgb | null,
): void {
  const feet = FEET[marker];
  const head = feet ? feet[0] : HEADS[marker];
  if (head) canvas.sign(at.column, at.row, head[heading] ?? "", fg);
  const isStraight = before && (heading % 2 === 0 ? before.column === at.column : before.row === at.row);
  if (feet && before && isStraight) canvas.sign(before.column, before.row, feet[1][heading] ?? "", fg);
}

/** The signs of a marker in running text, at an end to the right (1) or to the left (3). */
export function markerText(marker: Marker, heading: 1 | 3): string {
  const feet = FEET[marker];
  if (!feet) return HEADS[marker]?.[heading] ?? "";
  const [near, far] = [feet[0][heading] ?? "", feet[1][heading] ?? ""];
  return heading === 1 ? `${far}${near}` : `${near}${far}`;
}
