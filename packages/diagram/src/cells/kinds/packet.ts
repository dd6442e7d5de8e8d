/** Packets: fields in rows of bits; a field that is too narrow for its name has a letter that is explained below. */
import { labelText } from "../label.js";
import { lineCells, plain, wrapLines } from "../rich-text.js";
import { cellsOf } from "../width.js";
import type { Painter } from "./scene.js";
import { Sheet } from "./sheet.js";

interface Field {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

interface PacketDb {
  getPacket(): readonly (readonly Field[])[];
}

const MOST_LINES = 3;

export const paintPacket: Painter = (db, scene) => {
  const words = (db as PacketDb).getPacket();
  const sheet = new Sheet(scene.columns);
  const bits = Math.max(1, ...words.map((word) => (word.at(-1)?.end ?? 0) - (word[0]?.start ?? 0) + 1));
  const narrowest = Math.min(...words.flat().map((field) => field.end - field.start + 1));
  const perBit = Math.max(1, Math.min(3, Math.floor((scene.columns - 2) / bits)));
  // Even the narrowest field needs a cell between its borders.
  const isPossible = bits * perBit + 1 <= scene.columns && narrowest * perBit > 1;
  const notes: string[] = [];
  for (const word of isPossible ? words : []) {
    const base = word[0]?.start ?? 0;
    const boxes = word.map((field) => {
      const left = (field.start - base) * perBit;
      const right = (field.end - base + 1) * perBit;
      const label = labelText(field.label);
      const lines = wrapLines([plain(label)], Math.max(1, right - left - 1));
      const isWhole =
        label.split(" ").every((part) => cellsOf(part) <= right - left - 1) && lines.length <= MOST_LINES;
      if (isWhole) return { field, left, right, lines };
      const key = keyOf(notes.length);
      notes.push(`${key} ${label} (${bitsText(field)})`);
      return { field, left, right, lines: [plain(right - left > cellsOf(key) ? key : (key[0] ?? ""))] };
    });
    for (const { field, left, right } of boxes) {
      const first = String(field.start);
      const last = String(field.end);
      const room = right - left;
      if (cellsOf(first) <= room) sheet.canvas.label(left + 1, sheet.row, first);
      if (field.end > field.start && cellsOf(first) + cellsOf(last) + 1 <= room - 1)
        sheet.canvas.label(right - cellsOf(last), sheet.row, last);
    }
    const height = Math.max(1, ...boxes.map((box) => box.lines.length));
    const top = sheet.row + 1;
    for (const { left, right, lines } of boxes) {
      sheet.canvas.box(left, top, right, top + height + 1);
      for (const [index, line] of lines.entries()) {
        const slack = Math.max(0, Math.floor((right - left - 1 - lineCells(line)) / 2));
        sheet.canvas.label(left + 1 + slack, top + 1 + index + Math.floor((height - lines.length) / 2), line);
      }
    }
    sheet.row = top + height + 2;
  }
  if (!isPossible)
    for (const word of words)
      for (const field of word) sheet.write(0, `${bitsText(field)}  ${labelText(field.label)}`);
  if (notes.length > 0) {
    sheet.gap();
    for (const note of notes) sheet.write(0, note);
  }
  return { canvas: sheet.canvas };
};

const bitsText = (field: Field): string =>
  field.start === field.end ? String(field.start) : `${field.start}-${field.end}`;

/** a, b, ... z, then A to Z, then numbers. */
const keyOf = (index: number): string =>
  index < 26
    ? String.fromCodePoint(97 + index)
    : index < 52
      ? String.fromCodePoint(39 + index)
      : String(index);
