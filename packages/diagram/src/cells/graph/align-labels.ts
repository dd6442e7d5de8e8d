/** Moves the labels of edges to where their lines can run straight, as far as there is room. */
import type { Layout } from "./layout.js";
import { type Graph, overlaps, type Rect } from "./model.js";

const MOST_SHIFT = 14;
/** Lines do not end at the corners of boxes, and rather not right beside them. */
const INSETS_ACROSS = [2, 1];
const INSETS_DOWN = [1];

interface Span {
  readonly low: number;
  readonly high: number;
}

/** One axis of a rectangle: the columns or the rows. */
interface Axis {
  readonly start: "left" | "top";
  readonly size: "width" | "height";
  readonly insets: readonly number[];
}

const COLUMNS: Axis = { start: "left", size: "width", insets: INSETS_ACROSS };
const ROWS: Axis = { start: "top", size: "height", insets: INSETS_DOWN };

/** Moves labels across the way from one end of their edge to the other. */
export function alignLabels({ edges }: Graph, layout: Layout): void {
  const solid: Rect[] = [...layout.nodes.values(), ...layout.labels.values()];
  for (const [index, label] of layout.labels) {
    const edge = edges[index];
    const ends = edge && layout.hierarchy.endsOf(edge);
    const from = ends && (layout.nodes.get(ends.from) ?? layout.groups.get(ends.from));
    const to = ends && (layout.nodes.get(ends.to) ?? layout.groups.get(ends.to));
    if (!from || !to || from === to) continue;
    const isBetween = ({ start, size }: Axis): boolean => {
      const [one, other] = from[start] <= to[start] ? [from, to] : [to, from];
      return one[start] + one[size] <= label[start] && label[start] + label[size] <= other[start];
    };
    const axis = isBetween(ROWS) ? COLUMNS : isBetween(COLUMNS) ? ROWS : null;
    if (!axis) continue;
    const others = solid.filter((rect) => rect !== label && rect !== from && rect !== to);
    const shift = Math.round(wantedMiddle(label, from, to, axis, others) - middleOf(label, axis));
    if (shift === 0 || Math.abs(shift) > MOST_SHIFT) continue;
    label[axis.start] += freeShift(label, shift, axis, [...others, from, to, ...layout.groups.values()]);
  }
}

const middleOf = (rect: Rect, { start, size }: Axis): number => rect[start] + (rect[size] - 1) / 2;

/** Where lines may end at a box. */
function portsOf(rect: Rect, { start, size }: Axis, inset: number): Span {
  const middle = rect[start] + (rect[size] - 1) / 2;
  const low = rect[start] + inset;
  const high = rect[start] + rect[size] - 1 - inset;
  return low <= high ? { low, high } : { low: middle, high: middle };
}

/** Where a straight line runs through the label that touches nothing else, or one that is straight at one end. */
function wantedMiddle(label: Rect, from: Rect, to: Rect, axis: Axis, others: readonly Rect[]): number {
  const at = middleOf(label, axis);
  const strip = stripBetween(from, to, axis);
  const isClear = (place: number): boolean =>
    !others.some((rect) => overlaps({ ...strip, [axis.start]: place - 1, [axis.size]: 3 }, rect));
  for (const inset of axis.insets) {
    const [first, second] = [portsOf(from, axis, inset), portsOf(to, axis, inset)];
    const places: number[] = [];
    const last = Math.min(first.high, second.high);
    for (let place = Math.ceil(Math.max(first.low, second.low)); place <= last; place += 1)
      places.push(place);
    places.sort((one, other) => Math.abs(one - at) - Math.abs(other - at));
    const clear = places.find(isClear);
    if (clear !== undefined) return clear;
  }
  const [inset = 0] = axis.insets;
  const choices = [from, to].map((rect) => into(at, portsOf(rect, axis, inset)));
  return choices.reduce((best, one) => (Math.abs(one - at) <= Math.abs(best - at) ? one : best));
}

/** What is between two boxes along the way. */
function stripBetween(from: Rect, to: Rect, axis: Axis): Rect {
  const { start, size } = axis === COLUMNS ? ROWS : COLUMNS;
  const [one, other] = from[start] <= to[start] ? [from, to] : [to, from];
  const low = one[start] + one[size];
  return { left: 0, top: 0, width: 0, height: 0, [start]: low, [size]: other[start] - low };
}

const into = (value: number, { low, high }: Span): number => Math.max(low, Math.min(high, value));

/** As much of a shift as meets no obstacle. */
function freeShift(label: Rect, shift: number, axis: Axis, obstacles: readonly Rect[]): number {
  const step = Math.sign(shift);
  const around = obstacles.filter((rect) => holds(rect, label));
  const others = obstacles.filter((rect) => !holds(rect, label));
  const moved = { ...label };
  for (let done = 0; done !== shift; done += step) {
    moved[axis.start] += step;
    if (moved[axis.start] < 0) return done;
    if (others.some((rect) => overlaps(moved, rect)) || around.some((rect) => !holds(rect, moved)))
      return done;
  }
  return shift;
}

/** Whether one stands inside the frame of the other. */
const holds = (frame: Rect, rect: Rect): boolean =>
  frame.left < rect.left &&
  frame.top < rect.top &&
  rect.left + rect.width < frame.left + frame.width &&
  rect.top + rect.height < frame.top + frame.height;
