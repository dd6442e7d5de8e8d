/** Boxes, lengths and points of paths. */
import { conicAt, conicTurn } from "./arc-conics.js";
import { Box } from "./box.js";
import { parsePath, type Segment } from "./path-data.js";

const CURVE_STEPS = 16;

const cubic = (t: number, a: number, b: number, c: number, d: number): number => {
  const u = 1 - t;
  return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
};

/** Calls back for where along a cubic curve its coordinate turns around. */
function atTurns(a: number, b: number, c: number, d: number, turn: (t: number) => void): void {
  const square = -a + 3 * b - 3 * c + d;
  const linear = 2 * (a - 2 * b + c);
  const constant = b - a;
  if (Math.abs(square) < 1e-9) {
    if (Math.abs(linear) >= 1e-9) turn(-constant / linear);
    return;
  }
  const root = Math.sqrt(linear * linear - 4 * square * constant);
  turn((-linear + root) / (2 * square));
  turn((-linear - root) / (2 * square));
}

const boxes = new Map<string, Box>();
const MAX_BOXES = 5000;

/** The exact bounding box of a path; the boxes of a drawing are asked for again and again, so they are kept. */
export function pathBox(source: string): Readonly<Box> {
  let box = boxes.get(source);
  if (!box) {
    if (boxes.size >= MAX_BOXES) boxes.clear();
    box = computeBox(parsePath(source));
    boxes.set(source, box);
  }
  return box;
}

/** Keeps the box of a path whose pieces are known, so that it need not be read. */
export function keepPathBox(source: string, segments: readonly Segment[]): void {
  if (boxes.size >= MAX_BOXES) boxes.clear();
  boxes.set(source, computeBox(segments));
}

function computeBox(segments: readonly Segment[]): Box {
  const box = new Box();
  if (segments.length === 1) return box;
  let x = 0;
  let y = 0;
  for (const segment of segments) {
    if (segment.type !== "close") box.addPoint(segment.x, segment.y);
    if (segment.type === "curve") {
      const { x1, y1, x2, y2 } = segment;
      const fromX = x;
      const fromY = y;
      const turn = (t: number): void => {
        if (t > 0 && t < 1)
          box.addPoint(cubic(t, fromX, x1, x2, segment.x), cubic(t, fromY, y1, y2, segment.y));
      };
      atTurns(x, x1, x2, segment.x, turn);
      atTurns(y, y1, y2, segment.y, turn);
    } else if (segment.type === "conic") {
      const { x1, y1, weight } = segment;
      for (const t of [conicTurn(x, x1, segment.x, weight), conicTurn(y, y1, segment.y, weight)])
        if (t !== null)
          box.addPoint(conicAt(t, x, x1, segment.x, weight), conicAt(t, y, y1, segment.y, weight));
    }
    ({ x, y } = segment);
  }
  return box;
}

/** Calls back for every straight piece of a path, with its end and its length; 0 for a move. */
function alongPath(source: string, step: (x: number, y: number, length: number) => void): void {
  let x = 0;
  let y = 0;
  const go = (toX: number, toY: number): void => {
    step(toX, toY, Math.hypot(toX - x, toY - y));
    x = toX;
    y = toY;
  };
  for (const segment of parsePath(source)) {
    if (segment.type === "move") {
      ({ x, y } = segment);
      step(x, y, 0);
    } else if (segment.type === "curve" || segment.type === "conic") {
      const fromX = x;
      const fromY = y;
      for (let part = 1; part <= CURVE_STEPS; part += 1) {
        const t = part / CURVE_STEPS;
        if (segment.type === "conic")
          go(
            conicAt(t, fromX, segment.x1, segment.x, segment.weight),
            conicAt(t, fromY, segment.y1, segment.y, segment.weight),
          );
        else
          go(
            cubic(t, fromX, segment.x1, segment.x2, segment.x),
            cubic(t, fromY, segment.y1, segment.y2, segment.y),
          );
      }
    } else go(segment.x, segment.y);
  }
}

/** The length of a path, with curves taken as short straight pieces. */
export function pathLength(source: string): number {
  let total = 0;
  alongPath(source, (_x, _y, length) => (total += length));
  return total;
}

/** The point at a distance from the start of a path. */
export function pointAtLength(source: string, distance: number): { x: number; y: number } {
  let walked = 0;
  let found: { x: number; y: number } | null = null;
  let previous = { x: 0, y: 0 };
  alongPath(source, (x, y, length) => {
    if (!found && length > 0 && walked + length >= distance) {
      const part = (distance - walked) / length;
      found = { x: previous.x + (x - previous.x) * part, y: previous.y + (y - previous.y) * part };
    }
    walked += length;
    previous = { x, y };
  });
  return found ?? previous;
}
