/**
 * Arcs of paths as rational curves, in single precision and step by step as Chromium works them out: the layout of mindmaps turns
 * the last digit of a cloud's box into pixels.
 */

/** A rational curve of the second degree: its control point, how much that weighs, and its end. */
export interface Conic {
  readonly type: "conic";
  readonly x1: number;
  readonly y1: number;
  readonly weight: number;
  readonly x: number;
  readonly y: number;
}

/** What an arc says of itself beside its ends. */
export interface ArcShape {
  readonly rx: number;
  readonly ry: number;
  /** In degrees. */
  readonly rotation: number;
  readonly isLarge: boolean;
  readonly isSweep: boolean;
}

const { fround } = Math;
const PI = fround(Math.PI);
const TURN = fround(PI * 2);
/** More than a quarter of a turn, so that one which is hardly more than that is one curve. */
const LONGEST = fround(TURN / 3);
const TINY_TURN = fround(PI / 1_000_000);
const NEARLY_ZERO = 1 / 4096;

const sine = (angle: number): number => nearZero(fround(Math.sin(angle)));
const cosine = (angle: number): number => nearZero(fround(Math.cos(angle)));
const nearZero = (value: number): number => (Math.abs(value) <= NEARLY_ZERO ? 0 : value);
const product = (a: number, b: number): number => fround(a * b);
const dot = (a: number, b: number, c: number, d: number): number => fround(product(a, b) + product(c, d));

/** The curves of an arc between two points; none where it is a straight line. */
export function arcConics(
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  { rx: radiusX, ry: radiusY, rotation, isLarge, isSweep }: ArcShape,
): Conic[] {
  let rx = Math.abs(radiusX);
  let ry = Math.abs(radiusY);
  if (rx === 0 || ry === 0 || (fromX === toX && fromY === toY)) return [];
  const angle = product(rotation, fround(PI / 180));
  const [sin, cos] = [sine(angle), cosine(angle)];
  const halfX = product(fround(fromX - toX), 0.5);
  const halfY = product(fround(fromY - toY), 0.5);
  const alongX = dot(halfX, cos, halfY, sin);
  const alongY = dot(halfX, -sin, halfY, cos);
  const share = (side: number, radius: number): number =>
    fround(product(side, side) / product(radius, radius));
  const stretch = fround(share(alongX, rx) + share(alongY, ry));
  if (stretch > 1) {
    const grown = fround(Math.sqrt(stretch));
    rx = product(rx, grown);
    ry = product(ry, grown);
  }
  // Where the ellipse is a circle of radius 1.
  const [inverseX, inverseY] = [fround(1 / rx), fround(1 / ry)];
  const unitX = (x: number, y: number): number => dot(x, product(inverseX, cos), y, product(inverseX, sin));
  const unitY = (x: number, y: number): number => dot(x, product(inverseY, -sin), y, product(inverseY, cos));
  const [startX, startY] = [unitX(fromX, fromY), unitY(fromX, fromY)];
  const [endX, endY] = [unitX(toX, toY), unitY(toX, toY)];
  const [dx, dy] = [fround(endX - startX), fround(endY - startY)];
  const away = fround(Math.sqrt(Math.max(fround(fround(1 / dot(dx, dx, dy, dy)) - 0.25), 0)));
  const side = isSweep === isLarge ? -away : away;
  const centerX = fround(product(fround(startX + endX), 0.5) - product(dy, side));
  const centerY = fround(product(fround(startY + endY), 0.5) + product(dx, side));
  const first = fround(Math.atan2(fround(startY - centerY), fround(startX - centerX)));
  const last = fround(Math.atan2(fround(endY - centerY), fround(endX - centerX)));
  let turn = fround(last - first);
  if (turn < 0 && isSweep) turn = fround(turn + TURN);
  else if (turn > 0 && !isSweep) turn = fround(turn - TURN);
  if (Math.abs(turn) < TINY_TURN) return [];

  const count = Math.ceil(Math.abs(fround(turn / LONGEST)));
  const width = fround(turn / count);
  const reach = fround(Math.tan(product(0.5, width)));
  const weight = fround(Math.sqrt(fround(0.5 + product(fround(Math.cos(width)), 0.5))));
  const backX = (x: number, y: number): number => dot(x, product(cos, rx), y, product(-sin, ry));
  const backY = (x: number, y: number): number => dot(x, product(sin, rx), y, product(cos, ry));
  const conics: Conic[] = [];
  let theta = first;
  for (let index = 1; index <= count; index += 1) {
    theta = fround(theta + width);
    const [sinEnd, cosEnd] = [sine(theta), cosine(theta)];
    const x = fround(cosEnd + centerX);
    const y = fround(sinEnd + centerY);
    const x1 = fround(x + product(reach, sinEnd));
    const y1 = fround(y - product(reach, cosEnd));
    const isLast = index === count;
    conics.push({
      type: "conic",
      x1: backX(x1, y1),
      y1: backY(x1, y1),
      weight,
      x: isLast ? toX : backX(x, y),
      y: isLast ? toY : backY(x, y),
    });
  }
  return conics;
}

/** A coordinate of such a curve at a place along it. */
export function conicAt(t: number, from: number, control: number, to: number, weight: number): number {
  const weighed = product(control, weight);
  const square = fround(fround(to - fround(2 * weighed)) + from);
  const linear = fround(2 * fround(weighed - from));
  const below = fround(2 * fround(weight - 1));
  const value = (a: number, b: number, c: number): number =>
    fround(product(fround(product(a, t) + b), t) + c);
  return fround(value(square, linear, from) / value(-below, below, 1));
}

/** Where along such a curve its coordinate turns around; null when it does not. */
export function conicTurn(from: number, control: number, to: number, weight: number): number | null {
  const whole = fround(to - from);
  const half = product(weight, fround(control - from));
  const square = fround(product(weight, whole) - whole);
  const linear = fround(whole - fround(2 * half));
  if (square === 0) return insideUnit(-half, linear);
  const root = fround(Math.sqrt(linear * linear - 4 * square * half));
  if (Number.isNaN(root)) return null;
  const middle = fround(-fround(linear < 0 ? linear - root : linear + root) / 2);
  const one = insideUnit(middle, square);
  const other = insideUnit(half, middle);
  return one !== null && other !== null && one !== other ? null : (one ?? other);
}

function insideUnit(above: number, below: number): number | null {
  const ratio = fround(above / below);
  return ratio > 0 && Math.abs(above) < Math.abs(below) ? ratio : null;
}
