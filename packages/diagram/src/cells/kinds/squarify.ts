/** Divides a box into boxes in proportion to values, none of them much longer than wide; a cell is twice as high as wide. */

/** A part of an area at its place. */
export interface Tile {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const CELL_HEIGHT = 2;

/** One box for each of some values, in their order. Neighbours share the line between them. */
export function squarify(values: readonly number[], box: Tile): Tile[] {
  const order = [...values.keys()].sort((one, other) => (values[other] ?? 0) - (values[one] ?? 0));
  const boxes: Tile[] = values.map(() => box);
  divide(order, values, box, boxes);
  return boxes;
}

function divide(order: readonly number[], values: readonly number[], box: Tile, boxes: Tile[]): void {
  const [first] = order;
  if (first === undefined) return;
  if (order.length === 1) {
    boxes[first] = box;
    return;
  }
  const valueOf = (list: readonly number[]): number =>
    list.reduce((sum, index) => sum + (values[index] ?? 0), 0);
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
        const side = (long * (values[index] ?? 0)) / valueOf(strip);
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
  stack(strip, values, one, boxes, !isWide);
  divide(rest, values, other, boxes);
}

/** The values of a strip side by side, or one under the other. */
function stack(
  strip: readonly number[],
  values: readonly number[],
  box: Tile,
  boxes: Tile[],
  isAcross: boolean,
): void {
  let rest = box;
  let left = strip.reduce((sum, index) => sum + (values[index] ?? 0), 0);
  for (const [at, index] of strip.entries()) {
    const value = values[index] ?? 0;
    const [one, other] = cut(rest, value / left, isAcross, at < strip.length - 1);
    boxes[index] = one;
    rest = other;
    left -= value;
  }
}

/** Cuts a box in two with one line between them. */
function cut(box: Tile, share: number, isAcross: boolean, isCut: boolean): [Tile, Tile] {
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
