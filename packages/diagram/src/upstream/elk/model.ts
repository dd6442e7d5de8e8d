/** What ELK's layered graphs look like in JavaScript, as far as it is used here. The names are those that its compiler gave. */

export interface List<Item> {
  readonly array: Item[];
}

export interface Enumerated {
  readonly ordinal: number;
}

export interface Ordinate {
  y_0: number;
}

export interface Edge {
  readonly source: Port;
  readonly target: Port;
}

export interface Port {
  readonly id_0: number;
  readonly owner: Node;
  readonly side: Enumerated;
  readonly pos: Ordinate;
  readonly anchor: Ordinate;
  readonly incomingEdges: List<Edge>;
  readonly outgoingEdges: List<Edge>;
}

export interface Layer {
  id_0: number;
  readonly nodes: List<Node>;
}

export interface Node {
  id_0: number;
  readonly type_0: Enumerated;
  readonly pos: Ordinate;
  readonly size_0: Ordinate;
  readonly margin: { readonly top_0: number; readonly bottom: number };
  readonly layer: Layer;
  readonly ports: List<Port>;
  readonly nestedGraph: object | null;
}
