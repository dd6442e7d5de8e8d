/** Where lines may leave and reach a box: spread over the side that faces the other end, with other sides at a price. */
import { type Heading, opposite, STEP_COLUMN, STEP_ROW } from "./grid.js";
import type { Rect } from "./model.js";
import type { Port } from "./search.js";

/** A box that lines end at. */
export interface PortBox extends Rect {
  readonly isGroup: boolean;
  /** Whether its corners are cut off, so that no line can end right beside them. */
  readonly isSlanted: boolean;
  /** Columns of the upper border that a title takes, from the left. */
  readonly titleWidth: number;
  /** Rows below the upper border where no line should end. */
  readonly lid: number;
  /** Rows where a rule meets the border: a line there would seem to go on inside. */
  readonly rules: ReadonlySet<number>;
}

/** One end of a line. */
export interface LineEnd {
  readonly box: PortBox;
  /** The middle of what is at the other end of the way. */
  readonly toward: { readonly column: number; readonly row: number };
  /** Lines that share one have one place. */
  readonly owner: number;
  readonly side: Heading;
}

const WRONG_SIDE = 9;
const BACK_SIDE = 15;
/** What a place beside the wanted one costs: the first cells more than those after them, so that long lines stay straight. */
const OFF_SLOT = 1.1;
const FAR_OFF_SLOT = 0.25;
const NEAR_SLOT = 3;
/** How far off a place right beside a corner counts. */
const CORNER = 4;
/** And one where a rule meets the border. */
const AT_RULE = 60;
const WIDE_INSET = 2;

/** The side of a box that faces another one: along the flow if they do not overlap there, else across. */
export function facingSide(box: Rect, other: Rect, sideways: boolean): Heading {
  const below = other.top - (box.top + box.height);
  const above = box.top - (other.top + other.height);
  const after = other.left - (box.left + box.width);
  const before = box.left - (other.left + other.width);
  const vertical: Heading | null = below >= 0 ? 2 : above >= 0 ? 0 : null;
  const horizontal: Heading | null = after >= 0 ? 1 : before >= 0 ? 3 : null;
  if (sideways) return horizontal ?? vertical ?? 1;
  return vertical ?? horizontal ?? 2;
}

/** The place on its side for each line end, by what is at the other end. */
export function spreadSlots(ends: readonly LineEnd[]): Map<LineEnd, number> {
  const sides = new Map<string, LineEnd[]>();
  const ids = new Map<PortBox, number>();
  for (const end of ends) {
    if (!ids.has(end.box)) ids.set(end.box, ids.size);
    const key = `${ids.get(end.box)} ${end.side}`;
    const there = sides.get(key);
    if (there) there.push(end);
    else sides.set(key, [end]);
  }
  const slots = new Map<LineEnd, number>();
  for (const there of sides.values()) {
    const [first] = there;
    if (!first) continue;
    const isUpDown = first.side % 2 === 0;
    const place = (end: LineEnd): number => (isUpDown ? end.toward.column : end.toward.row);
    const owners = new Map<number, LineEnd[]>();
    for (const end of there) owners.set(end.owner, [...(owners.get(end.owner) ?? []), end]);
    const mean = (list: readonly LineEnd[]): number =>
      list.reduce((sum, end) => sum + place(end), 0) / list.length;
    const order = [...owners.values()].sort((one, other) => mean(one) - mean(other));
    const { box } = first;
    const start = isUpDown ? box.left : box.top;
    const length = isUpDown ? box.width : box.height;
    for (const [index, list] of order.entries())
      for (const end of list) slots.set(end, start + ((index + 1) * (length - 1)) / (order.length + 1) + 0);
  }
  return slots;
}

/** All cells where a line may leave a box. */
export function portsOf(end: LineEnd, slot: number): Port[] {
  const { box, side } = end;
  const ports: Port[] = [];
  const right = box.left + box.width - 1;
  const bottom = box.top + box.height - 1;
  const add = (column: number, row: number, heading: Heading, off: number): void => {
    const price = heading === side ? 0 : heading === opposite(side) ? BACK_SIDE : WRONG_SIDE;
    ports.push({
      column: column + (STEP_COLUMN[heading] ?? 0),
      row: row + (STEP_ROW[heading] ?? 0),
      heading,
      cost: price + Math.min(off, NEAR_SLOT) * OFF_SLOT + Math.max(0, off - NEAR_SLOT) * FAR_OFF_SLOT,
    });
  };
  const inset = box.isGroup || box.isSlanted ? WIDE_INSET : box.width > 2 ? 1 : 0;
  const isCorner = (column: number): boolean =>
    box.width > 4 && (column === box.left + 1 || column === right - 1);
  const middleColumn = (box.left + right) / 2;
  for (let column = box.left + inset; column <= right - inset; column += 1) {
    const off = Math.abs(column - (side % 2 === 0 ? slot : middleColumn)) + (isCorner(column) ? CORNER : 0);
    if (!(box.isGroup && column <= box.left + box.titleWidth)) add(column, box.top, 0, off);
    add(column, bottom, 2, off);
  }
  const frame = box.height > 1 ? 1 : 0;
  const middleRow = (box.top + box.lid + bottom) / 2;
  for (let row = box.top + frame + box.lid; row <= bottom - frame; row += 1) {
    const off = 2 * Math.abs(row - (side % 2 === 1 ? slot : middleRow)) + (box.rules.has(row) ? AT_RULE : 0);
    add(right, row, 1, off);
    add(box.left, row, 3, off);
  }
  return ports;
}

/** The same ports for a line that arrives. */
export const arriving = (ports: readonly Port[]): Port[] =>
  ports.map((port) => ({ ...port, heading: opposite(port.heading) }));
