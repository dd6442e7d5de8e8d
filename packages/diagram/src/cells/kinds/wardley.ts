/** Wardley maps: components by how evolved and how visible they are, and what depends on what. */
import { Canvas } from "../canvas.js";
import { labelText } from "../label.js";
import { sign } from "../rich-text.js";
import { plotPoints } from "./plot.js";
import type { Painter } from "./scene.js";
import { flowLine, Sheet } from "./sheet.js";

interface WardleyDb {
  getWardleyData(): {
    readonly nodes: readonly {
      readonly id: string;
      readonly label?: string;
      readonly x?: number;
      readonly y?: number;
      readonly className?: string;
    }[];
    readonly links: readonly {
      readonly source: string;
      readonly target: string;
      readonly dashed?: boolean;
      readonly label?: string;
    }[];
    readonly trends?: readonly { readonly nodeId: string; readonly targetX: number }[];
    readonly notes?: readonly { readonly text: string }[];
    readonly annotations?: readonly {
      readonly number?: number;
      readonly text?: string;
      readonly label?: string;
      readonly coordinates?: readonly { readonly x: number; readonly y: number }[];
    }[];
    readonly accelerators?: readonly { readonly name?: string; readonly label?: string }[];
    readonly deaccelerators?: readonly { readonly name?: string; readonly label?: string }[];
    readonly axes?: {
      readonly stages?: readonly string[];
      readonly xLabel?: string;
      readonly yLabel?: string;
    };
  };
}

const HEIGHT = 24;
const MOST_WIDTH = 100;
const STAGES = ["Genesis", "Custom Built", "Product", "Commodity"];

export const paintWardley: Painter = (db, scene) => {
  const map = (db as WardleyDb).getWardleyData();
  const canvas = new Canvas();
  const width = Math.min(MOST_WIDTH, scene.columns) - 1;
  const sheet = new Sheet(scene.columns);
  const stages = map.axes?.stages?.length ? map.axes.stages : STAGES;
  canvas.label(0, 0, labelText(map.axes?.yLabel) || "Visibility");
  canvas.vertical(0, 1, HEIGHT + 1);
  canvas.horizontal(0, width, HEIGHT + 1);
  for (let stage = 1; stage < stages.length; stage += 1)
    canvas.vertical(Math.round((stage / stages.length) * width), 1, HEIGHT, { dash: true });
  const nameOf = (id: string): string => labelText(map.nodes.find((node) => node.id === id)?.label ?? id);
  const trends = new Map((map.trends ?? []).map((trend) => [trend.nodeId, trend.targetX]));
  const column = (x: number): number => 1 + Math.round((Math.max(0, Math.min(100, x)) / 100) * (width - 2));
  const row = (y: number): number => 1 + Math.round((1 - Math.max(0, Math.min(100, y)) / 100) * (HEIGHT - 1));
  const rest = plotPoints(
    canvas,
    [
      ...map.nodes.map((node) => ({
        column: column(node.x ?? 0),
        row: row(node.y ?? 0),
        sign: node.className === "anchor" ? "◆" : "●",
        label: labelText(node.label ?? node.id),
        color: null,
      })),
      // What is said of these places stands below, under its number.
      ...(map.annotations ?? []).flatMap(({ number, coordinates = [] }) =>
        coordinates.map(({ x, y }) => ({
          column: column(x),
          row: row(y),
          sign: "○",
          label: String(number ?? ""),
          color: null,
        })),
      ),
    ],
    width,
  );
  for (const [id, target] of trends) {
    const node = map.nodes.find((one) => one.id === id);
    const end = column(target);
    if (node && !canvas.peek(end, row(node.y ?? 0))?.isLabel && !canvas.peek(end, row(node.y ?? 0))?.glyph)
      canvas.sign(end, row(node.y ?? 0), "►");
  }
  for (const [index, stage] of stages.entries()) {
    const left = Math.round((index / stages.length) * width);
    sheet.row = 0;
    sheet.write(left, labelText(stage), {}, Math.floor(width / stages.length) - 1);
  }
  sheet.row = sheet.canvas.height;
  sheet.write(0, labelText(map.axes?.xLabel) || "Evolution");
  sheet.gap();
  for (const point of rest) sheet.write(0, [[sign("● "), { text: point.label }]]);
  for (const { source, target, dashed, label } of map.links)
    sheet.write(0, [flowLine(nameOf(source), nameOf(target), labelText(label), dashed)]);
  for (const note of [...(map.notes ?? []), ...(map.annotations ?? [])]) {
    const number = "number" in note && note.number !== undefined ? `${note.number}. ` : "";
    sheet.write(0, `${number}${labelText(note.text ?? ("label" in note ? note.label : ""))}`);
  }
  for (const force of [...(map.accelerators ?? []), ...(map.deaccelerators ?? [])])
    sheet.write(0, labelText(force.name ?? force.label));
  canvas.draw(sheet.canvas, 0, HEIGHT + 2);
  return { canvas };
};
