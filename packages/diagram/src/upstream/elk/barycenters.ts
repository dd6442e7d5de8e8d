/** Where the nodes of a layer would be if each stood amid its neighbours in the layer before. */
import type { Node } from "./model.js";

interface State {
  visited: boolean;
  degree: number;
  summedWeight: number;
  barycenter: number | null;
  associates?: readonly Node[] | null;
  /** The number of the one port that leads to the node from the layer before, and from the one after; -1 for other nodes. */
  before?: number;
  after?: number;
}

export interface Heuristic {
  /** By number of the layer and of the node. */
  readonly barycenterState: readonly (readonly State[])[];
  /** By number of the port. */
  readonly portRanks: readonly number[];
}

/** What the heuristic asks of the rest of ELK. */
export interface Surroundings {
  /** Nodes that stand wherever this one does. */
  readonly associatesOf: (node: Node) => readonly Node[] | null;
  /** A little more or less, so that what is equal falls out otherwise each time. */
  readonly deviation: (heuristic: Heuristic) => number;
}

/** Works out the barycenters of a layer; nodes without neighbours get none. */
export function calculateBarycenters(
  heuristic: Heuristic,
  nodes: readonly Node[],
  isForward: boolean,
  surroundings: Surroundings,
): void {
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at];
    if (node) stateOf(heuristic, node).visited = false;
  }
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at];
    if (node) calculate(heuristic, node, isForward, surroundings);
  }
}

function stateOf({ barycenterState }: Heuristic, { layer, id_0: number }: Node): State {
  const state = barycenterState[layer.id_0]?.[number];
  if (!state) throw new Error("a node without a state");
  return state;
}

function calculate(heuristic: Heuristic, node: Node, isForward: boolean, surroundings: Surroundings): State {
  const state = stateOf(heuristic, node);
  if (state.visited) return state;
  state.visited = true;
  const only = isForward
    ? (state.before ??= onlyNeighbour(node, true, surroundings))
    : (state.after ??= onlyNeighbour(node, false, surroundings));
  if (only >= 0) {
    state.degree = 1;
    state.summedWeight = (heuristic.portRanks[only] ?? 0) + surroundings.deviation(heuristic);
    state.barycenter = state.summedWeight;
    return state;
  }
  state.degree = 0;
  state.summedWeight = 0;
  state.barycenter = null;
  const ports = node.ports.array;
  for (let at = 0; at < ports.length; at += 1) {
    const port = ports[at];
    const edges = (isForward ? port?.incomingEdges : port?.outgoingEdges)?.array;
    if (!edges) continue;
    for (let one = 0; one < edges.length; one += 1) {
      const fixed = isForward ? edges[one]?.source : edges[one]?.target;
      if (!fixed) continue;
      if (fixed.owner.layer !== node.layer) {
        state.summedWeight += heuristic.portRanks[fixed.id_0] ?? 0;
        state.degree += 1;
      } else if (fixed.owner !== node)
        take(state, calculate(heuristic, fixed.owner, isForward, surroundings));
    }
  }
  if (state.associates === undefined) state.associates = surroundings.associatesOf(node);
  if (state.associates)
    for (const associate of state.associates)
      if (associate.layer === node.layer)
        take(state, calculate(heuristic, associate, isForward, surroundings));
  if (state.degree > 0) {
    state.summedWeight += surroundings.deviation(heuristic);
    state.barycenter = state.summedWeight / state.degree;
  }
  return state;
}

/** Parts of long edges have one neighbour on each side: they are most nodes. */
function onlyNeighbour(node: Node, isForward: boolean, { associatesOf }: Surroundings): number {
  const neighbours = node.ports.array.flatMap(({ incomingEdges, outgoingEdges }) =>
    isForward
      ? incomingEdges.array.map(({ source }) => source)
      : outgoingEdges.array.map(({ target }) => target),
  );
  const [only] = neighbours;
  if (!only || neighbours.length > 1 || only.owner.layer === node.layer || associatesOf(node)) return -1;
  return only.id_0;
}

/** Takes over what is known of another node of the same layer, as far as it is known. */
function take(state: State, other: State): void {
  state.degree += other.degree;
  state.summedWeight += other.summedWeight;
}

/** Gives the nodes that have no barycenter one between those beside them, in a layer that has an order already. */
export function fillInBarycenters(heuristic: Heuristic, nodes: readonly Node[]): void {
  let last = -1;
  let nextAt = 0;
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at];
    if (!node) continue;
    const state = stateOf(heuristic, node);
    if (state.barycenter === null) {
      nextAt = Math.max(nextAt, at + 1);
      while (nextAt < nodes.length && barycenterAt(heuristic, nodes, nextAt) === null) nextAt += 1;
      const next = barycenterAt(heuristic, nodes, nextAt) ?? last + 1;
      state.barycenter = (last + next) / 2;
      state.summedWeight = state.barycenter;
      state.degree = 1;
    }
    last = state.barycenter;
  }
}

function barycenterAt(heuristic: Heuristic, nodes: readonly Node[], at: number): number | null {
  const node = nodes[at];
  return node ? stateOf(heuristic, node).barycenter : null;
}

/** Sorts a layer by barycenter; which of two equal ones is first stays as it was. */
export function sortByBarycenter(heuristic: Heuristic, nodes: Node[]): void {
  let last = -Infinity;
  for (let at = 0; at < nodes.length; at += 1) {
    const place = barycenterAt(heuristic, nodes, at) ?? Infinity;
    if (place < last) {
      nodes.sort((one, other) => placeOf(heuristic, one) - placeOf(heuristic, other));
      return;
    }
    last = place;
  }
}

const placeOf = (heuristic: Heuristic, node: Node): number => stateOf(heuristic, node).barycenter ?? Infinity;
