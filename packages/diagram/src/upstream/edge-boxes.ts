/** Edges that cannot cross, because they lie apart: every edge of a graph is held against every other. */

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where an edge lies, and whether all its parts run along the axes. */
export interface EdgeBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly straight: boolean;
}

export function boxOf({ points }: { readonly points: readonly Point[] }): EdgeBox {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
    straight: points.every((point, at) => {
      const next = points[at + 1] ?? point;
      return next.x === point.x || next.y === point.y;
    }),
  };
}

/**
 * Whether two edges certainly do not cross. One of them has to be straight: where two slanting lines lie on one line,
 * rounding alone decides whether they are found to cross.
 */
export function lieApart(one: EdgeBox, other: EdgeBox): boolean {
  if (!one.straight && !other.straight) return false;
  return (
    one.right < other.left - 1 ||
    other.right < one.left - 1 ||
    one.bottom < other.top - 1 ||
    other.bottom < one.top - 1
  );
}
