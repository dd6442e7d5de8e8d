// Divides a box into boxes in proportion to values, none of them much longer than wide; a cell is twice as high as wide.

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const CELL_HEIGHT = 2;

/** One box for each value, in their order. Neighbours share the line between them. */
export function squarify(areas: readonly { readonly value: number }[], box: Box): Box[] {
  const order = [...areas.keys()].sort((one, other) => (areas[other]?.value ?? 0) - (areas[one]?.value ?? 0));
  const boxes: Box[] = areas.map(() => box);
  divide(order, areas, box, boxes);
  return boxes;
}

function divide(
  order: readonly number[],
  areas: readonly { readonly value: number }[],
  box: Box,
  boxes: Box[],
): void {
  const [first] = order;
  if (first === undefined) return;
  if (order.length === 1) {
    boxes[first] = box;
    return;
  }
  const valueOf = (list: readonly number[]): number =>
    list.reduce((sum, index) => sum + (areas[index]?.value ?? 0), 0);
  const width = box.right - box.left;
  const height = box.bottom - box.top;
  const isWide = width >= height * CELL_HEIGHT;
  const total = valueOf(order);
  let best = { count: 1, worst: Number.POSITIVE_INFINITY };
  for (let count = 1; count <= order.length; count += 1) {
    const strip = order.slice(0, count);
    const share = valueOf(strip) / total;
    const thick = (isWide ? width : height * CELL_HEIGHT) * share;
    const long = isWide ? height * CELL_HEIGHT : width;
    const worst = Math.max(
      ...strip.map((index) => {
        const side = (long * (areas[index]?.value ?? 0)) / valueOf(strip);
        return Math.max(thick / side, side / thick);
      }),
    );
    if (worst > best.worst) break;
    best = { count, worst };
  }
  const strip = order.slice(0, best.count);
  const rest = order.slice(best.count);
  const share = valueOf(strip) / total;
  const [one, other] = cut(box, share, isWide, rest.length > 0);
  stack(strip, areas, one, boxes, !isWide);
  divide(rest, areas, other, boxes);
}

/** The values of a strip side by side, or one under the other. */
function stack(
  strip: readonly number[],
  areas: readonly { readonly value: number }[],
  box: Box,
  boxes: Box[],
  isAcross: boolean,
): void {
  let rest = box;
  let left = strip.reduce((sum, index) => sum + (areas[index]?.value ?? 0), 0);
  for (const [at, index] of strip.entries()) {
    const value = areas[index]?.value ?? 0;
    const [one, other] = cut(rest, value / left, isAcross, at < strip.length - 1);
    boxes[index] = one;
    rest = other;
    left -= value;
  }
}

/** Cuts a box in two with one line between them. */
function cut(box: Box, share: number, isAcross: boolean, isCut: boolean): [Box, Box] {
  if (!isCut) return [box, box];
  if (isAcross) {
    const at = box.left + Math.round((box.right - box.left) * share);
    return [
      { ...box, right: at },
      { ...box, left: at },
    ];
  }
  const at = box.top + Math.round((box.bottom - box.top) * share);
  return [
    { ...box, bottom: at },
    { ...box, top: at },
  ];
}
