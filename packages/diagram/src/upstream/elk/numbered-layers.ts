/** A graph in layers as numbers, for placing its nodes as Brandes and Köpf do. */
import type { Edge, Layer, Node } from "./model.js";

/** What is asked of the rest of ELK. */
export interface LayerSurroundings {
  readonly isLongEdge: (node: Node) => boolean;
  /** How important it is that an edge is straight. */
  readonly priorityOf: (edge: Edge) => number;
  readonly hasOwnSpacing: (node: Node) => boolean;
  /** The space between two nodes of a layer; of its own only where one has one. */
  readonly spacingOf: (node: Node, other: Node) => number;
  /** The space between nodes of different classes. */
  readonly spacing: number;
}

/** Lists of numbers, one for each node, one after the other. */
export interface Lists {
  readonly starts: Int32Array;
  readonly items: Int32Array;
}

/** More types of nodes than there are. */
const TYPES = 16;

/** Nodes are numbered from layer to layer, edges as they are met. */
export class NumberedLayers {
  readonly nodes: Node[];
  /** Those of all nodes. */
  readonly numbers: Int32Array;
  /** The first node of each layer; one more than there are layers. */
  readonly layers: Int32Array;
  readonly layerOf: Int32Array;
  readonly isLongEdge: Uint8Array;
  readonly heights: Float64Array;
  readonly tops: Float64Array;
  readonly bottoms: Float64Array;
  /** The edges of each node, port by port: those that come in, those that go out, and both. */
  readonly incoming: Lists;
  readonly outgoing: Lists;
  readonly incident: Lists;
  readonly sources: Int32Array;
  readonly targets: Int32Array;
  /** Where an edge begins and ends on its node: the place of the port, and the place on it. */
  readonly sourcePorts: Float64Array;
  readonly sourceAnchors: Float64Array;
  readonly targetPorts: Float64Array;
  readonly targetAnchors: Float64Array;
  /** The most important edges to the layer before and to the one after, by the places of their other ends. */
  readonly before: Lists;
  readonly after: Lists;
  /** Edges that cross a long edge where it is long. */
  readonly isMarked: Uint8Array;
  readonly surroundings: LayerSurroundings;
  readonly #spacings = new Float64Array(TYPES * TYPES).fill(NaN);
  readonly #types: Int32Array;
  readonly #edges: Edge[] = [];
  readonly #numbers = new Map<Edge, number>();

  constructor(layers: readonly Layer[], surroundings: LayerSurroundings) {
    this.surroundings = surroundings;
    const nodes = layers.flatMap((layer) => layer.nodes.array);
    this.nodes = nodes;
    this.numbers = new Int32Array(nodes.length);
    this.layers = new Int32Array(layers.length + 1);
    this.layerOf = new Int32Array(nodes.length);
    for (const [number, layer] of layers.entries()) {
      const start = this.layers[number] ?? 0;
      const end = start + layer.nodes.array.length;
      layer.id_0 = number;
      this.layers[number + 1] = end;
      this.layerOf.fill(number, start, end);
    }
    this.isLongEdge = new Uint8Array(nodes.length);
    this.heights = new Float64Array(nodes.length);
    this.tops = new Float64Array(nodes.length);
    this.bottoms = new Float64Array(nodes.length);
    this.#types = new Int32Array(nodes.length);
    for (let number = 0; number < nodes.length; number += 1) this.#learn(number);
    const edges = this.#edges;
    const count = edges.length;
    this.sources = new Int32Array(count);
    this.targets = new Int32Array(count);
    this.sourcePorts = new Float64Array(count);
    this.sourceAnchors = new Float64Array(count);
    this.targetPorts = new Float64Array(count);
    this.targetAnchors = new Float64Array(count);
    const priorities = new Float64Array(count);
    for (let number = 0; number < count; number += 1) {
      const edge = edges[number];
      if (!edge) continue;
      const { source, target } = edge;
      this.sources[number] = source.owner.id_0;
      this.targets[number] = target.owner.id_0;
      this.sourcePorts[number] = source.pos.y_0;
      this.sourceAnchors[number] = source.anchor.y_0;
      this.targetPorts[number] = target.pos.y_0;
      this.targetAnchors[number] = target.anchor.y_0;
      priorities[number] = surroundings.priorityOf(edge);
    }
    [this.incoming, this.outgoing, this.incident] = this.#edgeLists();
    this.before = this.#neighbours(this.incoming, this.sources, priorities);
    this.after = this.#neighbours(this.outgoing, this.targets, priorities);
    this.isMarked = new Uint8Array(count);
    for (let layer = 2; layer < layers.length; layer += 1) this.#markConflicts(layer);
  }

