/** One of the four ways in which Brandes and Köpf place nodes: straight blocks of them, packed upwards or downwards. */
import { Blocks, type Direction } from "./blocks.js";
import type { Lists, NumberedLayers } from "./numbered-layers.js";

/** No edge, and none yet. */
const NONE = -1;
const LATER = -2;

/** Blocks that hold on to each other, and how far apart others have to be. */
interface BlockClass {
  shift: number;
  indegree: number;
  readonly outgoing: { readonly target: BlockClass; readonly separation: number }[];
}

/** A node at an end of a block, whose edge may be made straight later. */
interface Loose {
  readonly node: number;
  readonly isRoot: boolean;
}

export class Alignment {
  readonly direction: Direction;
  /** Where each node is: that of its block, and within it. */
  readonly y: Float64Array;
  readonly innerShift: Float64Array;
  readonly #graph: NumberedLayers;
  readonly #blocks: Blocks;
  readonly #root: Int32Array;
  readonly #next: Int32Array;
  readonly #sink: Int32Array;
  readonly #isPlaced: Uint8Array;
  readonly #isFinished: Uint8Array;
  /** Blocks that were straightened. */
  readonly #isStraight: Uint8Array;
  readonly #classes = new Map<number, BlockClass>();
  readonly #loose: Loose[] = [];

  constructor(graph: NumberedLayers, direction: Direction) {
    const count = graph.nodes.length;
    this.#graph = graph;
    this.direction = direction;
    this.#blocks = new Blocks(graph, direction);
    this.#root = this.#blocks.root;
    this.#next = this.#blocks.next;
    this.innerShift = this.#blocks.innerShift;
    this.y = new Float64Array(count);
    this.#sink = graph.numbers.slice();
    this.#isPlaced = new Uint8Array(count);
    this.#isFinished = new Uint8Array(count);
    this.#isStraight = new Uint8Array(count);
    this.#compact();
  }

