/** User journeys: each step with its score and who takes it. */
import { labelText } from "../label.js";
import { lineColor, type Rgb } from "../palette.js";
import type { Painter } from "./scene.js";
import { columnWidth, Sheet } from "./sheet.js";

interface JourneyDb {
  getTasks(): readonly { section?: string; task: string; score: number; people?: readonly string[] }[];
}

const MOST_SCORE = 5;
const MOODS: readonly Rgb[] = [
  [200, 60, 60],
  [200, 60, 60],
  [210, 120, 40],
  [180, 150, 30],
  [110, 160, 60],
  [50, 150, 75],
];

export const paintJourney: Painter = (db, scene) => {
  const tasks = (db as JourneyDb).getTasks();
  const sheet = new Sheet(scene.columns);
  const names = columnWidth(
    tasks.map((one) => labelText(one.task)),
    Math.max(12, Math.floor(scene.columns / 2)),
  );
  let section: string | undefined;
  for (const { section: own, task, score, people = [] } of tasks) {
    if (own !== section) {
      sheet.gap();
      if (own) sheet.write(0, labelText(own), { bold: true });
      section = own;
    }
    const level = Math.max(0, Math.min(MOST_SCORE, Math.round(score)));
    const fg = scene.hasColor ? lineColor(MOODS[level] ?? null, scene.background) : null;
    const row = sheet.row;
    const after = sheet.canvas.signs(names + 4, row, "■".repeat(level), fg);
    sheet.canvas.signs(after, row, "□".repeat(MOST_SCORE - level), fg);
    const who = names + 4 + MOST_SCORE + 1;
    sheet.columnsOf([
      { column: 2, width: names, text: labelText(task) },
      { column: who, width: 3, text: String(score) },
      {
        column: who + 3,
        width: scene.columns - who - 3,
        text: people.map((one) => labelText(one)).join(", "),
      },
    ]);
  }
  return { canvas: sheet.canvas };
};
