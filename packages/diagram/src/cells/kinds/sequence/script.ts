/** A sequence diagram as a tree: messages, notes, and frames with their sections. */
import { labelText, parseLabel } from "../../label.js";
import { type Rgb, toRgb } from "../../palette.js";
import type { Line } from "../../rich-text.js";

export interface SequenceMessage {
  readonly type?: number;
  readonly from?: string | { readonly actor?: string };
  readonly to?: string | { readonly actor?: string };
  readonly message?: unknown;
  readonly placement?: number | string;
}

export interface SequenceDb {
  getMessages(): readonly SequenceMessage[];
  getActorKeys(): readonly string[];
  getActors(): ReadonlyMap<
    string,
    { readonly description?: string; readonly name?: string; readonly type?: string }
  >;
  getBoxes(): readonly {
    readonly name?: string;
    readonly fill?: string;
    readonly actorKeys: readonly string[];
  }[];
  getCreatedActors(): ReadonlyMap<string, number>;
  getDestroyedActors(): ReadonlyMap<string, number>;
  showSequenceNumbers?(): boolean;
}

export type Head = "none" | "arrow" | "async" | "cross";

export interface Message {
  readonly kind: "message";
  readonly from: number;
  readonly to: number;
  readonly label: readonly Line[];
  readonly dash: boolean;
  readonly start: Head;
  readonly end: Head;
  /** Actors that come to be, or end, with it. */
  readonly creates: number | null;
  readonly destroys: number | null;
}

export interface Note {
  readonly kind: "note";
  readonly from: number;
  readonly to: number;
  readonly side: "left" | "right" | "over";
  readonly label: readonly Line[];
}

export interface Frame {
  readonly kind: "frame";
  readonly name: string;
  readonly color: Rgb | null;
  readonly sections: { readonly title: string; readonly items: Item[] }[];
}

export interface Activation {
  readonly kind: "activation";
  readonly actor: number;
  readonly on: boolean;
}

export type Item = Message | Note | Frame | Activation;

/** Mermaid's numbers for what a message is. */
const NOTE = 2;
const ACTIVE_START = 17;
const ACTIVE_END = 18;
const RECT_START = 22;
const AUTONUMBER = 26;
const FRAMES: ReadonlyMap<number, string> = new Map([
  [10, "loop"],
  [12, "alt"],
  [15, "opt"],
  [19, "par"],
  [RECT_START, ""],
  [27, "critical"],
  [30, "break"],
  [32, "par"],
]);
const SECTIONS = new Set([13, 20, 28]);
const FRAME_ENDS = new Set([11, 14, 16, 21, 23, 29, 31]);
const DASHED = new Set([1, 4, 6, 25, 34, 51, 52, 53, 54, 55, 56, 57, 58]);
const BOTH = new Set([33, 34]);
const REVERSED = new Set([45, 46, 47, 48, 55, 56, 57, 58]);
const MOST_DEPTH = 30;

/** Reads what Mermaid parsed. */
export function readScript(db: SequenceDb): Item[] {
  const actors = new Map(db.getActorKeys().map((key, index) => [key, index]));
  const indexOf = (actor: SequenceMessage["from"]): number =>
    actors.get(typeof actor === "string" ? actor : (actor?.actor ?? "")) ?? 0;
  const created = new Map([...db.getCreatedActors()].map(([key, at]) => [at, actors.get(key) ?? null]));
  const destroyed = new Map([...db.getDestroyedActors()].map(([key, at]) => [at, actors.get(key) ?? null]));
  const root: Item[] = [];
  const open: Frame[] = [];
  const items = (): Item[] => open.at(-1)?.sections.at(-1)?.items ?? root;
  let number = 1;
  let step = 1;
  let isNumbered = db.showSequenceNumbers?.() ?? false;
  for (const [at, { type = 0, from, to, message, placement }] of db.getMessages().entries()) {
    const text = typeof message === "string" ? message : "";
    const frame = FRAMES.get(type);
    if (frame !== undefined) {
      if (open.length > MOST_DEPTH) continue;
      const isRect = type === RECT_START;
      const made: Frame = {
        kind: "frame",
        name: frame,
        color: isRect ? toRgb(text) : null,
        sections: [{ title: isRect ? "" : labelText(text), items: [] }],
      };
      items().push(made);
      open.push(made);
    } else if (SECTIONS.has(type)) open.at(-1)?.sections.push({ title: labelText(text), items: [] });
    else if (FRAME_ENDS.has(type)) open.pop();
    else if (type === ACTIVE_START || type === ACTIVE_END)
      items().push({ kind: "activation", actor: indexOf(from), on: type === ACTIVE_START });
    else if (type === AUTONUMBER) {
      const setting = (message ?? {}) as { start?: number; step?: number; visible?: boolean };
      number = setting.start || number;
      step = setting.step || step;
      isNumbered = setting.visible ?? false;
    } else if (type === NOTE)
      items().push({
        kind: "note",
        from: indexOf(from),
        to: indexOf(to),
        side: Number(placement) === 0 ? "left" : Number(placement) === 1 ? "right" : "over",
        label: parseLabel(text),
      });
    else {
      const label = parseLabel(text);
      const [first = [], ...rest] = label;
      items().push({
        kind: "message",
        from: indexOf(from),
        to: indexOf(to),
        label: isNumbered ? [[{ text: `${number}. ` }, ...first], ...rest] : label,
        dash: DASHED.has(type),
        ...headsOf(type),
        creates: created.get(at) ?? null,
        destroys: destroyed.get(at) ?? null,
      });
      number += step;
    }
  }
  return root;
}

function headsOf(type: number): { start: Head; end: Head } {
  const head: Head =
    type === 5 || type === 6
      ? "none"
      : type === 3 || type === 4
        ? "cross"
        : type === 24 || type === 25
          ? "async"
          : "arrow";
  if (REVERSED.has(type)) return { start: head, end: "none" };
  return { start: BOTH.has(type) ? head : "none", end: head };
}
