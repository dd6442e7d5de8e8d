/** Where the nodes and the flows of a sankey diagram stand: in layers from left to right, as thick as what they carry. */

/** A flow from one node to another. */
export interface Flow {
  readonly source: string;
  readonly target: string;
  readonly value: number;
}

export interface PlacedNode {
  readonly id: string;
  readonly layer: number;
  /** In units from above. */
  top: number;
  readonly size: number;
}

export interface PlacedFlow extends Flow {
  readonly size: number;
  /** Where it leaves its source and where it reaches its target. */
  readonly from: number;
  readonly to: number;
}

export interface SankeyLayout {
  readonly layers: readonly (readonly PlacedNode[])[];
  readonly flows: readonly PlacedFlow[];
  readonly height: number;
}

const ROUNDS = 12;

/**
 * Places everything in about `height` units with `gap` of them between nodes; null when the flows run in a circle.
 * Every flow is at least one unit thick.
 */
export function layOutSankey(
  ids: readonly string[],
  flows: readonly Flow[],
  height: number,
  gap: number,
): SankeyLayout | null {
  const layerOf = layersOf(ids, flows);
  if (!layerOf) return null;
  const total = (id: string, end: "source" | "target"): number =>
    flows.reduce((sum, flow) => (flow[end] === id ? sum + flow.value : sum), 0);
  const count = Math.max(...layerOf.values()) + 1;
  const members = Array.from({ length: count }, (_, layer) => ids.filter((id) => layerOf.get(id) === layer));
  const scale = Math.min(
    ...members.map((layer) => {
      const sum = layer.reduce((all, id) => all + Math.max(total(id, "source"), total(id, "target")), 0);
      return (height - gap * (layer.length - 1)) / (sum || 1);
    }),
  );
  const sized = flows.map((flow) => ({ ...flow, size: Math.max(1, Math.round(flow.value * scale)) }));
  const sizeOf = (id: string, end: "source" | "target"): number =>
    sized.reduce((sum, flow) => (flow[end] === id ? sum + flow.size : sum), 0);
  const layers = members.map((layer, index) =>
    layer.map((id): PlacedNode => ({
      id,
      layer: index,
      top: 0,
      size: Math.max(1, sizeOf(id, "source"), sizeOf(id, "target")),
    })),
  );
  relax(layers, sized, gap);
  const nodes = new Map(layers.flat().map((node) => [node.id, node]));
  return {
    layers,
    flows: attach(sized, nodes),
    height: Math.max(...[...nodes.values()].map((node) => node.top + node.size)),
  };
}

/** The layer of each node: after all that lead to it; what leads nowhere stands in the last one. */
function layersOf(ids: readonly string[], flows: readonly Flow[]): Map<string, number> | null {
  const layers = new Map(ids.map((id) => [id, 0]));
  for (let round = 0; ; round += 1) {
    let hasChanged = false;
    for (const { source, target } of flows) {
      const least = (layers.get(source) ?? 0) + 1;
      if ((layers.get(target) ?? 0) >= least) continue;
      layers.set(target, least);
      hasChanged = true;
    }
    if (!hasChanged) break;
    if (round > ids.length) return null;
  }
  const last = Math.max(0, ...layers.values());
  const sources = new Set(flows.map((flow) => flow.source));
  for (const id of ids) if (!sources.has(id)) layers.set(id, last);
  return layers;
}

type SizedFlow = Flow & { readonly size: number };

/** Moves nodes toward those that they are joined to, and apart again, until most flows run level. */
function relax(layers: readonly PlacedNode[][], flows: readonly SizedFlow[], gap: number): void {
  const nodes = new Map(layers.flat().map((node) => [node.id, node]));
  const middle = (id: string): number => {
    const node = nodes.get(id);
    return node ? node.top + node.size / 2 : 0;
  };
  for (const layer of layers) settle(layer, gap);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const layer of round % 2 === 0 ? layers : layers.toReversed()) {
      for (const node of layer) {
        const joined = flows.flatMap(({ source, target, size }) =>
          source === node.id
            ? [{ at: middle(target), size }]
            : target === node.id
              ? [{ at: middle(source), size }]
              : [],
        );
        const weight = joined.reduce((sum, { size }) => sum + size, 0);
        if (weight > 0)
          node.top = joined.reduce((sum, { at, size }) => sum + at * size, 0) / weight - node.size / 2;
      }
      layer.sort((one, other) => one.top + one.size / 2 - (other.top + other.size / 2));
      settle(layer, gap);
    }
  const least = Math.min(...layers.flat().map((node) => node.top));
  for (const node of nodes.values()) node.top -= least;
}

/** Pushes the nodes of a layer apart, around where they would rather be. */
function settle(layer: readonly PlacedNode[], gap: number): void {
  let wanted = 0;
  let below = Number.NEGATIVE_INFINITY;
  for (const node of layer) wanted += node.top + node.size / 2;
  for (const node of layer) {
    node.top = Math.max(Math.round(node.top), below);
    below = node.top + node.size + gap;
  }
  const got = layer.reduce((sum, node) => sum + node.top + node.size / 2, 0);
  const shift = Math.round((wanted - got) / Math.max(1, layer.length));
  for (const node of layer) node.top += shift;
}

/** Where each flow leaves and arrives: in the order of what is at its other end. */
function attach(flows: readonly SizedFlow[], nodes: ReadonlyMap<string, PlacedNode>): PlacedFlow[] {
  const topOf = (id: string): number => nodes.get(id)?.top ?? 0;
  const places = (end: "source" | "target", other: "source" | "target"): Map<SizedFlow, number> => {
    const next = new Map<string, number>();
    const found = new Map<SizedFlow, number>();
    for (const flow of flows.toSorted((one, two) => topOf(one[other]) - topOf(two[other]))) {
      const at = next.get(flow[end]) ?? topOf(flow[end]);
      found.set(flow, at);
      next.set(flow[end], at + flow.size);
    }
    return found;
  };
  const from = places("source", "target");
  const to = places("target", "source");
  return flows.map((flow) => ({ ...flow, from: from.get(flow) ?? 0, to: to.get(flow) ?? 0 }));
}
