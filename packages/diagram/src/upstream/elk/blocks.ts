/** Straight blocks of nodes that are aligned with their neighbours before or after them. */
import type { NumberedLayers } from "./numbered-layers.js";

/** Which neighbours nodes are aligned with, and where blocks are packed to. */
export interface Direction {
  readonly isLeft: boolean;
  readonly isUp: boolean;
}

/** Nodes in blocks, each of which is known by its first node, its root. */
export class Blocks {
  readonly direction: Direction;
  readonly root: Int32Array;
  /** The next node of the block; the first after the last. */
  readonly next: Int32Array;
  /** Where a node is within its block. */
  readonly innerShift: Float64Array;
  /** By root: how high a block is, and whether it is of nothing but long edges. */
  readonly sizes: Float64Array;
  readonly isOnlyLong: Uint8Array;
  readonly #graph: NumberedLayers;

  constructor(graph: NumberedLayers, direction: Direction) {
    const count = graph.nodes.length;
    this.#graph = graph;
    this.direction = direction;
    this.root = graph.numbers.slice();
    this.next = graph.numbers.slice();
    this.innerShift = new Float64Array(count);
    this.sizes = new Float64Array(count);
    this.isOnlyLong = new Uint8Array(count).fill(1);
    this.#align();
    for (let node = 0; node < count; node += 1) if (this.root[node] === node) this.#shiftWithin(node);
  }

  /** Calls for each node, from layer to layer in the direction of this alignment. */
  eachNode(isUp: boolean, visit: (node: number) => void): void {
    const { layers } = this.#graph;
    const count = layers.length - 1;
    for (let step = 0; step < count; step += 1) {
      const layer = this.direction.isLeft ? count - 1 - step : step;
      const [start, end] = [layers[layer] ?? 0, layers[layer + 1] ?? 0];
      if (isUp) for (let node = end - 1; node >= start; node -= 1) visit(node);
      else for (let node = start; node < end; node += 1) visit(node);
    }
  }

  #align(): void {
    const { isLeft, isUp } = this.direction;
    const { layerOf } = this.#graph;
    const { starts, items } = isLeft ? this.#graph.after : this.#graph.before;
    const ends = isLeft ? this.#graph.targets : this.#graph.sources;
    const begin = isUp ? Infinity : -1;
    let layer = -1;
    let last = begin;
    this.eachNode(isUp, (node) => {
      if (layerOf[node] !== layer) [layer, last] = [layerOf[node] ?? 0, begin];
      const [start, end] = [starts[node] ?? 0, starts[node + 1] ?? 0];
      const degree = end - start;
      if (degree === 0) return;
      const low = start + Math.floor((degree + 1) / 2) - 1;
      const high = start + Math.ceil((degree + 1) / 2) - 1;
      for (let step = 0; step <= high - low; step += 1) {
        if (this.next[node] !== node) continue;
        const edge = items[isUp ? high - step : low + step] ?? 0;
        const neighbour = ends[edge] ?? 0;
        if (this.#graph.isMarked[edge] === 1 || (isUp ? last <= neighbour : last >= neighbour)) continue;
        const root = this.root[neighbour] ?? 0;
        this.next[neighbour] = node;
        this.root[node] = root;
        this.next[node] = root;
        if (this.#graph.isLongEdge[node] === 0) this.isOnlyLong[root] = 0;
        last = neighbour;
      }
    });
  }

  /** Shifts the nodes of a block against each other, so that the edges between them are straight. */
  #shiftWithin(root: number): void {
    const { tops, bottoms, heights } = this.#graph;
    let above = tops[root] ?? 0;
    let below = (heights[root] ?? 0) + (bottoms[root] ?? 0);
    let node = root;
    for (let next = this.next[node] ?? 0; next !== root; next = this.next[node] ?? 0) {
      const shift = (this.innerShift[node] ?? 0) + this.#differenceBetween(node, next);
      this.innerShift[next] = shift;
      above = Math.max(above, (tops[next] ?? 0) - shift);
      below = Math.max(below, shift + (heights[next] ?? 0) + (bottoms[next] ?? 0));
      node = next;
    }
    node = root;
    do {
      this.innerShift[node] = (this.innerShift[node] ?? 0) + above;
      node = this.next[node] ?? 0;
    } while (node !== root);
    this.sizes[root] = above + below;
  }

  /** How far apart the ends of the edge between two nodes of a block are. */
  #differenceBetween(node: number, next: number): number {
    const { incident, sources, targets, sourcePorts, sourceAnchors, targetPorts, targetAnchors } =
      this.#graph;
    const { starts, items } = incident;
    for (let at = starts[node] ?? 0; at < (starts[node + 1] ?? 0); at += 1) {
      const edge = items[at] ?? 0;
      if (targets[edge] !== next && sources[edge] !== next) continue;
      const [port, anchor] = [sourcePorts[edge] ?? 0, sourceAnchors[edge] ?? 0];
      const [otherPort, otherAnchor] = [targetPorts[edge] ?? 0, targetAnchors[edge] ?? 0];
      return this.direction.isLeft
        ? otherPort + otherAnchor - port - anchor
        : port + anchor - otherPort - otherAnchor;
    }
    return 0;
  }
}
