/** Charts with two axes: columns and curves where the names of the categories fit below, else bars in rows. */
import { LEFT, UP } from "../glyphs.js";
import { labelText } from "../label.js";
import { lineColor, type Rgb, seriesColor } from "../palette.js";
import { cellsOf } from "../width.js";
import type { Painter, Scene } from "./scene.js";
import { columnWidth, numberText, Sheet } from "./sheet.js";

interface Plot {
  readonly type: "bar" | "line";
  readonly title?: string;
  readonly data: readonly (readonly [string, number])[];
  /** What is written at each point; empty where nothing is. */
  readonly pointLabels?: readonly string[];
}

interface Axis {
  readonly type: string;
  readonly title?: string;
  readonly min?: number;
  readonly max?: number;
  readonly categories?: readonly string[];
}

interface XyDb {
  getXYChartData(): { readonly xAxis: Axis; readonly yAxis: Axis; readonly plots: readonly Plot[] };
  getChartConfig?(): { readonly chartOrientation?: string };
}

const HEIGHT = 16;
const TICKS = 5;
const STEPS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const SHADES = ["█", "▓", "▒", "░"];

export const paintXyChart: Painter = (db, scene) => {
  const chart = db as XyDb;
  const { xAxis, yAxis, plots } = chart.getXYChartData();
  const names = (plots[0]?.data ?? []).map(([name]) => labelText(name));
  const values = plots.flatMap((plot) => plot.data.map(([, value]) => value)).filter(Number.isFinite);
  const low = Math.min(yAxis.min ?? Math.min(0, ...values), ...values);
  const high = Math.max(yAxis.max ?? Math.max(...values), ...values);
  const range = { low, high: high > low ? high : low + 1 };
  const bars = plots.filter((plot) => plot.type === "bar").length;
  // Each column has its value above it.
  const barTexts = plots.flatMap((plot) =>
    plot.type === "bar" ? plot.data.map(([, value]) => numberText(value)) : [],
  );
  const barWidth = Math.max(1, ...barTexts.map(cellsOf));
  const band = Math.max(bars * barWidth + 1, ...names.map((name) => cellsOf(name) + 1), 3);
  const left = Math.max(...ticksOf(range).map((tick) => cellsOf(numberText(tick)))) + 2;
  const isWide = left + band * names.length > scene.columns || names.length === 0;
  const isSideways = chart.getChartConfig?.().chartOrientation === "horizontal";
  const sheet = new Sheet(scene.columns);
  const texts = { x: labelText(xAxis.title), y: labelText(yAxis.title) };
  const drawn = { names, plots, range, texts };
  if (isWide || isSideways) rows(sheet, drawn, scene);
  else
    columns(sheet, drawn, scene, {
      left,
      band: Math.min(Math.max(band, 6), Math.floor((scene.columns - left) / names.length)),
    });
  legend(sheet, plots, scene);
  remarks(sheet, plots, scene);
  return { canvas: sheet.canvas };
};

interface Range {
  readonly low: number;
  readonly high: number;
}

function ticksOf({ low, high }: Range): number[] {
  const rough = (high - low) / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough;
  const ticks: number[] = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step / 1000 && ticks.length < 20; at += step)
    ticks.push(Number(at.toPrecision(10)));
  // Both ends are named, and nothing right beside them.
  const inside = ticks.filter((tick) => tick - low > step / 2 && high - tick > step / 2);
  return [low, ...inside, high];
}

const colorOf = (index: number, scene: Scene): Rgb | null =>
  scene.hasColor ? lineColor(seriesColor(index), scene.background) : null;

/** What is drawn either way. */
interface Chart {
  readonly names: readonly string[];
  readonly plots: readonly Plot[];
  readonly range: Range;
  readonly texts: { readonly x: string; readonly y: string };
}