  /** How high all of it is. */
  get height(): number {
    let [least, most] = [Infinity, -Infinity];
    for (let node = 0; node < this.y.length; node += 1) {
      const y = this.y[node] ?? 0;
      least = Math.min(least, y);
      most = Math.max(most, y + (this.#blocks.sizes[this.#root[node] ?? 0] ?? 0));
    }
    return most - least;
  }

  #compact(): void {
    const { isUp } = this.direction;
    this.#blocks.eachNode(isUp, (node) => {
      if (this.#root[node] === node) this.#placeBlock(node);
    });
    this.#shiftClasses();
    this.#blocks.eachNode(false, (node) => {
      const root = this.#root[node] ?? 0;
      this.y[node] = this.y[root] ?? 0;
      if (node !== root) return;
      const shift = this.#classes.get(this.#sink[node] ?? 0)?.shift ?? NaN;
      if (isUp ? shift > -Infinity : shift < Infinity) this.y[node] = (this.y[node] ?? 0) + shift;
    });
    this.#straightenLoose();
  }

  #placeBlock(root: number): void {
    if (this.#isPlaced[root] === 1) return;
    this.#isPlaced[root] = 1;
    const { isUp } = this.direction;
    const { layers, layerOf } = this.#graph;
    let isFirst = true;
    let threshold = isUp ? Infinity : -Infinity;
    let node = root;
    do {
      const layer = layerOf[node] ?? 0;
      const hasNeighbour = isUp ? node < (layers[layer + 1] ?? 0) - 1 : node > (layers[layer] ?? 0);
      const neighbour = isUp ? node + 1 : node - 1;
      const neighbourRoot = this.#root[neighbour] ?? 0;
      if (hasNeighbour) this.#placeBlock(neighbourRoot);
      threshold = this.#threshold(threshold, root, node);
      if (hasNeighbour) {
        if (this.#sink[root] === root) this.#sink[root] = this.#sink[neighbourRoot] ?? 0;
        if (this.#sink[root] === this.#sink[neighbourRoot]) {
          this.#moveAway(root, node, neighbour, threshold, isFirst);
          isFirst = false;
        } else this.#keepApart(root, node, neighbour);
      }
      node = this.#next[node] ?? 0;
    } while (node !== root);
    this.#isFinished[root] = 1;
  }

  /** Places a block beside the neighbour of one of its nodes. */
  #moveAway(root: number, node: number, neighbour: number, threshold: number, isFirst: boolean): void {
    const { tops, bottoms, heights } = this.#graph;
    const spacing = this.#graph.spacing(node, neighbour);
    const neighbourY = (this.y[this.#root[neighbour] ?? 0] ?? 0) + (this.innerShift[neighbour] ?? 0);
    const now = this.y[root] ?? 0;
    const shift = this.innerShift[node] ?? 0;
    if (this.direction.isUp) {
      const above =
        neighbourY - (tops[neighbour] ?? 0) - spacing - (bottoms[node] ?? 0) - (heights[node] ?? 0) - shift;
      const place = Math.min(above, threshold);
      this.y[root] = isFirst ? place : Math.min(now, place);
    } else {
      const below =
        neighbourY +
        (heights[neighbour] ?? 0) +
        (bottoms[neighbour] ?? 0) +
        spacing +
        (tops[node] ?? 0) -
        shift;
      const place = Math.max(below, threshold);
      this.y[root] = isFirst ? place : Math.max(now, place);
    }
  }

  /** Notes how far the class of a block has to be from that of a neighbour. */
  #keepApart(root: number, node: number, neighbour: number): void {
    const { tops, bottoms, heights, surroundings } = this.#graph;
    const own = this.#classOf(this.#sink[root] ?? 0);
    const neighbourRoot = this.#root[neighbour] ?? 0;
    const target = this.#classOf(this.#sink[neighbourRoot] ?? 0);
    const [y, shift] = [this.y[root] ?? 0, this.innerShift[node] ?? 0];
    const [otherY, otherShift] = [this.y[neighbourRoot] ?? 0, this.innerShift[neighbour] ?? 0];
    const { spacing } = surroundings;
    const separation = this.direction.isUp
      ? y +
        shift +
        (heights[node] ?? 0) +
        (bottoms[node] ?? 0) +
        spacing -
        (otherY + otherShift - (tops[neighbour] ?? 0))
      : y +
        shift -
        (tops[node] ?? 0) -
        otherY -
        otherShift -
        (heights[neighbour] ?? 0) -
        (bottoms[neighbour] ?? 0) -
        spacing;
    target.indegree += 1;
    own.outgoing.push({ target, separation });
  }

  #classOf(sink: number): BlockClass {
    const known = this.#classes.get(sink);
    if (known) return known;
    const made = { shift: NaN, indegree: 0, outgoing: [] };
    this.#classes.set(sink, made);
    return made;
  }

  #shiftClasses(): void {
    const { isUp } = this.direction;
    const free = [...this.#classes.values()].filter(({ indegree }) => indegree === 0);
    for (const one of free) {
      if (Number.isNaN(one.shift)) one.shift = 0;
      for (const { target, separation } of one.outgoing) {
        const shift = one.shift + separation;
        if (Number.isNaN(target.shift)) target.shift = shift;
        else target.shift = isUp ? Math.max(target.shift, shift) : Math.min(target.shift, shift);
        target.indegree -= 1;
        if (target.indegree === 0) free.push(target);
      }
    }
  }

  /** Up to where a block may go for the edge at its first or last node to be straight. */
  #threshold(threshold: number, root: number, node: number): number {
    const isLast = this.#next[node] === root;
    let bound = threshold;
    if (node === root) bound = this.#bound(root, true);
    if (isLast && (bound === Infinity || bound === -Infinity)) bound = this.#bound(node, false);
    return bound;
  }

  #bound(node: number, isRoot: boolean): number {
    const edge = this.#pickEdge({ node, isRoot });
    if (edge === LATER) this.#loose.push({ node, isRoot });
    if (edge < 0) return this.direction.isUp ? Infinity : -Infinity;
    const { sources, targets, sourcePorts, sourceAnchors, targetPorts, targetAnchors } = this.#graph;
    const [source, target] = [sources[edge] ?? 0, targets[edge] ?? 0];
    const isTarget = isRoot !== this.direction.isLeft;
    const [own, other] = isTarget ? [target, source] : [source, target];
    const [ports, anchors] = isTarget ? [targetPorts, targetAnchors] : [sourcePorts, sourceAnchors];
    const [otherPorts, otherAnchors] = isTarget ? [sourcePorts, sourceAnchors] : [targetPorts, targetAnchors];
    this.#isStraight[this.#root[source] ?? 0] = 1;
    this.#isStraight[this.#root[target] ?? 0] = 1;
    return (
      (this.y[this.#root[other] ?? 0] ?? 0) +
      (this.innerShift[other] ?? 0) +
      (otherPorts[edge] ?? 0) +
      (otherAnchors[edge] ?? 0) -
      (this.innerShift[own] ?? 0) -
      (ports[edge] ?? 0) -
      (anchors[edge] ?? 0)
    );
  }

  /** The first edge of a node to a block that has its place; NONE, or LATER when there are others. */
  #pickEdge({ node, isRoot }: Loose): number {
    const { sources, targets, incoming, outgoing } = this.#graph;
    const { starts, items }: Lists = isRoot === this.direction.isLeft ? outgoing : incoming;
    const root = this.#root[node] ?? 0;
    let found = NONE;
    for (let at = starts[node] ?? 0; at < (starts[node + 1] ?? 0); at += 1) {
      const edge = items[at] ?? 0;
      if (this.#isAside(edge, root) || this.#isStraight[root] === 1) continue;
      found = LATER;
      const other = sources[edge] === node ? targets[edge] : sources[edge];
      if (this.#isFinished[this.#root[other ?? 0] ?? 0] === 1) return edge;
    }
    return found;
  }

  /** Whether an edge within a layer is of no concern for a block. */
  #isAside(edge: number, root: number): boolean {
    return (
      this.#blocks.isOnlyLong[root] === 0 && !this.#graph.isSelfLoop(edge) && this.#graph.isInLayer(edge)
    );
  }

  /** Moves blocks, as far as there is space, so that what was left aside is straight. */
  #straightenLoose(): void {
    const again: [number, number][] = [];
    for (const loose of this.#loose) {
      const edge = this.#pickEdge(loose);
      if (edge < 0 || this.#isAside(edge, this.#root[loose.node] ?? 0)) continue;
      if (!this.#straighten(loose.node, edge)) again.push([loose.node, edge]);
    }
    for (const [node, edge] of again.toReversed()) this.#straighten(node, edge);
  }

  #straighten(node: number, edge: number): boolean {
    const { sources, targets, sourcePorts, sourceAnchors, targetPorts, targetAnchors } = this.#graph;
    const [source, target] = [sources[edge] ?? 0, targets[edge] ?? 0];
    const sourceY =
      (this.y[source] ?? 0) +
      (this.innerShift[source] ?? 0) +
      (sourcePorts[edge] ?? 0) +
      (sourceAnchors[edge] ?? 0);
    const targetY =
      (this.y[target] ?? 0) +
      (this.innerShift[target] ?? 0) +
      (targetPorts[edge] ?? 0) +
      (targetAnchors[edge] ?? 0);
    const isSource = source === node;
    const block = isSource ? source : target;
    const delta = isSource ? sourceY - targetY : targetY - sourceY;
    if (delta === 0 || !(Math.abs(delta) < Number.MAX_VALUE)) return false;
    const space = delta > 0 ? this.#spaceAbove(block, delta) : this.#spaceBelow(block, -delta);
    this.#shiftBlock(block, delta > 0 ? -space : space);
    return space > 0;
  }

  #placeOf(node: number): number {
    return (this.y[this.#root[node] ?? 0] ?? 0) + (this.innerShift[node] ?? 0);
  }

  #spaceAbove(block: number, delta: number): number {
    const { tops, bottoms, heights, layers, layerOf } = this.#graph;
    let space = delta;
    let node = block;
    do {
      node = this.#next[node] ?? 0;
      if (node <= (layers[layerOf[node] ?? 0] ?? 0)) continue;
      const other = node - 1;
      const end = this.#placeOf(other) + (heights[other] ?? 0) + (bottoms[other] ?? 0);
      const begin = this.#placeOf(node) - (tops[node] ?? 0);
      space = Math.min(space, begin - (end + this.#graph.spacing(node, other)));
    } while (node !== block);
    return space;
  }

  #spaceBelow(block: number, delta: number): number {
    const { tops, bottoms, heights, layers, layerOf } = this.#graph;
    let space = delta;
    let node = block;
    do {
      node = this.#next[node] ?? 0;
      if (node >= (layers[(layerOf[node] ?? 0) + 1] ?? 0) - 1) continue;
      const other = node + 1;
      const end = this.#placeOf(node) + (heights[node] ?? 0) + (bottoms[node] ?? 0);
      const begin = this.#placeOf(other) - (tops[other] ?? 0);
      space = Math.min(space, begin - (end + this.#graph.spacing(node, other)));
    } while (node !== block);
    return space;
  }

  #shiftBlock(block: number, delta: number): void {
    let node = block;
    do {
      this.y[node] = (this.y[node] ?? 0) + delta;
      node = this.#next[node] ?? 0;
    } while (node !== block);
  }
}
