/**
 * Sweeps over the layers of a graph in plain numbers: where each port has one edge, to the layer before or after, and nothing
 * holds a node in its place. That is what Mermaid asks for but for groups, and most of what ordering their layers costs.
 */
import type { Node, Port } from "./model.js";

/** The numbers of the sides, as ELK counts them. */
const EAST = 2;
const WEST = 4;
/** Up to here, what is nearly in order is sorted by moving what is not. */
const FEW = 100;
/** How far barycenters are moved at random, so that what is equal falls out otherwise each time. */
const DEVIATION = 0.07000000029802322;
const HALF_DEVIATION = 0.03500000014901161;

/** What is asked of the rest of ELK. */
export interface SweepSurroundings {
  /** The next random number from 0 to 1. */
  readonly random: () => number;
  /** Whether ranks of ports count all ports of a layer, and not each node as one. */
  readonly isWhole: boolean;
  readonly isOrderFixed: (node: Node) => boolean;
  /** Whether it has children of its own, or stands with others, or stands for a port. */
  readonly isSpecial: (node: Node) => boolean;
}

/** The order of nodes and of their ports, and what changes it. */
export class PlainSweep {
  readonly #nodes: Node[];
  /** By number of the port. */
  readonly #ports: Port[];
  readonly #surroundings: SweepSurroundings;
  /** Where each layer begins among the nodes. */
  readonly #layers: Int32Array;
  /** Where the ports of each node begin; those to the next layer come first, and the others from the second number. */
  readonly #firsts: Int32Array;
  readonly #middles: Int32Array;
  /** The port at the other end of a port's edge, or -1. */
  readonly #partners: Int32Array;
  /** Nodes whose ports stay as they are, and layers in which no node has two ports on a side. */
  readonly #isFixed: Uint8Array;
  readonly #isSettled: Uint8Array;
  readonly #ranks: Float64Array;
  readonly #portBarycenters: Float64Array;
  readonly #barycenters: Float64Array;
  readonly #positions: Int32Array;
  readonly #sums: Int32Array;
  readonly #order: Int32Array;
  readonly #portOrder: Int32Array;
  readonly #keptOrder: Int32Array;
  readonly #keptPortOrder: Int32Array;

  private constructor(order: readonly (readonly Node[])[], surroundings: SweepSurroundings) {
    this.#surroundings = surroundings;
    this.#nodes = [];
    this.#ports = [];
    const ports: number[] = [];
    let start = 0;
    for (const layer of order) {
      for (const node of layer) this.#nodes[start + node.id_0] = node;
      start += layer.length;
    }
    for (const node of this.#nodes) {
      const of = node.ports.array;
      for (let at = 0; at < of.length; at += 1) {
        const port = of[at];
        if (!port) continue;
        this.#ports[port.id_0] = port;
        ports.push(port.id_0);
      }
    }
    const layers = order.length;
    const nodes = start;
    this.#layers = new Int32Array(layers + 1);
    this.#firsts = new Int32Array(nodes + 1);
    this.#middles = new Int32Array(nodes);
    this.#partners = new Int32Array(ports.length).fill(-1);
    this.#isFixed = new Uint8Array(nodes);
    this.#isSettled = new Uint8Array(layers).fill(1);
    this.#ranks = new Float64Array(ports.length);
    // What leads to nothing comes first.
    this.#portBarycenters = new Float64Array(ports.length).fill(-Infinity);
    this.#barycenters = new Float64Array(nodes);
    this.#positions = new Int32Array(ports.length);
    this.#sums = new Int32Array(ports.length + 1);
    this.#order = new Int32Array(nodes);
    this.#portOrder = Int32Array.from(ports);
    this.#keptOrder = new Int32Array(nodes);
    this.#keptPortOrder = new Int32Array(ports.length);
    for (let layer = 0; layer < layers; layer += 1)
      this.#layers[layer + 1] = (this.#layers[layer] ?? 0) + (order[layer]?.length ?? 0);
  }

  /** Null for a graph that is not plain. */
  static of(order: readonly (readonly Node[])[], surroundings: SweepSurroundings): PlainSweep | null {
    const sweep = new PlainSweep(order, surroundings);
    return sweep.#learn() ? sweep : null;
  }

