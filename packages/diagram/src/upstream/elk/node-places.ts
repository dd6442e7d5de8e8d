/** Where nodes are within their layers: amid the four alignments of Brandes and Köpf, or as in one of them. */
import { Alignment } from "./alignment.js";
import type { Layer } from "./model.js";
import { type LayerSurroundings, NumberedLayers } from "./numbered-layers.js";

/** ELK's order of them, which decides between equals. */
const DIRECTIONS = [
  { isLeft: false, isUp: false },
  { isLeft: false, isUp: true },
  { isLeft: true, isUp: false },
  { isLeft: true, isUp: true },
];
/** ELK starts from the least and the largest whole number. */
const LARGEST = 2_147_483_647;
const LEAST = -2_147_483_648;

/** Places all nodes; `isBalanced` asks for the middle of the four alignments, unless nodes would change places there. */
export function placeNodes(
  layers: readonly Layer[],
  isBalanced: boolean,
  surroundings: LayerSurroundings,
): void {
  const graph = new NumberedLayers(layers, surroundings);
  const alignments = DIRECTIONS.map((direction) => {
    const alignment = new Alignment(graph, direction);
    const { height, y, innerShift } = alignment;
    return { direction, height, places: y.map((place, node) => place + (innerShift[node] ?? 0)) };
  });
  const balanced = isBalanced ? balance(graph, alignments) : null;
  const possible = alignments.filter(({ places }) => !balanced && isInOrder(graph, places));
  const best = possible.toSorted((one, other) => one.height - other.height)[0] ?? alignments[0];
  const places = balanced ?? best?.places;
  for (const [number, node] of graph.nodes.entries()) node.pos.y_0 = places?.[number] ?? 0;
}

interface Placed {
  readonly direction: { readonly isUp: boolean };
  readonly height: number;
  readonly places: Float64Array;
}

/** The mean of the two middle places of each node, with all alignments moved to the narrowest; null when it is not possible. */
function balance(graph: NumberedLayers, alignments: readonly Placed[]): Float64Array | null {
  const extents = alignments.map(({ places }) => {
    let [least, most] = [LARGEST, LEAST];
    for (let node = 0; node < places.length; node += 1) {
      const place = places[node] ?? 0;
      least = Math.min(least, place);
      most = Math.max(most, place + (graph.heights[node] ?? 0));
    }
    return { least, most };
  });
  let narrowest = 0;
  for (const [at, { height }] of alignments.entries())
    if ((alignments[narrowest]?.height ?? 0) > height) narrowest = at;
  const to = extents[narrowest] ?? { least: 0, most: 0 };
  const shifts = alignments.map(({ direction }, at) => {
    const { least, most } = extents[at] ?? to;
    return direction.isUp ? to.most - most : to.least - least;
  });
  const four = new Float64Array(DIRECTIONS.length);
  const middle = new Float64Array(graph.nodes.length);
  for (let node = 0; node < middle.length; node += 1) {
    for (let at = 0; at < four.length; at += 1)
      four[at] = (alignments[at]?.places[node] ?? 0) + (shifts[at] ?? 0);
    four.sort();
    middle[node] = ((four[1] ?? 0) + (four[2] ?? 0)) / 2;
  }
  return isInOrder(graph, middle) ? middle : null;
}

/** Whether the nodes of each layer are below each other. */
function isInOrder(graph: NumberedLayers, places: Float64Array): boolean {
  const { layerOf, tops, bottoms, heights } = graph;
  let layer = -1;
  let end = -Infinity;
  for (let node = 0; node < places.length; node += 1) {
    if (layerOf[node] !== layer) [layer, end] = [layerOf[node] ?? 0, -Infinity];
    const place = places[node] ?? 0;
    const bottom = place + (heights[node] ?? 0) + (bottoms[node] ?? 0);
    if (!(place - (tops[node] ?? 0) > end && bottom > end)) return false;
    end = bottom;
  }
  return true;
}
