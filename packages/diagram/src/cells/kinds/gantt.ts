/** Gantt charts: a row for each task, its name on the left and its bar on a common axis. */
import { DOWN, UP } from "../glyphs.js";
import { labelText } from "../label.js";
import { lineColor, type Rgb } from "../palette.js";
import { plain, wrapLines } from "../rich-text.js";
import { cellsOf } from "../width.js";
import { formatDate, ticksBetween } from "./gantt-axis.js";
import type { Painter, Scene } from "./scene.js";
import { columnWidth, Sheet } from "./sheet.js";

interface GanttTask {
  readonly section?: string;
  readonly task: string;
  readonly startTime?: Date;
  readonly endTime?: Date;
  readonly renderEndTime?: Date | null;
  readonly done?: boolean;
  readonly active?: boolean;
  readonly crit?: boolean;
  readonly milestone?: boolean;
  readonly vert?: boolean;
}

interface GanttDb {
  getTasks(): readonly GanttTask[];
  getAxisFormat(): string;
}

interface Look {
  readonly glyph: string;
  readonly word: string;
  readonly color: Rgb;
}

const PLANNED: Look = { glyph: "█", word: "planned", color: [66, 133, 244] };
const ACTIVE: Look = { glyph: "▓", word: "active", color: [46, 160, 67] };
const DONE: Look = { glyph: "▒", word: "done", color: [128, 134, 139] };
const MILESTONE: Look = { glyph: "◆", word: "milestone", color: [171, 71, 188] };
const MARK: Look = { glyph: "┃", word: "mark", color: [171, 71, 188] };
const CRITICAL: Rgb = [219, 68, 55];

const lookOf = (task: GanttTask): Look =>
  task.vert ? MARK : task.milestone ? MILESTONE : task.done ? DONE : task.active ? ACTIVE : PLANNED;
const timeOf = (date: Date | null | undefined): number => date?.getTime() ?? Number.NaN;

export const paintGantt: Painter = (db, scene) => {
  const gantt = db as GanttDb;
  const tasks = gantt
    .getTasks()
    .filter((task) => Number.isFinite(timeOf(task.startTime)) && Number.isFinite(timeOf(task.endTime)));
  const sheet = new Sheet(scene.columns);
  if (tasks.length === 0) return { canvas: sheet.canvas };
  const names =
    columnWidth(
      tasks.map((task) => nameOf(task)),
      Math.max(14, Math.floor(scene.columns * 0.45)),
    ) + 2;
  const left = names + 2;
  const span = Math.max(8, scene.columns - left - 1);
  const from = Math.min(...tasks.map((task) => timeOf(task.startTime)));
  const to = Math.max(
    ...tasks.map((task) => Math.max(timeOf(task.endTime), timeOf(task.startTime))),
    from + 1,
  );
  const place = (time: number): number => ((time - from) / (to - from)) * span;
  const format = gantt.getAxisFormat() || "%Y-%m-%d";
  const ticks = axisTicks(from, to, span, format);
  const top = sheet.row;
  let section: string | undefined;
  for (const task of tasks) {
    if (task.section !== section) {
      section = task.section;
      if (section) sheet.write(0, labelText(section), { bold: true }, scene.columns);
    }
    drawTask(sheet, task, names, left, place, scene);
  }
  drawAxis(sheet, {
    top,
    left,
    span,
    ticks: ticks.map((tick) => ({ at: Math.round(place(tick.getTime())), text: formatDate(tick, format) })),
  });
  legend(sheet, tasks, scene);
  return { canvas: sheet.canvas };
};

const nameOf = (task: GanttTask): string => `${labelText(task.task)}${task.crit ? " !" : ""}`;

function drawTask(
  sheet: Sheet,
  task: GanttTask,
  names: number,
  left: number,
  place: (time: number) => number,
  scene: Scene,
): void {
  const look = lookOf(task);
  const color = scene.hasColor ? lineColor(task.crit ? CRITICAL : look.color, scene.background) : null;
  const start = place(timeOf(task.startTime));
  const end = place(timeOf(task.renderEndTime ?? task.endTime));
  const row = sheet.row;
  if (task.milestone || task.vert)
    sheet.canvas.sign(left + Math.round((start + end) / 2), row, look.glyph, color);
  else {
    const first = Math.round(start);
    const count = Math.max(1, Math.round(end) - first);
    sheet.canvas.signs(left + first, row, look.glyph.repeat(count), color);
  }
  for (const line of wrapLines([plain(nameOf(task))], names - 2)) {
    sheet.canvas.label(2, sheet.row, line);
    sheet.row += 1;
  }
}

/** As many marks as have room for their dates. */
function axisTicks(from: number, to: number, span: number, format: string): Date[] {
  for (let count = 12; count > 1; count -= 1) {
    const ticks = ticksBetween(from, to, count);
    const widest = Math.max(0, ...ticks.map((tick) => cellsOf(formatDate(tick, format))));
    if ((widest + 2) * Math.max(1, ticks.length - 1) <= span) return ticks;
  }
  return [new Date(from)];
}

function drawAxis(
  sheet: Sheet,
  {
    top,
    left,
    span,
    ticks,
  }: { top: number; left: number; span: number; ticks: { at: number; text: string }[] },
): void {
  const axis = sheet.row;
  sheet.canvas.horizontal(left, left + span, axis);
  let free = 0;
  for (const { at, text } of ticks) {
    const column = left + at;
    for (let row = top; row < axis; row += 1) {
      const cell = sheet.canvas.peek(column, row);
      if (!cell?.glyph && !cell?.isLabel && !cell?.isCovered)
        sheet.canvas.line(column, row, UP | DOWN, { dash: true });
    }
    sheet.canvas.line(column, axis, UP);
    const start = Math.min(
      Math.max(free, column - Math.floor(cellsOf(text) / 2)),
      sheet.columns - cellsOf(text),
    );
    if (start >= free) free = sheet.canvas.label(start, axis + 1, text) + 1;
  }
  sheet.row = axis + 2;
}

/** What the shades mean, where there is more than one. */
function legend(sheet: Sheet, tasks: readonly GanttTask[], scene: Scene): void {
  const looks = [PLANNED, ACTIVE, DONE, MILESTONE, MARK].filter((look) =>
    tasks.some((task) => lookOf(task) === look),
  );
  const hasCritical = tasks.some((task) => task.crit);
  if (looks.length < 2 && !hasCritical) return;
  sheet.row += 1;
  let column = 2;
  for (const look of looks) {
    if (column + look.word.length + 3 > sheet.columns) {
      column = 2;
      sheet.row += 1;
    }
    sheet.canvas.sign(
      column,
      sheet.row,
      look.glyph,
      scene.hasColor ? lineColor(look.color, scene.background) : null,
    );
    column = sheet.canvas.label(column + 2, sheet.row, look.word) + 3;
  }
  if (hasCritical) {
    if (column + 10 > sheet.columns) {
      column = 2;
      sheet.row += 1;
    }
    sheet.canvas.sign(column, sheet.row, "!");
    sheet.canvas.label(column + 2, sheet.row, "critical");
  }
  sheet.row += 1;
}