  #learn(): boolean {
    if (this.#ports.length !== this.#portOrder.length || this.#nodes.length !== this.#order.length)
      return false;
    let layer = 0;
    let first = 0;
    for (let at = 0; at < this.#nodes.length; at += 1) {
      const node = this.#nodes[at];
      while (at >= (this.#layers[layer + 1] ?? 0)) layer += 1;
      if (!node || this.#surroundings.isSpecial(node)) return false;
      const ports = node.ports.array;
      let east = 0;
      while (ports[east]?.side.ordinal === EAST) east += 1;
      for (let number = 0; number < ports.length; number += 1) {
        const port = ports[number];
        if (!port || !this.#learnPort(port, number < east ? EAST : WEST, layer)) return false;
      }
      this.#middles[at] = first + east;
      first += ports.length;
      this.#firsts[at + 1] = first;
      const isSettled = east <= 1 && ports.length - east <= 1;
      if (!isSettled) this.#isSettled[layer] = 0;
      this.#isFixed[at] = isSettled || this.#surroundings.isOrderFixed(node) ? 1 : 0;
    }
    return true;
  }

  #learnPort(port: Port, side: number, layer: number): boolean {
    const { id_0: number, incomingEdges, outgoingEdges } = port;
    const isEast = side === EAST;
    const edges = (isEast ? outgoingEdges : incomingEdges).array;
    const others = (isEast ? incomingEdges : outgoingEdges).array;
    if (port.side.ordinal !== side || this.#ports[number] !== port) return false;
    if (edges.length > 1 || others.length > 0) return false;
    const edge = edges[0];
    if (!edge) return true;
    const partner = isEast ? edge.target : edge.source;
    this.#partners[number] = partner.id_0;
    const isBeside = partner.owner.layer.id_0 === layer + (isEast ? 1 : -1);
    return (
      isBeside && this.#ports[partner.id_0] === partner && partner.side.ordinal === (isEast ? WEST : EAST)
    );
  }

  /** Takes the order of nodes over. */
  begin(order: readonly (readonly Node[])[]): void {
    let at = 0;
    for (let layer = 0; layer < order.length; layer += 1) {
      const nodes = order[layer] ?? [];
      const start = this.#layers[layer] ?? 0;
      for (let place = 0; place < nodes.length; place += 1) {
        this.#order[at] = start + (nodes[place]?.id_0 ?? 0);
        at += 1;
      }
    }
  }

  /** Keeps the order that there is. */
  keep(): void {
    this.#keptOrder.set(this.#order);
    this.#keptPortOrder.set(this.#portOrder);
  }

  /** Brings nodes and ports into the order that was kept, or into the last one. */
  write(order: Node[][], isKept: boolean): void {
    const [nodeOrder, portOrder] = isKept
      ? [this.#keptOrder, this.#keptPortOrder]
      : [this.#order, this.#portOrder];
    for (let layer = 0; layer < order.length; layer += 1) {
      const start = this.#layers[layer] ?? 0;
      const nodes = order[layer] ?? [];
      for (let place = 0; place < nodes.length; place += 1) {
        const node = this.#nodes[nodeOrder[start + place] ?? 0];
        if (node) nodes[place] = node;
      }
    }
    for (let number = 0; number < this.#nodes.length; number += 1) {
      const ports = this.#nodes[number]?.ports.array ?? [];
      const first = this.#firsts[number] ?? 0;
      for (let at = 0; at < ports.length; at += 1) {
        const port = this.#ports[portOrder[first + at] ?? 0];
        if (port) ports[at] = port;
      }
    }
  }

  /** Orders each layer by the one before it, from the first to the last or back. */
  sweep(isForward: boolean, isOrderUnknown: boolean): void {
    const last = this.#isSettled.length - 1;
    const step = isForward ? 1 : -1;
    let layer = isForward ? 0 : last;
    this.#distributePorts(layer, !isForward);
    for (layer += step; layer >= 0 && layer <= last; layer += step) {
      const fixed = layer - step;
      this.#rankPorts(fixed, !isForward);
      this.#orderLayer(layer, isForward, isOrderUnknown);
      this.#distributePorts(layer, !isForward);
      if (this.#isSettled[fixed] === 1) continue;
      this.#rankPorts(layer, isForward);
      this.#distributePorts(fixed, isForward);
    }
  }

  /** Numbers the ports of a layer that edges come in by, or go out by: in steps of one, or so that each node takes up one. */
  #rankPorts(layer: number, isInput: boolean): void {
    const { isWhole } = this.#surroundings;
    const [order, firsts, middles] = [this.#order, this.#firsts, this.#middles];
    const [portOrder, partners, ranks] = [this.#portOrder, this.#partners, this.#ranks];
    const end = this.#layers[layer + 1] ?? 0;
    let rank = 0;
    for (let place = this.#layers[layer] ?? 0; place < end; place += 1) {
      const node = order[place] ?? 0;
      const from = (isInput ? middles[node] : firsts[node]) ?? 0;
      const to = (isInput ? firsts[node + 1] : middles[node]) ?? 0;
      let count = 0;
      for (let at = from; at < to; at += 1) if ((partners[portOrder[at] ?? 0] ?? -1) >= 0) count += 1;
      const step = isWhole ? 1 : 1 / (count + 1);
      let next = rank + step;
      if (isInput) next = isWhole ? rank + count : rank + 1 - step;
      for (let at = from; at < to; at += 1) {
        const port = portOrder[at] ?? 0;
        if ((partners[port] ?? -1) < 0) continue;
        ranks[port] = next;
        next += isInput ? -step : step;
      }
      rank += isWhole ? count : 1;
    }
  }

  #orderLayer(layer: number, isForward: boolean, isOrderUnknown: boolean): void {
    const [start, end] = [this.#layers[layer] ?? 0, this.#layers[layer + 1] ?? 0];
    const unknown = this.#weighNodes(start, end, isForward);
    if (unknown > 0 && isOrderUnknown) this.#guessBarycenters(start, end);
    else if (unknown > 0) this.#fillInBarycenters(start, end);
    sortBy(this.#barycenters, this.#order, start, end);
  }

  /** Where each node would be amid its neighbours; how many have none. */
  #weighNodes(start: number, end: number, isForward: boolean): number {
    const [order, firsts, middles] = [this.#order, this.#firsts, this.#middles];
    const [portOrder, partners, ranks] = [this.#portOrder, this.#partners, this.#ranks];
    const { random } = this.#surroundings;
    let unknown = 0;
    for (let place = start; place < end; place += 1) {
      const node = order[place] ?? 0;
      const to = (isForward ? firsts[node + 1] : middles[node]) ?? 0;
      let sum = 0;
      let degree = 0;
      for (let at = (isForward ? middles[node] : firsts[node]) ?? 0; at < to; at += 1) {
        const partner = partners[portOrder[at] ?? 0] ?? -1;
        if (partner < 0) continue;
        sum += ranks[partner] ?? 0;
        degree += 1;
      }
      if (degree > 0) this.#barycenters[node] = (sum + (random() * DEVIATION - HALF_DEVIATION)) / degree;
      else {
        this.#barycenters[node] = NaN;
        unknown += 1;
      }
    }
    return unknown;
  }

  /** Gives the nodes without neighbours a place at random. */
  #guessBarycenters(start: number, end: number): void {
    const barycenters = this.#barycenters;
    let largest = 0;
    for (let place = start; place < end; place += 1) {
      const known = barycenters[this.#order[place] ?? 0] ?? 0;
      if (known > largest) largest = known;
    }
    largest += 2;
    for (let place = start; place < end; place += 1) {
      const node = this.#order[place] ?? 0;
      if (Number.isNaN(barycenters[node])) barycenters[node] = this.#surroundings.random() * largest - 1;
    }
  }

  /** Gives the nodes without neighbours a place between those beside them. */
  #fillInBarycenters(start: number, end: number): void {
    const [order, barycenters] = [this.#order, this.#barycenters];
    let last = -1;
    let after = start;
    for (let place = start; place < end; place += 1) {
      const node = order[place] ?? 0;
      if (Number.isNaN(barycenters[node])) {
        after = Math.max(after, place + 1);
        while (after < end && Number.isNaN(barycenters[order[after] ?? 0])) after += 1;
        const next = after < end ? (barycenters[order[after] ?? 0] ?? 0) : last + 1;
        barycenters[node] = (last + next) / 2;
      }
      last = barycenters[node] ?? 0;
    }
  }

  /** Sorts the ports on one side of each node by what they lead to. */
  #distributePorts(layer: number, isEast: boolean): void {
    const end = this.#layers[layer + 1] ?? 0;
    for (let place = this.#layers[layer] ?? 0; place < end; place += 1) {
      const node = this.#order[place] ?? 0;
      if (this.#isFixed[node] === 1) continue;
      const from = (isEast ? this.#firsts[node] : this.#middles[node]) ?? 0;
      const to = (isEast ? this.#middles[node] : this.#firsts[node + 1]) ?? 0;
      for (let at = from; at < to; at += 1) {
        const port = this.#portOrder[at] ?? 0;
        const partner = this.#partners[port] ?? -1;
        if (partner < 0) continue;
        const rank = this.#ranks[partner] ?? 0;
        // Nothing comes before everything, also before what is less.
        this.#portBarycenters[port] = rank === 0 ? -Infinity : isEast ? rank : -rank;
      }
      sortBy(this.#portBarycenters, this.#portOrder, from, to);
    }
  }

  /** How often edges cross in an order, which is taken over. */
  countFrom(order: readonly (readonly Node[])[]): number {
    this.begin(order);
    return this.count();
  }

  /** How often edges cross. */
  count(): number {
    let crossings = 0;
    for (let layer = 0; layer + 1 < this.#isSettled.length; layer += 1) crossings += this.#countAfter(layer);
    return crossings;
  }

  #countAfter(layer: number): number {
    const [order, firsts, middles] = [this.#order, this.#firsts, this.#middles];
    const [portOrder, partners, positions, sums] = [
      this.#portOrder,
      this.#partners,
      this.#positions,
      this.#sums,
    ];
    const [start, middle, end] = [
      this.#layers[layer] ?? 0,
      this.#layers[layer + 1] ?? 0,
      this.#layers[layer + 2] ?? 0,
    ];
    let size = 0;
    for (let place = end - 1; place >= middle; place -= 1) {
      const node = order[place] ?? 0;
      const to = firsts[node + 1] ?? 0;
      for (let at = middles[node] ?? 0; at < to; at += 1) {
        positions[portOrder[at] ?? 0] = size;
        size += 1;
      }
    }
    sums.fill(0, 0, size + 1);
    let crossings = 0;
    for (let place = start; place < middle; place += 1) {
      const node = order[place] ?? 0;
      const to = middles[node] ?? 0;
      for (let at = firsts[node] ?? 0; at < to; at += 1) {
        const partner = partners[portOrder[at] ?? 0] ?? -1;
        if (partner < 0) continue;
        // A tree of sums (Fenwick's) over the places at which edges end.
        const position = positions[partner] ?? 0;
        for (let rest = position; rest > 0; rest -= rest & -rest) crossings += sums[rest] ?? 0;
        for (let sum = position + 1; sum <= size; sum += sum & -sum) sums[sum] = (sums[sum] ?? 0) + 1;
      }
    }
    return crossings;
  }
}

/** Sorts a part of a list of numbers by the keys of each; which of two equal ones is first stays as it was. */
function sortBy(keys: Float64Array, list: Int32Array, start: number, end: number): void {
  if (end - start > FEW) {
    const sorted = Array.from(list.subarray(start, end)).sort((one, other) => {
      const [first, second] = [keys[one] ?? 0, keys[other] ?? 0];
      return first < second ? -1 : Number(first > second);
    });
    list.set(sorted, start);
    return;
  }
  for (let at = start + 1; at < end; at += 1) {
    const item = list[at] ?? 0;
    const key = keys[item] ?? 0;
    let place = at;
    while (place > start && (keys[list[place - 1] ?? 0] ?? 0) > key) {
      list[place] = list[place - 1] ?? 0;
      place -= 1;
    }
    list[place] = item;
  }
}