  #learn(number: number): void {
    const node = this.nodes[number];
    if (!node) return;
    const { surroundings } = this;
    node.id_0 = number;
    this.numbers[number] = number;
    this.isLongEdge[number] = surroundings.isLongEdge(node) ? 1 : 0;
    this.heights[number] = node.size_0.y_0;
    this.tops[number] = node.margin.top_0;
    this.bottoms[number] = node.margin.bottom;
    this.#types[number] = surroundings.hasOwnSpacing(node) ? -1 : node.type_0.ordinal;
    const ports = node.ports.array;
    for (let port = 0; port < ports.length; port += 1) {
      const edges = ports[port]?.outgoingEdges.array ?? [];
      for (let at = 0; at < edges.length; at += 1) {
        const edge = edges[at];
        if (!edge) continue;
        this.#numbers.set(edge, this.#edges.length);
        this.#edges.push(edge);
      }
    }
  }

  #edgeLists(): [Lists, Lists, Lists] {
    const { nodes } = this;
    const [incoming, outgoing, incident] = [1, 1, 2].map((times) => ({
      starts: new Int32Array(nodes.length + 1),
      items: new Int32Array(times * this.#edges.length),
    }));
    if (!incoming || !outgoing || !incident) throw new Error("no lists");
    let [into, out] = [0, 0];
    for (let number = 0; number < nodes.length; number += 1) {
      const ports = nodes[number]?.ports.array ?? [];
      for (let port = 0; port < ports.length; port += 1) {
        const arriving = ports[port]?.incomingEdges.array ?? [];
        for (let at = 0; at < arriving.length; at += 1) {
          const edge = arriving[at];
          const known = (edge && this.#numbers.get(edge)) ?? 0;
          incident.items[into + out] = known;
          incoming.items[into] = known;
          into += 1;
        }
        const leaving = ports[port]?.outgoingEdges.array.length ?? 0;
        // They were numbered in this order.
        for (let at = 0; at < leaving; at += 1) {
          incident.items[into + out] = out;
          outgoing.items[out] = out;
          out += 1;
        }
      }
      incoming.starts[number + 1] = into;
      outgoing.starts[number + 1] = out;
      incident.starts[number + 1] = into + out;
    }
    return [incoming, outgoing, incident];
  }

  /** Whether an edge leads from a layer into itself. */
  isInLayer(edge: number): boolean {
    return this.layerOf[this.sources[edge] ?? 0] === this.layerOf[this.targets[edge] ?? 0];
  }

  isSelfLoop(edge: number): boolean {
    return this.sources[edge] === this.targets[edge];
  }

  /** The space between two nodes of a layer. */
  spacing(node: number, other: number): number {
    const [type, otherType] = [this.#types[node] ?? -1, this.#types[other] ?? -1];
    const [one, two] = [this.nodes[node], this.nodes[other]];
    if (!one || !two) return 0;
    if (type < 0 || otherType < 0) return this.surroundings.spacingOf(one, two);
    const at = type * TYPES + otherType;
    const known = this.#spacings[at] ?? NaN;
    if (!Number.isNaN(known)) return known;
    const spacing = this.surroundings.spacingOf(one, two);
    this.#spacings[at] = spacing;
    return spacing;
  }

  #neighbours({ starts, items }: Lists, ends: Int32Array, priorities: Float64Array): Lists {
    const chosen = { starts: new Int32Array(starts.length), items: new Int32Array(items.length) };
    let count = 0;
    for (let node = 0; node < this.nodes.length; node += 1) {
      const first = count;
      let most = 0;
      const end = starts[node + 1] ?? 0;
      for (let at = starts[node] ?? 0; at < end; at += 1) {
        const edge = items[at] ?? 0;
        const priority = priorities[edge] ?? 0;
        if (this.isInLayer(edge) || priority < most) continue;
        if (priority > most) [most, count] = [priority, first];
        chosen.items[count] = edge;
        count += 1;
      }
      // Numbers of one layer are as its places are.
      if (count - first > 1)
        chosen.items.subarray(first, count).sort((one, other) => (ends[one] ?? 0) - (ends[other] ?? 0));
      chosen.starts[node + 1] = count;
    }
    return chosen;
  }

  /** Whether a node is a part of a long edge that has another one before it. */
  #isInner(node: number): boolean {
    if (this.isLongEdge[node] === 0) return false;
    const { starts, items } = this.incoming;
    for (let at = starts[node] ?? 0; at < (starts[node + 1] ?? 0); at += 1) {
      const source = this.sources[items[at] ?? 0] ?? 0;
      if (this.isLongEdge[source] === 1 && this.layerOf[source] === (this.layerOf[node] ?? 0) - 1)
        return true;
    }
    return false;
  }

  #markConflicts(layer: number): void {
    const { starts, items } = this.before;
    const [first, start, end] = [
      this.layers[layer - 1] ?? 0,
      this.layers[layer] ?? 0,
      this.layers[layer + 1] ?? 0,
    ];
    let from = first;
    let next = start;
    for (let node = start; node < end; node += 1) {
      const isInner = this.#isInner(node);
      if (node !== end - 1 && !isInner) continue;
      const to = isInner ? (this.sources[items[starts[node] ?? 0] ?? 0] ?? 0) : start - 1;
      for (; next <= node; next += 1) {
        if (this.#isInner(next)) continue;
        for (let at = starts[next] ?? 0; at < (starts[next + 1] ?? 0); at += 1) {
          const edge = items[at] ?? 0;
          const neighbour = (this.sources[edge] ?? 0) - first;
          if (neighbour < from - first || neighbour > to - first) this.isMarked[edge] = 1;
        }
      }
      from = to;
    }
  }
}