function columns(
  sheet: Sheet,
  { names, plots, range, texts }: Chart,
  scene: Scene,
  { left, band }: { left: number; band: number },
): void {
  if (texts.y) sheet.write(0, texts.y);
  // One row for the values of the highest columns.
  const top = sheet.row + 1;
  const bottom = top + HEIGHT;
  const heightOf = (value: number): number => ((value - range.low) / (range.high - range.low)) * HEIGHT;
  for (const tick of ticksOf(range)) {
    const row = Math.min(bottom, Math.max(top, bottom - Math.round(heightOf(tick))));
    const text = numberText(tick);
    if (sheet.canvas.peek(left - 2, row)?.isLabel) continue;
    sheet.canvas.label(left - 1 - cellsOf(text), row, text);
    sheet.canvas.line(left - 1, row, LEFT);
  }
  const bars = plots.filter((plot) => plot.type === "bar");
  const width = Math.max(1, Math.floor((band - 1) / Math.max(1, bars.length)));
  const values: { column: number; row: number; text: string }[] = [];
  for (const [index, plot] of plots.entries()) {
    if (plot.type !== "bar") continue;
    const shade = SHADES[bars.indexOf(plot) % SHADES.length] ?? "█";
    for (const [at, [, value]] of plot.data.entries()) {
      const eighths = Math.round(heightOf(value) * 8);
      const start = left + at * band + bars.indexOf(plot) * width;
      for (let column = start; column < start + width; column += 1)
        for (let part = 0; part * 8 < eighths; part += 1) {
          const rest = Math.min(8, eighths - part * 8);
          const glyph = shade === "█" || scene.hasColor ? (STEPS[rest - 1] ?? "█") : shade;
          sheet.canvas.sign(column, bottom - 1 - part, glyph, colorOf(index, scene));
        }
      const text = numberText(value);
      const row = Math.max(top, bottom - 1 - Math.ceil(eighths / 8));
      values.push({ column: start + Math.floor((width - cellsOf(text)) / 2), row, text });
    }
  }
  for (const { column, row, text } of values) sheet.canvas.label(column, row, text);
  for (const [index, plot] of plots.entries()) {
    if (plot.type !== "line") continue;
    const points = plot.data.map(
      ([, value], at) =>
        [
          left + at * band + band / 2 - 0.5,
          bottom - Math.max(0.01, Math.min(HEIGHT, heightOf(value))),
        ] as const,
    );
    sheet.canvas.curve(points, colorOf(index, scene));
    for (const [x, y] of points) {
      const row = Math.max(top, Math.min(bottom - 1, Math.floor(y)));
      const column = Math.floor(x);
      const under = sheet.canvas.peek(column, row);
      if (under?.isLabel) continue;
      // On a column, the point stands on the colour of the column.
      if (under?.glyph === "█" && under.fg) sheet.canvas.fill(column, row, column, row, under.fg);
      sheet.canvas.sign(column, row, "●", colorOf(index, scene));
    }
  }
  sheet.canvas.vertical(left - 1, top - 1, bottom);
  sheet.canvas.horizontal(left - 1, left + band * names.length, bottom);
  for (const [at, name] of names.entries()) {
    const middle = left + at * band + Math.floor((band - 1) / 2);
    sheet.canvas.line(middle, bottom, UP);
    sheet.canvas.label(
      left + at * band + Math.max(0, Math.floor((band - cellsOf(name)) / 2)),
      bottom + 1,
      name,
    );
  }
  sheet.row = bottom + 2;
  if (texts.x)
    sheet.write(left + Math.max(0, Math.floor((band * names.length - cellsOf(texts.x)) / 2)), texts.x);
}

function rows(sheet: Sheet, { names, plots, range, texts }: Chart, scene: Scene): void {
  const axes = [texts.x, texts.y].filter(Boolean).join(" / ");
  sheet.write(0, `${axes}${axes ? " " : ""}(${numberText(range.low)} to ${numberText(range.high)})`);
  const width = columnWidth(names, Math.max(8, Math.floor(scene.columns / 3)));
  const texted = plots.flatMap((plot) => plot.data.map(([, value]) => numberText(value)));
  const room = Math.max(6, Math.min(60, scene.columns - width - columnWidth(texted, 14) - 5));
  for (const [at, name] of names.entries()) {
    const top = sheet.row;
    for (const [index, plot] of plots.entries()) {
      const value = plot.data[at]?.[1] ?? 0;
      const length = ((value - range.low) / (range.high - range.low)) * room;
      let after = width + 2;
      if (plot.type === "bar") after = sheet.bar(width + 2, length, colorOf(index, scene));
      else {
        after = width + 3 + Math.max(0, Math.round(length));
        sheet.canvas.signs(width + 2, sheet.row, "·".repeat(after - width - 3), colorOf(index, scene));
        sheet.canvas.sign(after - 1, sheet.row, "●", colorOf(index, scene));
      }
      sheet.canvas.label(after + 1, sheet.row, numberText(value));
      sheet.row += 1;
    }
    const bottom = sheet.row;
    sheet.row = top;
    sheet.write(0, name, {}, width);
    sheet.row = Math.max(sheet.row, bottom);
  }
}

/** What is written at points, with the names of their categories. */
function remarks(sheet: Sheet, plots: readonly Plot[], scene: Scene): void {
  if (plots.every((plot) => !plot.pointLabels)) return;
  sheet.gap();
  for (const [index, { data, pointLabels = [] }] of plots.entries())
    for (const [at, written] of pointLabels.entries()) {
      const text = labelText(written);
      if (!text) continue;
      sheet.canvas.sign(0, sheet.row, "●", colorOf(index, scene));
      sheet.write(2, `${labelText(data[at]?.[0])}: ${text}`);
    }
}

function legend(sheet: Sheet, plots: readonly Plot[], scene: Scene): void {
  const named = plots
    .map((plot, index) => ({ plot, index, title: labelText(plot.title) }))
    .filter(({ title }) => title);
  if (named.length === 0) return;
  sheet.gap();
  const bars = plots.filter((plot) => plot.type === "bar");
  for (const { plot, index, title } of named) {
    const sign =
      plot.type === "line" ? "●" : (SHADES[scene.hasColor ? 0 : bars.indexOf(plot) % SHADES.length] ?? "█");
    sheet.canvas.sign(0, sheet.row, sign, colorOf(index, scene));
    sheet.write(2, title);
  }
}
