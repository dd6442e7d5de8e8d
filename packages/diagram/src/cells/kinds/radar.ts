/** Radar charts: curves over axes around a centre, each with a sign of its own, and bars with the values of each axis. */
import { labelText } from "../label.js";
import { lineColor, type Rgb, seriesColor } from "../palette.js";
import { cellsOf } from "../width.js";
import type { Painter, Scene } from "./scene.js";
import { columnWidth, numberText, Sheet } from "./sheet.js";

interface RadarDb {
  getAxes(): readonly { readonly name: string; readonly label: string }[];
  getCurves(): readonly { readonly label: string; readonly entries: readonly number[] }[];
  getOptions(): { readonly min?: number; readonly max?: number | null; readonly ticks?: number };
}

interface Curve {
  readonly label: string;
  readonly entries: readonly number[];
  readonly color: Rgb | null;
  readonly sign: string;
}

const RADIUS = 9;
/** More curves than this cannot be told apart. */
const MOST_CURVES = 6;
const SIGNS = ["●", "○", "◆", "◇", "■", "□"];

export const paintRadar: Painter = (db, scene) => {
  const radar = db as RadarDb;
  const axes = radar.getAxes().map((axis) => labelText(axis.label || axis.name));
  const curves = radar.getCurves().map(({ label, entries }, index): Curve => ({
    label: labelText(label),
    entries,
    color: scene.hasColor ? lineColor(seriesColor(index), scene.background) : null,
    sign: SIGNS[index % SIGNS.length] ?? "●",
  }));
  const options = radar.getOptions();
  const low = options.min ?? 0;
  const high = options.max ?? Math.max(low + 1, ...curves.flatMap((curve) => curve.entries));
  const share = (value: number): number => Math.max(0, Math.min(1, (value - low) / (high - low || 1)));
  const sheet = new Sheet(scene.columns);
  const widest = columnWidth(axes, scene.columns);
  const around = 2 * (widest + 2) + 4 * RADIUS;
  if (curves.length <= MOST_CURVES && axes.length > 2 && around <= scene.columns) {
    plot(sheet, axes, curves, share, widest);
    for (const { label, color, sign } of curves) {
      sheet.canvas.sign(0, sheet.row, sign, color);
      sheet.write(2, label);
    }
    sheet.gap();
  }
  bars(sheet, axes, curves, share, scene);
  return { canvas: sheet.canvas };
};

function plot(
  sheet: Sheet,
  axes: readonly string[],
  curves: readonly Curve[],
  share: (value: number) => number,
  widest: number,
): void {
  const centreColumn = widest + 2 + 2 * RADIUS;
  const centreRow = RADIUS + 1.5;
  const at = (index: number, part: number): readonly [number, number] => {
    const turn = (index / axes.length) * 2 * Math.PI - Math.PI / 2;
    return [centreColumn + Math.cos(turn) * part * 2 * RADIUS, centreRow + Math.sin(turn) * part * RADIUS];
  };
  let lowest = 0;
  for (const [index, label] of axes.entries()) {
    sheet.canvas.curve([at(index, 0), at(index, 1)], null, true);
    const [x, y] = at(index, 1.08);
    const width = cellsOf(label);
    const left = Math.abs(x - centreColumn) < 2 ? x - width / 2 : x < centreColumn ? x - width : x;
    const row = Math.max(0, Math.round(y - 0.5));
    sheet.canvas.label(Math.max(0, Math.round(left)), row, label);
    lowest = Math.max(lowest, row);
  }
  for (const { entries, color } of curves) {
    const points = axes.map((_, index) => at(index, share(entries[index] ?? 0)));
    const [first] = points;
    if (first) sheet.canvas.curve([...points, first], color);
  }
  // Where two curves meet at an axis, the sign of the later one stands beside.
  for (const { entries, color, sign } of curves)
    for (const index of axes.keys()) {
      const [x, y] = at(index, share(entries[index] ?? 0));
      const isTaken = SIGNS.includes(sheet.canvas.peek(Math.floor(x), Math.floor(y))?.glyph ?? "");
      const beside =
        isTaken && !SIGNS.includes(sheet.canvas.peek(Math.floor(x) + 1, Math.floor(y))?.glyph ?? "");
      if (!isTaken || beside) sheet.canvas.sign(Math.floor(x) + (beside ? 1 : 0), Math.floor(y), sign, color);
    }
  sheet.row = lowest + 2;
}

function bars(
  sheet: Sheet,
  axes: readonly string[],
  curves: readonly Curve[],
  share: (value: number) => number,
  scene: Scene,
): void {
  const names = columnWidth(axes, Math.max(8, Math.floor(scene.columns / 3)));
  const series = columnWidth(
    curves.map((curve) => curve.label),
    Math.max(8, Math.floor(scene.columns / 4)),
  );
  const room = Math.max(6, Math.min(40, scene.columns - names - series - 12));
  for (const [index, axis] of axes.entries()) {
    const top = sheet.row;
    for (const { label, entries, color } of curves) {
      const value = entries[index] ?? 0;
      const after = sheet.bar(names + series + 4, share(value) * room, color);
      sheet.canvas.label(after + 1, sheet.row, numberText(value));
      sheet.columnsOf([{ column: names + 2, width: series, text: label }]);
    }
    const bottom = sheet.row;
    sheet.row = top;
    sheet.write(0, axis, { bold: true }, names);
    sheet.row = Math.max(sheet.row, bottom);
  }
}
