/** Draws a sequence diagram, row by row from above. */
import { Canvas } from "../../canvas.js";
import { DOWN, LEFT, RIGHT, UP } from "../../glyphs.js";
import { lineColor, type Rgb } from "../../palette.js";
import { type Line, lineCells, plain, wrapLines } from "../../rich-text.js";
import { type Extent, type Lifelines, LOOP_WIDTH, union } from "./columns.js";
import type { Activation, Frame, Head, Item, Message, Note } from "./script.js";

/** A box around some actors. */
export interface ActorBox {
  readonly title: string;
  readonly first: number;
  readonly last: number;
  readonly color: Rgb | null;
}

const HEADS: Readonly<Record<Head, readonly [string, string]>> = {
  none: ["", ""],
  arrow: ["►", "◄"],
  async: ["▷", "◁"],
  cross: ["✕", "✕"],
};
const BOX_PADDING = 2;

/** All columns that a diagram needs, from the leftmost. */
export function sequenceExtent(lines: Lifelines, items: readonly Item[], boxes: readonly ActorBox[]): Extent {
  const heads = lines.heads.map((_, index) => lines.head(index));
  const around = boxes.map((box) => boxExtent(lines, box));
  return union([...heads, ...around, ...items.map((item) => lines.extent(item))]) ?? { left: 0, right: 0 };
}

function boxExtent(lines: Lifelines, box: ActorBox): Extent {
  const left = lines.head(box.first).left - BOX_PADDING;
  return {
    left,
    right: Math.max(lines.head(box.last).right + BOX_PADDING, left + lineCells(plain(box.title)) + 5),
  };
}

/** Draws everything; `left` is the leftmost column that is needed. */
export class SequencePainter {
  readonly #canvas = new Canvas();
  readonly #lines: Lifelines;
  readonly #offset: number;
  readonly #background: Rgb | null;
  #row = 0;
  /** The row where each lifeline begins; null when it ended or has not begun. */
  readonly #since: (number | null)[];
  readonly #active: number[][];
  /** Stretches with a colour behind them, the inner ones first. */
  readonly #tints: { left: number; top: number; right: number; bottom: number; color: Rgb }[] = [];

  constructor(lines: Lifelines, left: number, background: Rgb | null) {
    this.#lines = lines;
    this.#offset = -left;
    this.#background = background;
    this.#since = lines.heads.map(() => null);
    this.#active = lines.heads.map(() => []);
  }

