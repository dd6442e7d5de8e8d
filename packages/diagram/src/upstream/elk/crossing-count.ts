/** How often the edges between two layers cross. */
import type { Edge, List, Node, Port } from "./model.js";

/** The first place of a side's ports among those of a node, and the first after them. */
interface Range {
  readonly first: { readonly value_0: number };
  readonly second: { readonly value_0: number };
}

/**
 * Counts crossings as ELK does: its ports are numbered counter-clockwise, down the left layer and up the right one, and an edge
 * crosses those that begin before it and end inside of it. What it kept in lists, iterators and boxed numbers are numbers here.
 *
 * @param positions by number of the port; ELK's own, for edges may lead to ports that were numbered before
 * @param isRightPlain no edge leads from the right layer into itself: then its ports begin none
 */
export function countCrossings(
  positions: number[],
  left: readonly Node[],
  right: readonly Node[],
  isRightPlain: boolean,
  rangeOnRight: RangeOf,
  rangeOnLeft: RangeOf,
): number {
  const ports: Port[] = [];
  for (let at = 0; at < left.length; at += 1) number(left[at], rangeOnRight, positions, ports);
  const begin = ports.length;
  for (let at = right.length - 1; at >= 0; at -= 1) number(right[at], rangeOnLeft, positions, ports);
  return countOn(ports, isRightPlain ? begin : ports.length, positions);
}

type RangeOf = (node: Node) => Range | null | undefined;

function number(node: Node | undefined, rangeOf: RangeOf, positions: number[], ports: Port[]): void {
  const range = node && rangeOf(node);
  if (!range) return;
  const of = node.ports.array;
  const end = range.second.value_0;
  for (let at = range.first.value_0; at < end; at += 1) {
    const port = of[at];
    if (!port) continue;
    positions[port.id_0] = ports.length;
    ports.push(port);
  }
}

/** A tree of sums (Fenwick's) over the places at which edges end. */
let sums = new Int32Array(0);
let entries = new Int32Array(0);
const ends: number[] = [];
let endCount = 0;

function countOn(ports: readonly Port[], begins: number, positions: readonly number[]): number {
  const size = ports.length;
  if (sums.length <= size) [sums, entries] = [new Int32Array(2 * size + 1), new Int32Array(2 * size + 1)];
  else {
    sums.fill(0, 0, size + 1);
    entries.fill(0, 0, size + 1);
  }
  let crossings = 0;
  for (let at = 0; at < begins; at += 1) {
    const port = ports[at];
    if (!port) continue;
    endAllAt(positions[port.id_0] ?? 0, size);
    endCount = 0;
    crossings += crossed(port.incomingEdges, port, positions) + crossed(port.outgoingEdges, port, positions);
    for (let end = 0; end < endCount; end += 1) add(ends[end] ?? 0, 1, size);
  }
  return crossings;
}

function crossed({ array }: List<Edge>, port: Port, positions: readonly number[]): number {
  let crossings = 0;
  for (let at = 0; at < array.length; at += 1) {
    const edge = array[at];
    if (!edge) continue;
    const end = positions[(port === edge.source ? edge.target : edge.source).id_0] ?? 0;
    if (end <= (positions[port.id_0] ?? 0)) continue;
    for (let rest = end; rest > 0; rest -= rest & -rest) crossings += sums[rest] ?? 0;
    ends[endCount] = end;
    endCount += 1;
  }
  return crossings;
}

function add(position: number, count: number, size: number): void {
  entries[position] = (entries[position] ?? 0) + count;
  for (let at = position + 1; at <= size; at += at & -at) sums[at] = (sums[at] ?? 0) + count;
}

function endAllAt(position: number, size: number): void {
  const count = entries[position] ?? 0;
  if (count > 0) add(position, -count, size);
}
