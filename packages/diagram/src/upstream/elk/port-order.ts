/** The order of the ports of nodes while layers are swept over. */
import type { Edge, Enumerated, List, Node, Port } from "./model.js";

export interface Distributor {
  readonly portRanks: number[];
  readonly portBarycenter: number[];
  readonly inLayerPorts: List<Port>;
  minBarycenter: number;
  maxBarycenter: number;
}

/** The numbers of the sides, as ELK counts them. */
const NORTH = 1;
const SOUTH = 3;

/** What the distributor asks of the rest of ELK. */
export interface Surroundings {
  readonly isOrderFixed: (node: Node) => boolean;
  /** Ports of the northern and southern side stand for nodes; null for one that does not. */
  readonly weightOfNorthSouth: (port: Port, largest: number) => number | null;
  readonly weighInLayerPorts: (node: Node) => void;
  readonly compare: (one: Port, other: Port) => number;
  readonly sort: (ports: List<Port>) => void;
}

/** Weighs the ports on one side of a node, and those above and below, and sorts them. */
export function distributePorts(
  distributor: Distributor,
  node: Node,
  side: Enumerated,
  surroundings: Surroundings,
): void {
  if (isSettled(node) || surroundings.isOrderFixed(node)) return;
  for (const ordinal of [side.ordinal, SOUTH, NORTH]) {
    distributor.inLayerPorts.array.length = 0;
    weighPorts(distributor, node, ordinal, surroundings);
    if (distributor.inLayerPorts.array.length > 0) surroundings.weighInLayerPorts(node);
  }
  const ports = node.ports.array;
  for (let at = 1; at < ports.length; at += 1) {
    const [port, before] = [ports[at], ports[at - 1]];
    if (port && before && surroundings.compare(before, port) > 0) {
      surroundings.sort(node.ports);
      return;
    }
  }
}

/** Whether no node of a layer has ports that could change places. */
export function areSettled(layer: readonly Node[]): boolean {
  for (let at = 0; at < layer.length; at += 1) {
    const node = layer[at];
    if (node && !isSettled(node)) return false;
  }
  return true;
}

/** Whether each port of a node has a side of its own, and they are in the order of the sides: nothing can change then. */
function isSettled({ ports: { array } }: Node): boolean {
  let last = -1;
  for (let at = 0; at < array.length; at += 1) {
    const ordinal = array[at]?.side.ordinal ?? 0;
    if (ordinal <= last) return false;
    last = ordinal;
  }
  return true;
}

function weighPorts(
  distributor: Distributor,
  node: Node,
  ordinal: number,
  { weightOfNorthSouth }: Surroundings,
): void {
  distributor.minBarycenter = 0;
  distributor.maxBarycenter = 0;
  const ports = node.ports.array;
  const isNorthOrSouth = ordinal === NORTH || ordinal === SOUTH;
  for (let at = 0; at < ports.length; at += 1) {
    const port = ports[at];
    if (port?.side.ordinal !== ordinal) continue;
    const weight = isNorthOrSouth
      ? weightOfNorthSouth(port, 2 * node.layer.nodes.array.length + 1)
      : weightOf(distributor, port, node);
    if (weight === null) continue;
    const degree = port.incomingEdges.array.length + port.outgoingEdges.array.length;
    if (degree > 0) {
      const barycenter = weight / degree;
      distributor.portBarycenter[port.id_0] = barycenter;
      distributor.minBarycenter = Math.min(distributor.minBarycenter, barycenter);
      distributor.maxBarycenter = Math.max(distributor.maxBarycenter, barycenter);
    } else if (isNorthOrSouth) distributor.portBarycenter[port.id_0] = weight;
  }
}

/** The ranks of the ports that a port leads to; null for one that leads into its own layer, which is put aside. */
function weightOf({ portRanks, inLayerPorts }: Distributor, port: Port, node: Node): number | null {
  let sum = 0;
  const outgoing = port.outgoingEdges.array;
  for (let at = 0; at < outgoing.length; at += 1) {
    const other = outgoing[at]?.target;
    if (!other) continue;
    if (other.owner.layer === node.layer) {
      inLayerPorts.array.push(port);
      return null;
    }
    sum += portRanks[other.id_0] ?? 0;
  }
  const incoming = port.incomingEdges.array;
  for (let at = 0; at < incoming.length; at += 1) {
    const other = incoming[at]?.source;
    if (!other) continue;
    if (other.owner.layer === node.layer) {
      inLayerPorts.array.push(port);
      return null;
    }
    sum -= portRanks[other.id_0] ?? 0;
  }
  return sum;
}

/**
 * Ranks the ports of a node that edges come in by, or go out by: in steps of one, or so that all ports of a node take up one
 * together. Those that edges come in by are ranked from below, with the northern ones above the others.
 *
 * @returns how much of the ranks the node takes up
 */
export function rankPorts(
  ranks: number[],
  node: Node,
  rank: number,
  isInput: boolean,
  isWhole: boolean,
): number {
  const ports = node.ports.array;
  let [count, northern] = [0, 0];
  for (let at = 0; at < ports.length; at += 1) {
    const port = ports[at];
    if (!port || edgesOf(port, isInput).length === 0) continue;
    count += 1;
    if (port.side.ordinal === NORTH) northern += 1;
  }
  const step = isWhole ? 1 : 1 / (count + 1);
  let above = rank + northern * step;
  let below = isWhole ? rank + count : rank + 1 - step;
  let next = rank + step;
  for (let at = 0; at < ports.length; at += 1) {
    const port = ports[at];
    if (!port || edgesOf(port, isInput).length === 0) continue;
    if (!isInput) {
      ranks[port.id_0] = next;
      next += step;
    } else if (port.side.ordinal === NORTH) {
      ranks[port.id_0] = above;
      above -= step;
    } else {
      ranks[port.id_0] = below;
      below -= step;
    }
  }
  return isWhole ? count : 1;
}

const edgesOf = (port: Port, isInput: boolean): readonly Edge[] =>
  (isInput ? port.incomingEdges : port.outgoingEdges).array;
