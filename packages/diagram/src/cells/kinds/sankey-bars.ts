/** The flows of a sankey diagram as bars, source by source, in proportion to all others. */
import type { Canvas } from "../canvas.js";
import { labelText } from "../label.js";
import { lineColor, seriesColor } from "../palette.js";
import { cellsOf } from "../width.js";
import type { Flow } from "./sankey-layout.js";
import type { Scene } from "./scene.js";
import { columnWidth, numberText, Sheet } from "./sheet.js";

/** Draws every flow of every node. */
export function barsOfFlows(ids: readonly string[], links: readonly Flow[], scene: Scene): Canvas {
  const sheet = new Sheet(scene.columns);
  const total = (id: string, end: "source" | "target"): number =>
    links.reduce((sum, link) => (link[end] === id ? sum + link.value : sum), 0);
  const through = (id: string): number => Math.max(total(id, "source"), total(id, "target"));
  const most = Math.max(1e-9, ...links.map((link) => link.value));
  const names = columnWidth(
    links.map((link) => labelText(link.target)),
    Math.max(12, Math.floor(scene.columns * 0.5)),
  );
  const values = columnWidth(
    links.map((link) => numberText(link.value)),
    14,
  );
  const room = Math.max(4, Math.min(48, scene.columns - names - values - 9));
  for (const [index, id] of ids.entries()) {
    const flows = links.filter((link) => link.source === id);
    if (flows.length === 0) continue;
    const fg = scene.hasColor ? lineColor(seriesColor(index), scene.background) : null;
    sheet.gap();
    sheet.write(0, `${labelText(id)}  ${numberText(Number(through(id).toFixed(2)))}`, { bold: true, fg });
    for (const [at, { target, value }] of flows.entries()) {
      sheet.canvas.signs(0, sheet.row, at === flows.length - 1 ? "└─►" : "├─►", fg);
      const text = numberText(value);
      sheet.canvas.label(names + 5 + values - cellsOf(text), sheet.row, text);
      sheet.bar(names + values + 7, (value / most) * room, fg);
      sheet.columnsOf([{ column: 4, width: names, text: labelText(target) }]);
    }
  }
  const sinks = ids.filter((id) => !links.some((link) => link.source === id));
  if (sinks.length > 0) {
    sheet.gap();
    for (const id of sinks) sheet.write(0, `${labelText(id)}  ${numberText(Number(through(id).toFixed(2)))}`);
  }
  return sheet.canvas;
}
