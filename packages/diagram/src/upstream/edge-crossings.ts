/** Which parts of a graph's edges may cross: Mermaid holds every part of every edge against every other one. */

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A part of an edge with the box it lies in. */
interface Part {
  readonly edge: number;
  /** Its place among the parts of its edge. */
  readonly at: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Two parts by their edges and their places in them; the first is of the earlier edge. */
export interface PartPair {
  readonly edgeA: number;
  readonly partA: number;
  readonly edgeB: number;
  readonly partB: number;
}

/** Parts that are farther from each other than this do not cross, however their crossing is rounded. */
const MARGIN = 1;

/**
 * The pairs of parts of different edges that may cross, in the order in which nested loops over all would come to them.
 * Two parts along the same axis never do, nor does one along an axis cross one that lies apart from it. Where two slanting
 * ones lie on one line, rounding alone decides: none of those are left out.
 */
export function pairsThatMayCross(edges: readonly { readonly points: readonly Point[] }[]): PartPair[] {
  const { horizontal, vertical, slanting } = partsOf(edges);
  vertical.sort((one, other) => one.left - other.left);
  // Numbers side by side: there are thousands of these for each of hundreds.
  const lefts = Float64Array.from(vertical, ({ left }) => left);
  const tops = Float64Array.from(vertical, ({ top }) => top - MARGIN);
  const bottoms = Float64Array.from(vertical, ({ bottom }) => bottom + MARGIN);
  const pairs: PartPair[] = [];
  const addVertical = (part: Part): void => {
    // What is no number may be anywhere.
    const isSomewhere = Number.isFinite(part.left + part.right);
    const end = isSomewhere ? firstFrom(lefts, part.right + 2 * MARGIN) : vertical.length;
    for (let at = isSomewhere ? firstFrom(lefts, part.left - MARGIN) : 0; at < end; at += 1) {
      if ((tops[at] ?? 0) > part.bottom || (bottoms[at] ?? 0) < part.top) continue;
      const other = vertical[at];
      if (other) addPair(pairs, part, other);
    }
  };
  for (const part of horizontal) addVertical(part);
  for (const [at, part] of slanting.entries()) {
    addVertical(part);
    for (const other of horizontal) if (!lieApart(part, other)) addPair(pairs, part, other);
    for (const other of slanting.slice(at + 1)) addPair(pairs, part, other);
  }
  return pairs.sort(
    (one, other) =>
      one.edgeA - other.edgeA ||
      one.edgeB - other.edgeB ||
      one.partA - other.partA ||
      one.partB - other.partB,
  );
}

function partsOf(
  edges: readonly { readonly points: readonly Point[] }[],
): Record<"horizontal" | "vertical" | "slanting", Part[]> {
  const parts = { horizontal: [] as Part[], vertical: [] as Part[], slanting: [] as Part[] };
  for (const [edge, { points }] of edges.entries())
    for (let at = 0; at + 1 < points.length; at += 1) {
      const from = points[at];
      const to = points[at + 1];
      if (!from || !to) continue;
      const left = Math.min(from.x, to.x);
      const right = Math.max(from.x, to.x);
      const top = Math.min(from.y, to.y);
      const bottom = Math.max(from.y, to.y);
      const part = { edge, at, left, right, top, bottom };
      if (!Number.isFinite(left + right + top + bottom)) parts.slanting.push(part);
      else if (top === bottom) parts.horizontal.push(part);
      else if (left === right) parts.vertical.push(part);
      else parts.slanting.push(part);
    }
  return parts;
}

/** The first place in ascending numbers that is not below `least`. */
function firstFrom(ascending: Float64Array, least: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

const lieApart = (one: Part, other: Part): boolean =>
  one.bottom < other.top - MARGIN ||
  other.bottom < one.top - MARGIN ||
  one.right < other.left - MARGIN ||
  other.right < one.left - MARGIN;

function addPair(pairs: PartPair[], one: Part, other: Part): void {
  if (one.edge === other.edge) return;
  const [first, second] = one.edge < other.edge ? [one, other] : [other, one];
  pairs.push({ edgeA: first.edge, partA: first.at, edgeB: second.edge, partB: second.at });
}
