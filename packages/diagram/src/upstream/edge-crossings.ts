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
  const lefts = Float64Array.from(vertical, ({ left }) => left);
  const pairs: PartPair[] = [];
  for (const part of horizontal)
    for (let at = firstFrom(lefts, part.left - MARGIN); at < vertical.length; at += 1) {
      const other = vertical[at];
      if (!other || other.left > part.right + MARGIN) break;
      if (!lieApart(part, other)) addPair(pairs, part, other);
    }
  for (const [at, part] of slanting.entries()) {
    for (const other of horizontal) if (!lieApart(part, other)) addPair(pairs, part, other);
    for (const other of vertical) if (!lieApart(part, other)) addPair(pairs, part, other);
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
      const [from, to] = [points[at], points[at + 1]];
      if (!from || !to) continue;
      const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
      const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
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
