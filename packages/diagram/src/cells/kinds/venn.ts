// Venn diagrams: two sets as boxes that overlap, more as a table of which sets each part belongs to.
import { Canvas } from "../canvas.js";
import { labelText } from "../label.js";
import { lineColor, type Rgb, seriesColor } from "../palette.js";
import { lineCells, plain, wrapLines } from "../rich-text.js";
import type { Painter, Scene } from "./scene.js";
import { columnWidth, Sheet } from "./sheet.js";

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

interface Part {
  readonly sets: readonly string[];
  readonly texts: readonly string[];
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
  const two = names.length === 2 ? overlapping(all, names, scene) : null;
  return { canvas: two ?? table(all, names, scene) };
};

const colorOf = (index: number, scene: Scene): Rgb | null =>
  scene.hasColor ? lineColor(seriesColor(index), scene.background) : null;

function overlapping(parts: readonly Part[], names: readonly string[], scene: Scene): Canvas | null {
  const textOf = (sets: readonly string[]): string[] =>
    parts
      .find((part) => part.sets.length === sets.length && sets.every((set) => part.sets.includes(set)))
      ?.texts.slice() ?? [];
  const [first = "", second = ""] = names;
  const room = Math.floor((scene.columns - 10) / 3);
  const texts = [textOf([first]), textOf([first, second]), textOf([second])].map((list) =>
    list.flatMap((text) => wrapLines([plain(text)], Math.min(24, room))),
  );
  const widths = texts.map((lines) => Math.max(8, ...lines.map(lineCells)) + 2);
  const [left = 0, middle = 0, right = 0] = widths;
  if (left + middle + right + 4 > scene.columns) return null;
  const canvas = new Canvas();
  const height = Math.max(3, ...texts.map((lines) => lines.length)) + 4;
  canvas.box(0, 0, left + middle + 2, height - 2, { round: true, fg: colorOf(0, scene) });
  canvas.box(left + 1, 1, left + middle + right + 3, height - 1, { round: true, fg: colorOf(1, scene) });
  const starts = [1, left + 2, left + middle + 3];
  for (const [index, lines] of texts.entries())
    for (const [at, line] of lines.entries()) {
      const top = Math.floor((height - lines.length) / 2);
      canvas.label(
        (starts[index] ?? 0) + Math.floor(((widths[index] ?? 0) - lineCells(line)) / 2),
        top + at,
        line,
      );
    }
  return canvas;
}

function table(parts: readonly Part[], names: readonly string[], scene: Scene): Canvas {
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
