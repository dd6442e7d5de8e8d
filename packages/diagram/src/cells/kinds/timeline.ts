/** Timelines: periods side by side with their events below; as a list when that is too wide. */
import { Canvas } from "../canvas.js";
import { DOWN } from "../glyphs.js";
import { labelText, parseLabel } from "../label.js";
import { lineColor, type Rgb, seriesColor } from "../palette.js";
import { type Line, lineCells, lineText, longestWord, widestLine, wrapLines } from "../rich-text.js";
import type { Painter, Scene } from "./scene.js";
import { columnWidth, Sheet } from "./sheet.js";

interface TimelineDb {
  getSections(): readonly string[];
  getTasks(): readonly { section?: string; task: string; events?: readonly string[] }[];
  getCommonDb?(): { getDiagramTitle?(): string };
}

interface Period {
  readonly section: string;
  readonly name: readonly Line[];
  readonly events: readonly (readonly Line[])[];
  readonly width: number;
  readonly color: Rgb | null;
}

const WRAPS = [24, 18, 14];

export const paintTimeline: Painter = (db, scene) => {
  const timeline = db as TimelineDb;
  const title = timeline.getCommonDb?.().getDiagramTitle?.() ?? "";
  // Once only: Mermaid adds the tasks again at each call.
  const tasks = timeline.getTasks();
  const sections = timeline.getSections();
  const words = tasks.flatMap(({ task, events = [] }) =>
    [task, ...events].map((text) => longestWord(labelText(text))),
  );
  for (const wrap of WRAPS) {
    if (wrap < Math.max(...words)) break;
    const periods = periodsOf(tasks, sections, wrap, scene);
    const total = periods.reduce((sum, period) => sum + period.width + 1, -1);
    if (periods.length > 0 && total <= scene.columns) return { canvas: beside(periods), title };
  }
  return { canvas: list(periodsOf(tasks, sections, scene.columns, scene), scene), title };
};

function periodsOf(
  tasks: ReturnType<TimelineDb["getTasks"]>,
  sections: readonly string[],
  wrap: number,
  scene: Scene,
): Period[] {
  return tasks.map(({ section = "", task, events = [] }, index) => {
    const name = wrapLines(parseLabel(task), wrap);
    const wrapped = events.map((event) => wrapLines(parseLabel(event), wrap));
    const at = sections.length > 0 ? Math.max(0, sections.indexOf(section)) : index;
    return {
      section: labelText(section),
      name,
      events: wrapped,
      width: Math.max(widestLine(name), ...wrapped.map(widestLine)) + 4,
      color: scene.hasColor ? lineColor(seriesColor(at), scene.background) : null,
    };
  });
}

function beside(periods: readonly Period[]): Canvas {
  const canvas = new Canvas();
  const places: number[] = [];
  let column = 0;
  for (const period of periods) {
    places.push(column);
    column += period.width + 1;
  }
  let row = 0;
  const box = (lines: readonly Line[], index: number, top: number, bold: boolean): void => {
    const left = places[index] ?? 0;
    const { width = 4, color = null } = periods[index] ?? {};
    canvas.box(left, top, left + width - 1, top + lines.length + 1, { fg: color });
    for (const [at, line] of lines.entries())
      canvas.label(left + Math.floor((width - lineCells(line)) / 2), top + 1 + at, line, { bold });
  };
  if (periods.some((period) => period.section)) {
    let from = 0;
    let tallest = 1;
    const spans: { from: number; to: number; lines: Line[] }[] = [];
    for (const [index, period] of periods.entries()) {
      if (periods[index + 1]?.section === period.section) continue;
      const left = places[from] ?? 0;
      const right = (places[index] ?? 0) + period.width - 1;
      const lines = wrapLines(parseLabel(period.section), Math.max(4, right - left - 1));
      tallest = Math.max(tallest, lines.length);
      spans.push({ from: left, to: right, lines });
      from = index + 1;
    }
    for (const { from: left, to, lines } of spans) {
      for (const [at, line] of lines.entries())
        canvas.label(left + Math.max(0, Math.floor((to - left + 1 - lineCells(line)) / 2)), row + at, line, {
          bold: true,
        });
      canvas.horizontal(left, to, row + tallest, { weight: "double" });
    }
    row += tallest + 1;
  }
  const tallest = Math.max(1, ...periods.map((period) => period.name.length));
  for (const [index, period] of periods.entries())
    box(period.name, index, row + tallest - period.name.length, true);
  row += tallest + 2;
  canvas.horizontal(0, column - 2, row, { weight: "heavy" });
  canvas.sign(column - 2, row, "►");
  for (const [index, period] of periods.entries()) {
    if (period.events.length > 0)
      canvas.line((places[index] ?? 0) + Math.floor(period.width / 2), row, DOWN, { weight: "heavy" });
    let below = row + 1;
    for (const event of period.events) {
      box(event, index, below, false);
      below += event.length + 2;
    }
  }
  return canvas;
}

function list(periods: readonly Period[], scene: Scene): Canvas {
  const sheet = new Sheet(scene.columns);
  const names = periods.map((period) => period.name.map(lineText).join(" "));
  const width = columnWidth(names, Math.max(8, Math.floor(scene.columns / 3)));
  let section = "";
  for (const [index, period] of periods.entries()) {
    if (period.section !== section) {
      sheet.gap();
      sheet.write(0, period.section, { bold: true });
      section = period.section;
    }
    const top = sheet.row;
    const fork = width + 2;
    for (const [at, event] of period.events.entries()) {
      const isLast = at === period.events.length - 1;
      const sign = period.events.length === 1 ? "───" : at === 0 ? "─┬─" : isLast ? " └─" : " ├─";
      sheet.canvas.signs(fork, sheet.row, sign, period.color);
      const start = sheet.row;
      sheet.write(fork + 4, event);
      if (!isLast)
        for (let row = start + 1; row < sheet.row; row += 1)
          sheet.canvas.sign(fork + 1, row, "│", period.color);
    }
    const bottom = sheet.row;
    sheet.row = top;
    sheet.write(0, names[index] ?? "", { bold: true }, width);
    sheet.row = Math.max(sheet.row, bottom);
  }
  return sheet.canvas;
}
