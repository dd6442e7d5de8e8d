/** Quadrant charts: four named fields with points in them. */
import { Canvas } from "../canvas.js";
import { DOWN, LEFT, RIGHT, UP } from "../glyphs.js";
import { labelText } from "../label.js";
import { lineColor, toRgb } from "../palette.js";
import { plain, sign, wrapLines } from "../rich-text.js";
import { centre, plotPoints } from "./plot.js";
import type { Painter } from "./scene.js";
import { Sheet } from "./sheet.js";

interface QuadrantText {
  readonly text: string;
  readonly rotation?: number;
  readonly x: number;
  readonly y: number;
}

interface QuadrantDb {
  getQuadrantData(): {
    readonly points: readonly {
      readonly x: number;
      readonly y: number;
      readonly fill?: string;
      readonly text: QuadrantText;
    }[];
    readonly quadrants: readonly {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly text: QuadrantText;
    }[];
    readonly axisLabels: readonly QuadrantText[];
  };
}

const HEIGHT = 22;
const MOST_WIDTH = 92;

export const paintQuadrant: Painter = (db, scene) => {
  const { points, quadrants, axisLabels } = (db as QuadrantDb).getQuadrantData();
  const canvas = new Canvas();
  const left = Math.min(...quadrants.map((one) => one.x));
  const top = Math.min(...quadrants.map((one) => one.y));
  const width = Math.max(...quadrants.map((one) => one.x + one.width)) - left;
  const height = Math.max(...quadrants.map((one) => one.y + one.height)) - top;
  const columns = Math.min(MOST_WIDTH, scene.columns) - 1;
  const upright = axisLabels.filter((label) => label.rotation !== 0).sort((one, other) => one.y - other.y);
  const flat = axisLabels.filter((label) => label.rotation === 0).sort((one, other) => one.x - other.x);
  // The names of the upright axis stand flat, above and below.
  let base = 0;
  const upper = upright.length > 1 ? upright[0] : upright[0];
  if (upper)
    for (const line of wrapLines([[sign("▲ "), { text: labelText(upper.text) }]], columns))
      canvas.label(0, base++, line);
  const middleColumn = Math.floor(columns / 2);
  const middleRow = base + HEIGHT / 2;
  canvas.box(0, base, columns, base + HEIGHT);
  canvas.vertical(middleColumn, base, base + HEIGHT);
  canvas.horizontal(0, columns, middleRow);
  for (const [column, row, mask] of [
    [middleColumn, base, DOWN],
    [middleColumn, base + HEIGHT, UP],
    [0, middleRow, RIGHT],
    [columns, middleRow, LEFT],
  ] as const)
    canvas.line(column, row, mask);
  for (const quadrant of quadrants) {
    const isLeft = quadrant.x < left + width / 2 - 1;
    const isTop = quadrant.y < top + height / 2 - 1;
    const lines = wrapLines([plain(labelText(quadrant.text.text))], Math.floor(columns / 2) - 3);
    const from = isLeft ? 1 : middleColumn + 1;
    const to = isLeft ? middleColumn - 1 : columns - 1;
    for (const [index, line] of lines.entries())
      centre(canvas, line, from, to, (isTop ? base : middleRow) + 1 + index, true);
  }
  const rest = plotPoints(
    canvas,
    points.map((point) => ({
      column: Math.max(1, Math.min(columns - 1, Math.round(((point.x - left) / width) * columns))),
      row: base + Math.max(1, Math.min(HEIGHT - 1, Math.round(((point.y - top) / height) * HEIGHT))),
      sign: "●",
      label: labelText(point.text.text),
      color: scene.hasColor ? lineColor(toRgb(point.fill), scene.background) : null,
    })),
    columns,
  );
  const sheet = new Sheet(scene.columns);
  let row = base + HEIGHT + 1;
  const lower = upright.length > 1 ? upright.at(-1) : undefined;
  if (lower)
    for (const line of wrapLines([[sign("▼ "), { text: labelText(lower.text) }]], columns))
      canvas.label(0, row++, line);
  const [first, second] = flat;
  if (first && second) {
    const room = Math.floor(columns / 2) - 2;
    const lines = [
      wrapLines([[sign("◄ "), { text: labelText(first.text) }]], room),
      wrapLines([[{ text: labelText(second.text) }, sign(" ►")]], room),
    ];
    for (const [index, line] of (lines[0] ?? []).entries())
      centre(canvas, line, 0, middleColumn - 1, row + index);
    for (const [index, line] of (lines[1] ?? []).entries())
      centre(canvas, line, middleColumn + 1, columns, row + index);
    row += Math.max(...lines.map((one) => one.length));
  } else if (first) {
    const lines = wrapLines([[{ text: labelText(first.text) }, sign(" ►")]], columns);
    for (const line of lines) centre(canvas, line, 0, columns, row++);
  }
  for (const point of rest) sheet.write(0, point.label);
  canvas.draw(sheet.canvas, 0, row + 1);
  return { canvas };
};