  run(items: readonly Item[], boxes: readonly ActorBox[]): Canvas {
    const created = new Set(createdIn(items));
    const top = this.#row;
    if (boxes.length > 0) this.#row += 1;
    const tallest = Math.max(1, ...this.#lines.heads.map((lines) => lines.length));
    for (const actor of this.#lines.heads.keys())
      if (!created.has(actor))
        this.#head(actor, this.#row + tallest - (this.#lines.heads[actor]?.length ?? 1));
    this.#row += tallest + 2;
    for (const item of items) this.#item(item);
    this.#row += 1;
    for (const actor of this.#lines.heads.keys()) this.#endLine(actor, this.#row - 1);
    for (const box of boxes) {
      const { left, right } = boxExtent(this.#lines, box);
      const fg = lineColor(box.color, this.#background);
      this.#canvas.box(left + this.#offset, top, right + this.#offset, this.#row, {
        fg,
        dash: true,
        behind: true,
      });
      if (box.title) this.#canvas.label(left + this.#offset + 2, top, ` ${box.title} `, { bold: true });
    }
    for (const tint of this.#tints.toReversed())
      this.#canvas.tint(tint.left, tint.top, tint.right, tint.bottom, tint.color);
    return this.#canvas;
  }

  #column(actor: number): number {
    return this.#lines.at(actor) + this.#offset;
  }

  #head(actor: number, top: number): void {
    const lines = this.#lines.heads[actor] ?? [];
    const { left, right } = this.#lines.head(actor);
    const bottom = top + lines.length + 1;
    this.#canvas.box(left + this.#offset, top, right + this.#offset, bottom);
    for (const [index, line] of lines.entries()) this.#centred(line, { left, right }, top + 1 + index);
    this.#canvas.line(this.#column(actor), bottom, DOWN);
    this.#since[actor] = bottom + 1;
  }

  #centred(line: Line, { left, right }: Extent, row: number): void {
    const at = left + Math.floor((right - left + 1 - lineCells(line)) / 2);
    this.#canvas.label(at + this.#offset, row, line);
  }

  /** Lifelines are drawn when they end: what covers them is known then. */
  #endLine(actor: number, row: number): void {
    const since = this.#since[actor];
    this.#since[actor] = null;
    if (since === null || since === undefined) return;
    while ((this.#active[actor]?.length ?? 0) > 0) this.#activate({ kind: "activation", actor, on: false });
    const column = this.#column(actor);
    for (let at = since; at <= row; at += 1) {
      const cell = this.#canvas.peek(column, at);
      if (cell && (cell.isLabel || cell.glyph)) continue;
      // Inside a note nothing shows.
      if (this.#covered.has(`${column} ${at}`)) continue;
      this.#canvas.line(column, at, UP | DOWN);
    }
  }

  readonly #covered = new Set<string>();

  #item(item: Item): void {
    switch (item.kind) {
      case "message":
        this.#message(item);
        return;
      case "note":
        this.#note(item);
        return;
      case "activation":
        this.#activate(item);
        return;
      default:
        this.#frame(item);
    }
  }

  #message(message: Message): void {
    const label = this.#lines.labelOf(message);
    if (message.from === message.to) {
      this.#loop(message, label);
      return;
    }
    const from = this.#lines.at(message.from);
    const to = this.#lines.at(message.to);
    const isRight = to > from;
    const isNew = message.creates === message.to;
    const { left, right } = this.#lines.head(message.to);
    // A line to somebody new ends at the box with the name.
    const end = isNew ? (isRight ? left : right) : to;
    const span = { left: Math.min(from, end) + 1, right: Math.max(from, end) - 1 };
    for (const line of label) {
      this.#centred(line, span, this.#row);
      this.#row += 1;
    }
    if (isNew) {
      const height = this.#lines.heads[message.to]?.length ?? 1;
      this.#head(message.to, this.#row - Math.ceil(height / 2));
    }
    const stroke = { dash: message.dash };
    const first = Math.min(from, end);
    const last = Math.max(from, end);
    // A line with a head stops at the lifeline; one without grows out of it.
    const [firstHead, lastHead] = isRight ? [message.start, message.end] : [message.end, message.start];
    if (firstHead === "none") this.#canvas.line(first + this.#offset, this.#row, RIGHT, stroke);
    if (lastHead === "none") this.#canvas.line(last + this.#offset, this.#row, LEFT, stroke);
    for (let column = first + 1; column < last; column += 1)
      this.#canvas.line(column + this.#offset, this.#row, LEFT | RIGHT, stroke);
    const tip = HEADS[message.end][isRight ? 0 : 1];
    const tail = HEADS[message.start][isRight ? 1 : 0];
    if (tip) this.#canvas.sign(end + (isRight ? -1 : 1) + this.#offset, this.#row, tip);
    if (tail) this.#canvas.sign(from + (isRight ? 1 : -1) + this.#offset, this.#row, tail);
    const row = this.#row;
    this.#row +=
      message.creates === message.to ? 2 + Math.floor((this.#lines.heads[message.to]?.length ?? 1) / 2) : 1;
    if (message.destroys !== null) this.#destroy(message.destroys, row + 1);
  }

  #destroy(actor: number, row: number): void {
    this.#endLine(actor, row - 1);
    this.#canvas.sign(this.#column(actor), row, "✕");
    this.#row = Math.max(this.#row, row + 1);
  }

  #loop(message: Message, label: readonly Line[]): void {
    const column = this.#column(message.from);
    for (const line of label) {
      this.#canvas.label(column + 2, this.#row, line);
      this.#row += 1;
    }
    const stroke = { dash: message.dash, round: true };
    this.#canvas.line(column, this.#row, RIGHT, stroke);
    if (message.end === "none") this.#canvas.line(column, this.#row + 1, RIGHT, stroke);
    for (let at = 1; at < LOOP_WIDTH; at += 1)
      for (const row of [this.#row, this.#row + 1]) this.#canvas.line(column + at, row, LEFT | RIGHT, stroke);
    this.#canvas.line(column + LOOP_WIDTH, this.#row, LEFT | DOWN, stroke);
    this.#canvas.line(column + LOOP_WIDTH, this.#row + 1, LEFT | UP, stroke);
    const tip = HEADS[message.end][1];
    if (tip) this.#canvas.sign(column + 1, this.#row + 1, tip);
    this.#row += 2;
    if (message.destroys !== null) this.#destroy(message.destroys, this.#row);
  }

  #note(note: Note): void {
    const extent = this.#lines.noteExtent(note);
    const label = this.#lines.labelOf(note);
    const bottom = this.#row + label.length + 1;
    for (let row = this.#row; row <= bottom; row += 1)
      for (let column = extent.left; column <= extent.right; column += 1)
        this.#covered.add(`${column + this.#offset} ${row}`);
    this.#canvas.box(extent.left + this.#offset, this.#row, extent.right + this.#offset, bottom);
    this.#canvas.sign(extent.right + this.#offset, this.#row, "◥");
    for (const [index, line] of label.entries()) this.#centred(line, extent, this.#row + 1 + index);
    this.#row = bottom + 1;
  }

  #activate({ actor, on }: Activation): void {
    const starts = this.#active[actor];
    if (on) {
      starts?.push(Math.max(0, this.#row - 1));
      return;
    }
    const start = starts?.pop();
    if (start === undefined) return;
    const column = this.#column(actor);
    for (let row = start; row < this.#row; row += 1) {
      if (this.#covered.has(`${column} ${row}`)) continue;
      const cell = this.#canvas.peek(column, row);
      if (cell?.glyph || cell?.isLabel || (cell && (cell.mask & (UP | DOWN)) !== 0)) continue;
      if (cell && cell.mask !== 0) continue;
      this.#canvas.sign(column, row, "┃");
    }
  }

  #frame(frame: Frame): void {
    const { left, right } = this.#lines.frameExtent(frame);
    const top = this.#row;
    const stroke = { fg: lineColor(frame.color, this.#background), dash: frame.name === "", behind: true };
    const rules: number[] = [];
    for (const [index, section] of frame.sections.entries()) {
      const name = index === 0 ? frame.name : "";
      const title = section.title ? `[${section.title}]` : "";
      if (index > 0) rules.push(this.#row);
      this.#sectionTitle(name, title, left, right);
      for (const item of section.items) this.#item(item);
    }
    const bottom = this.#row;
    const edges = { left: left + this.#offset, right: right + this.#offset };
    this.#canvas.box(edges.left, top, edges.right, bottom, stroke);
    if (frame.color)
      this.#tints.push({
        left: edges.left + 1,
        top: top + 1,
        right: edges.right - 1,
        bottom: bottom - 1,
        color: frame.color,
      });
    for (const row of rules) {
      this.#canvas.line(edges.left, row, RIGHT, stroke);
      this.#canvas.line(edges.right, row, LEFT, stroke);
      for (let column = edges.left + 1; column < edges.right; column += 1)
        this.#canvas.line(column, row, LEFT | RIGHT, { ...stroke, dash: true });
    }
    this.#row = bottom + 1;
  }

  /** A name and a condition on the upper border of a section; what has no room there goes below. */
  #sectionTitle(name: string, title: string, left: number, right: number): void {
    const start = left + 2 + this.#offset;
    const after = name ? this.#canvas.label(start, this.#row, ` ${name} `, { bold: true }) + 1 : start;
    const room = right + this.#offset - 1 - after;
    const isWhole = lineCells(plain(title)) + 2 <= room;
    if (title && isWhole) this.#canvas.label(after, this.#row, ` ${title} `);
    this.#row += 1;
    if (!title || isWhole) return;
    for (const line of wrapLines([plain(title)], Math.max(6, right - left - 3))) {
      this.#canvas.label(start, this.#row, line);
      for (let at = 0; at < lineCells(line); at += 1) this.#covered.add(`${start + at} ${this.#row}`);
      this.#row += 1;
    }
  }
}

function* createdIn(items: readonly Item[]): Generator<number> {
  for (const item of items) {
    if (item.kind === "message" && item.creates !== null && item.creates === item.to) yield item.creates;
    if (item.kind === "frame") for (const section of item.sections) yield* createdIn(section.items);
  }
}
