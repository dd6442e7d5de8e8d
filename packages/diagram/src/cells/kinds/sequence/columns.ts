/** Where the lifelines of a sequence diagram stand, and how far frames and notes reach. */
import { type Line, widestLine, wrapLines } from "../../rich-text.js";
import { cellsOf } from "../../width.js";
import type { Frame, Item, Message, Note } from "./script.js";

/** From the first to the last column of something. */
export interface Extent {
  readonly left: number;
  readonly right: number;
}

/** How labels are wrapped. */
export interface Wraps {
  readonly actors: number;
  readonly messages: number;
  readonly notes: number;
}

const HEAD_PADDING = 4;
const HEAD_GAP = 2;
/** The lifelines, the arrowhead and a space on each side of a label. */
const MESSAGE_ROOM = 4;
export const LOOP_WIDTH = 5;
const FRAME_PADDING = 2;

/** Lifelines with everything that depends on where they are. */
export class Lifelines {
  readonly heads: readonly (readonly Line[])[];
  readonly #wraps: Wraps;
  readonly #at: number[] = [];

  constructor(
    names: readonly (readonly Line[])[],
    items: readonly Item[],
    wraps: Wraps,
    boxes: readonly { readonly title: string; readonly first: number; readonly last: number }[],
  ) {
    this.#wraps = wraps;
    this.heads = names.map((name) => wrapLines(name, wraps.actors));
    const boxGaps = new Set(boxes.flatMap((box) => [box.first, box.last + 1]));
    const needs = this.#needs(items);
    for (const { title, first, last } of boxes)
      needs.push({ from: first, to: last + 1, width: cellsOf(title) + 12 });
    for (const index of names.keys()) {
      let at = index === 0 ? Math.ceil(this.headWidth(0) / 2) : 0;
      if (index > 0) {
        const apart = Math.ceil((this.headWidth(index - 1) + this.headWidth(index)) / 2) + HEAD_GAP;
        at = this.at(index - 1) + apart + (boxGaps.has(index) ? 4 : 0);
      }
      for (const { from, to, width } of needs) if (to === index) at = Math.max(at, this.at(from) + width);
      this.#at.push(at);
    }
  }

  /** The column of a lifeline. */
  at(actor: number): number {
    return this.#at[actor] ?? 0;
  }

  headWidth(actor: number): number {
    return widestLine(this.heads[actor] ?? []) + HEAD_PADDING;
  }

  /** The box of an actor's name. */
  head(actor: number): Extent {
    const left = this.at(actor) - Math.floor(this.headWidth(actor) / 2);
    return { left, right: left + this.headWidth(actor) - 1 };
  }

  labelOf(item: Message | Note): readonly Line[] {
    const { messages, notes } = this.#wraps;
    const spread = Math.abs(this.at(item.to) - this.at(item.from)) - MESSAGE_ROOM;
    if (item.kind === "note")
      return wrapLines(item.label, Math.max(notes, item.side === "over" ? spread : 0));
    return wrapLines(item.label, Math.max(messages, spread));
  }

  noteExtent(note: Note): Extent {
    const width = widestLine(this.labelOf(note)) + HEAD_PADDING;
    const first = Math.min(this.at(note.from), this.at(note.to));
    const last = Math.max(this.at(note.from), this.at(note.to));
    if (note.side === "right") return { left: last + 2, right: last + 1 + width };
    if (note.side === "left") return { left: first - 1 - width, right: first - 2 };
    const wide = Math.max(width, first === last ? 0 : last - first + 5);
    const left = Math.round((first + last) / 2 - (wide - 1) / 2);
    return { left, right: left + wide - 1 };
  }

  /** How far something reaches; null when it takes no columns. */
  extent(item: Item): Extent | null {
    switch (item.kind) {
      case "activation":
        return null;
      case "note":
        return this.noteExtent(item);
      case "message": {
        const left = Math.min(this.at(item.from), this.at(item.to));
        const right = Math.max(this.at(item.from), this.at(item.to));
        if (left !== right) return { left: left - 1, right: right + 1 };
        return { left: left - 1, right: left + Math.max(LOOP_WIDTH + 1, widestLine(this.labelOf(item)) + 2) };
      }
      default:
        return this.frameExtent(item);
    }
  }

  frameExtent(frame: Frame): Extent {
    const inner = union(frame.sections.flatMap((section) => section.items.map((item) => this.extent(item))));
    const left = (inner?.left ?? this.at(0)) - FRAME_PADDING;
    const right = (inner?.right ?? this.at(0) + 10) + FRAME_PADDING;
    return { left, right: Math.max(right, left + frame.name.length + 8) };
  }

  #needs(items: readonly Item[]): { from: number; to: number; width: number }[] {
    return items.flatMap((item) => {
      if (item.kind === "frame") return item.sections.flatMap((section) => this.#needs(section.items));
      if (item.kind === "activation") return [];
      const from = Math.min(item.from, item.to);
      const to = Math.max(item.from, item.to);
      if (item.kind === "message") {
        const head = item.creates === item.to ? Math.ceil(this.headWidth(item.to) / 2) : 0;
        const width = widestLine(wrapLines(item.label, this.#wraps.messages)) + head;
        return from === to
          ? [{ from, to: from + 1, width: Math.max(width, LOOP_WIDTH) + 3 }]
          : [{ from, to, width: width + MESSAGE_ROOM }];
      }
      const width = widestLine(wrapLines(item.label, this.#wraps.notes)) + HEAD_PADDING;
      if (item.side === "right") return [{ from: to, to: to + 1, width: width + 4 }];
      if (item.side === "left") return from > 0 ? [{ from: from - 1, to: from, width: width + 4 }] : [];
      return from === to ? [] : [{ from, to, width: width - 4 }];
    });
  }
}

/** The smallest extent around some. */
export function union(extents: readonly (Extent | null)[]): Extent | null {
  const some = extents.filter((one) => one !== null);
  if (some.length === 0) return null;
  return {
    left: Math.min(...some.map((one) => one.left)),
    right: Math.max(...some.map((one) => one.right)),
  };
}
