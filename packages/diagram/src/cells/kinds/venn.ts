/** Venn diagrams: two or three sets as circles, more as a table of which sets each part belongs to. */
import type { Canvas } from "../canvas.js";
import { labelText } from "../label.js";
import { lineColor, type Rgb, seriesColor } from "../palette.js";
import type { Painter, Scene } from "./scene.js";
import { columnWidth, Sheet } from "./sheet.js";
import { drawCircles, type SetPart } from "./venn-circles.js";

interface VennDb {
  getSubsetData(): readonly {
    readonly sets: readonly string[];
    readonly size?: number;
    readonly label?: string;
  }[];
  getTextData(): readonly {
    readonly sets: readonly string[];
    readonly id?: string;
    readonly label?: string;
    readonly text?: string;
  }[];
}

export const paintVenn: Painter = (db, scene) => {
  const venn = db as VennDb;
  const parts = new Map<string, { sets: readonly string[]; texts: string[] }>();
  const add = (sets: readonly string[], text: string): void => {
    const key = [...sets].sort().join("\n");
    const part = parts.get(key) ?? { sets, texts: [] };
    if (text) part.texts.push(text);
    parts.set(key, part);
  };
  for (const { sets, label } of venn.getSubsetData())
    add(sets, labelText(label) || (sets.length === 1 ? labelText(sets[0]) : ""));
  for (const { sets, label, text, id } of venn.getTextData()) add(sets, labelText(label ?? text ?? id));
  const all = [...parts.values()];
  const names = [...new Set(all.flatMap((part) => part.sets))];
  const colors = names.map((_, index) => colorOf(index, scene));
  const circles =
    names.length === 2 || names.length === 3 ? drawCircles(all, names, scene.columns, colors) : null;
  return { canvas: circles ?? table(all, names, scene) };
};

const colorOf = (index: number, scene: Scene): Rgb | null =>
  scene.hasColor ? lineColor(seriesColor(index), scene.background) : null;

function table(parts: readonly SetPart[], names: readonly string[], scene: Scene): Canvas {
  const sheet = new Sheet(scene.columns);
  const marks = names.length * 2 + 1;
  const width = columnWidth(
    parts.flatMap((part) => part.texts),
    scene.columns - marks - 2,
  );
  for (const part of parts) {
    const row = sheet.row;
    const at = names.flatMap((name, index) => (part.sets.includes(name) ? [index] : []));
    const from = Math.min(...at);
    const to = Math.max(...at);
    for (const index of names.keys()) {
      const isIn = at.includes(index);
      sheet.canvas.sign(width + 2 + 2 * index, row, isIn ? "●" : "·", isIn ? colorOf(index, scene) : null);
      if (index >= from && index < to) sheet.canvas.sign(width + 3 + 2 * index, row, "─");
    }
    for (const text of part.texts.length > 0 ? part.texts : [""])
      sheet.write(0, text, {}, Math.max(8, width));
  }
  return sheet.canvas;
}
