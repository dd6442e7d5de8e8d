/** Pie charts: a disc where there are colours, bars where there are none. */
import { labelText } from "../label.js";
import { type Rgb, seriesColor } from "../palette.js";
import { cellsOf } from "../width.js";
import type { Painter, Scene } from "./scene.js";
import { columnWidth, numberText, Sheet } from "./sheet.js";

interface PieDb {
  getSections(): ReadonlyMap<string, number>;
  getShowData(): boolean;
}

interface Slice {
  readonly label: string;
  readonly share: number;
  readonly percent: string;
  readonly color: Rgb;
}

const RADIUS = 7;
const LEAST_BAR = 8;

export const paintPie: Painter = (db, scene) => {
  const pie = db as PieDb;
  const entries = [...pie.getSections()].filter(([, value]) => Number.isFinite(value));
  const total = entries.reduce((sum, [, value]) => sum + value, 0);
  const slices = entries.map(([name, value], index): Slice => {
    const share = total > 0 ? value / total : 0;
    return {
      label: pie.getShowData() ? `${labelText(name)} [${numberText(value)}]` : labelText(name),
      share,
      percent: `${(share * 100).toFixed(0)}%`,
      color: seriesColor(index),
    };
  });
  const widest = columnWidth(
    slices.map((slice) => slice.label),
    scene.columns,
  );
  const isDisc = scene.hasColor && 4 * RADIUS + 9 + widest + 5 <= scene.columns;
  return { canvas: (isDisc ? disc(slices, widest, scene) : bars(slices, widest, scene)).canvas };
};

function bars(slices: readonly Slice[], widest: number, scene: Scene): Sheet {
  const sheet = new Sheet(scene.columns);
  const names = Math.min(widest, Math.max(10, scene.columns - LEAST_BAR - 8));
  const room = Math.max(LEAST_BAR, Math.min(40, scene.columns - names - 8));
  const most = Math.max(...slices.map((slice) => slice.share), 1e-9);
  for (const { label, share, percent, color } of slices) {
    const after = sheet.bar(names + 2, (share / most) * room, scene.hasColor ? color : null);
    sheet.canvas.label(after + 1, sheet.row, percent);
    sheet.columnsOf([{ column: 0, width: names, text: label }]);
  }
  return sheet;
}

function disc(slices: readonly Slice[], widest: number, scene: Scene): Sheet {
  const sheet = new Sheet(scene.columns);
  let from = 0;
  const arcs = slices.map(({ share, color }) => {
    const arc = { from, to: from + share, color };
    from += share;
    return arc;
  });
  const colorAt = (x: number, y: number): Rgb | null => {
    if (Math.hypot(x, y) > RADIUS) return null;
    const turn = (Math.atan2(x, -y) / (2 * Math.PI) + 1) % 1;
    return (arcs.find((arc) => turn >= arc.from && turn < arc.to) ?? arcs.at(-1))?.color ?? null;
  };
  for (let row = 0; row < 2 * RADIUS; row += 1)
    for (let column = 0; column < 4 * RADIUS; column += 1) {
      const x = (column + 0.5) / 2 - RADIUS;
      const upper = colorAt(x, row + 0.25 - RADIUS);
      const lower = colorAt(x, row + 0.75 - RADIUS);
      if (upper) {
        sheet.canvas.sign(column, row, "▀", upper);
        if (lower) sheet.canvas.fill(column, row, column, row, lower);
      } else if (lower) sheet.canvas.sign(column, row, "▄", lower);
    }
  const left = 4 * RADIUS + 3;
  sheet.row = Math.max(0, RADIUS - Math.ceil(slices.length / 2));
  for (const { label, percent, color } of slices) {
    sheet.canvas.signs(left, sheet.row, "██", color);
    sheet.canvas.label(left + 3, sheet.row, label);
    sheet.canvas.label(left + 4 + widest + 4 - cellsOf(percent), sheet.row, percent);
    sheet.row += 1;
  }
  return sheet;
}
