/** Sequence diagrams: lifelines side by side as long as they fit, else the messages as a list. */
import { Canvas } from "../../canvas.js";
import { labelText, parseLabel } from "../../label.js";
import { type Rgb, toRgb } from "../../palette.js";
import { type Line, lineText, longestWord, plain, sign, wrapLines } from "../../rich-text.js";
import { cellsOf } from "../../width.js";
import { Lifelines, type Wraps } from "./columns.js";
import { type ActorBox, sequenceExtent, SequencePainter } from "./painter.js";
import { type Item, readScript, type SequenceDb } from "./script.js";

/** From roomy to narrow. */
const WRAPS: readonly Wraps[] = [
  { actors: 24, messages: 60, notes: 40 },
  { actors: 20, messages: 36, notes: 30 },
  { actors: 18, messages: 28, notes: 24 },
  { actors: 16, messages: 22, notes: 20 },
  { actors: 14, messages: 17, notes: 16 },
  { actors: 12, messages: 13, notes: 14 },
  { actors: 10, messages: 10, notes: 10 },
];
const LONG_WORD = 10;

/** Draws a sequence diagram in at most `columns`. */
export function drawSequence(db: SequenceDb, columns: number, background: Rgb | null): Canvas {
  const items = readScript(db);
  const keys = db.getActorKeys();
  const actors = db.getActors();
  const names = keys.map((key) => {
    const actor = actors.get(key);
    const name = parseLabel(actor?.description ?? actor?.name ?? key);
    return name.length > 0 ? name : [plain(" ")];
  });
  const boxes = db.getBoxes().flatMap((box): ActorBox[] => {
    const members = box.actorKeys.map((key) => keys.indexOf(key)).filter((index) => index >= 0);
    if (members.length === 0) return [];
    return [
      {
        title: labelText(box.name),
        first: Math.min(...members),
        last: Math.max(...members),
        color: toRgb(box.fill),
      },
    ];
  });
  for (const wraps of WRAPS) {
    if (breaksWords(names, items, wraps)) continue;
    const lines = new Lifelines(names, items, wraps, boxes);
    const { left, right } = sequenceExtent(lines, items, boxes);
    if (right - left + 1 > columns) continue;
    return new SequencePainter(lines, left, background).run(items, boxes);
  }
  return listSequence(
    names.map((name) => name.map(lineText).join(" ")),
    items,
    boxes,
    columns,
  );
}

/** Narrow columns are not worth a word in pieces. */
function breaksWords(names: readonly (readonly Line[])[], items: readonly Item[], wraps: Wraps): boolean {
  const longest = (lines: readonly Line[]): number =>
    Math.max(0, ...lines.map((line) => longestWord(lineText(line))));
  const isTooLong = (lines: readonly Line[], room: number): boolean =>
    longest(lines) > Math.max(room, LONG_WORD);
  if (names.some((name) => isTooLong(name, wraps.actors))) return true;
  const inside = (list: readonly Item[]): boolean =>
    list.some((item) => {
      if (item.kind === "frame") return item.sections.some((section) => inside(section.items));
      if (item.kind === "activation") return false;
      return isTooLong(item.label, item.kind === "note" ? wraps.notes : wraps.messages);
    });
  return inside(items);
}

/** Every message in a line of its own. */
function listSequence(
  names: readonly string[],
  items: readonly Item[],
  boxes: readonly ActorBox[],
  columns: number,
): Canvas {
  const canvas = new Canvas();
  let row = 0;
  const write = (indent: number, parts: readonly (string | { sign: string })[], bold = false): void => {
    const cells = parts.reduce((sum, part) => sum + cellsOf(typeof part === "string" ? part : part.sign), 0);
    if (indent + cells <= columns) {
      let column = indent;
      for (const part of parts)
        column =
          typeof part === "string"
            ? canvas.label(column, row, part, { bold })
            : canvas.signs(column, row, part.sign);
      row += 1;
      return;
    }
    const spans = parts.map((part) => (typeof part === "string" ? { text: part } : sign(part.sign)));
    for (const [index, line] of wrapLines([spans], Math.max(8, columns - indent - 2)).entries()) {
      canvas.label(indent + (index > 0 ? 2 : 0), row, line, { bold });
      row += 1;
    }
  };
  for (const box of boxes)
    write(0, [`[${box.title}] ${names.slice(box.first, box.last + 1).join(", ")}`], true);
  const inBoxes = new Set(boxes.flatMap((box) => names.slice(box.first, box.last + 1)));
  const others = names.filter((name) => !inBoxes.has(name));
  if (others.length > 0) write(0, [others.join(", ")], true);
  row += 1;
  const list = (some: readonly Item[], indent: number): void => {
    for (const item of some) {
      if (item.kind === "frame")
        for (const [index, section] of item.sections.entries()) {
          const name = index === 0 ? item.name : "or";
          write(indent, [`${name || "-"}${section.title ? ` [${section.title}]` : ""}`], true);
          list(section.items, Math.min(indent + 2, Math.floor(columns / 3)));
        }
      else if (item.kind === "note")
        write(indent, [
          `(${names[item.from] ?? ""}${item.to === item.from ? "" : `, ${names[item.to] ?? ""}`}: ${item.label.map(lineText).join(" ")})`,
        ]);
      else if (item.kind === "message") {
        const line = item.dash ? "╌" : "─";
        const tip = { none: line, arrow: "►", async: "▷", cross: "✕" }[item.end];
        const tail = item.start === "none" ? line : "◄";
        const text = item.label.map(lineText).join(" ");
        write(indent, [
          names[item.from] ?? "",
          { sign: ` ${tail}${tip} ` },
          `${names[item.to] ?? ""}${text ? ": " : ""}${text}`,
        ]);
      }
    }
  };
  list(items, 0);
  return canvas;
}
