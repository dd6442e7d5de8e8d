/** What ELK's layered graphs look like in JavaScript, as far as it is used here. The names are those that its compiler gave. */

export interface List<Item> {
  readonly array: Item[];
}

export interface Enumerated {
  readonly ordinal: number;
}

export interface Edge {
  readonly source: Port;
  readonly target: Port;
}

export interface Port {
  readonly id_0: number;
  readonly owner: Node;
  readonly side: Enumerated;
  readonly incomingEdges: List<Edge>;
  readonly outgoingEdges: List<Edge>;
}

export interface Layer {
  readonly id_0: number;
  readonly nodes: List<Node>;
}

export interface Node {
  readonly id_0: number;
  readonly layer: Layer;
  readonly ports: List<Port>;
  readonly nestedGraph: object | null;
}
