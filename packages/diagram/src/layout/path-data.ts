/** The text of SVG paths, read into lines and cubic curves. */

/** A piece of a path in absolute coordinates; every curve is cubic. */
export type Segment =
  | { readonly type: "move" | "line"; readonly x: number; readonly y: number }
  | {
      readonly type: "curve";
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly x: number;
      readonly y: number;
    }
  | { readonly type: "close"; readonly x: number; readonly y: number };

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/g;
const WORD = new RegExp(`[MLHVCSQTAZ]|${NUMBER.source}`, "gi");
const LAST_DIGIT = "9".charCodeAt(0);
const PARAMETERS: Readonly<Record<string, number>> = {
  M: 2,
  L: 2,
  H: 1,
  V: 1,
  C: 6,
  S: 4,
  Q: 4,
  T: 2,
  A: 7,
  Z: 0,
};

/** Every number of a text, as in the `points` of a polygon. */
export function readNumbers(source: string): number[] {
  return (source.match(NUMBER) ?? []).map(Number);
}

/** Parses path data; stops where it cannot be read, as a browser does. */
export function parsePath(source: string): Segment[] {
  const builder = new PathBuilder();
  const words = source.match(WORD) ?? [];
  // Only where there are arcs the place of a number says where it ends.
  const arcs = /a/i.test(source) ? source.matchAll(/a([^MLHVCSQTAZ]*)/gi) : undefined;
  const values: number[] = [];
  for (let at = 0; at < words.length;) {
    const command = words[at] ?? "";
    const upper = command.toUpperCase();
    const size = PARAMETERS[upper];
    values.length = 0;
    for (at += 1; at < words.length && isNumber(words[at] ?? ""); at += 1) values.push(Number(words[at]));
    if (size === undefined) continue;
    if (size === 0) {
      builder.close();
      continue;
    }
    const numbers = upper === "A" ? readArcNumbers(arcs?.next().value?.[1] ?? "") : values;
    for (let from = 0; from + size <= numbers.length; from += size)
      builder.add(upper, command !== upper, numbers, from);
  }
  return builder.segments;
}

const isNumber = (word: string): boolean => word.charCodeAt(0) <= LAST_DIGIT;

/** The two flags of an arc may be written without a separator: "0 01" is three numbers. */
function readArcNumbers(body: string): number[] {
  const values: number[] = [];
  const pattern = new RegExp(NUMBER.source, "y");
  let at = 0;
  while (at < body.length) {
    const place = values.length % 7;
    if (/[\s,]/.test(body.charAt(at))) {
      at += 1;
    } else if (place === 3 || place === 4) {
      values.push(Number(body.charAt(at)));
      at += 1;
    } else {
      pattern.lastIndex = at;
      const match = pattern.exec(body);
      if (!match) break;
      values.push(Number(match[0]));
      at = pattern.lastIndex;
    }
  }
  return values;
}

/** Two thirds of the way: where the control point of a quadratic curve lies for the cubic one. */
const third = (from: number, to: number): number => from + (2 / 3) * (to - from);

class PathBuilder {
  readonly segments: Segment[] = [];
  #x = 0;
  #y = 0;
  #startX = 0;
  #startY = 0;
  #controlX = 0;
  #controlY = 0;
  #previous = "";

  close(): void {
    this.#x = this.#startX;
    this.#y = this.#startY;
    this.segments.push({ type: "close", x: this.#x, y: this.#y });
    this.#previous = "Z";
  }

  /** Adds what a command says with the values from `from` on. */
  add(command: string, relative: boolean, values: readonly number[], from: number): void {
    const originX = relative ? this.#x : 0;
    const originY = relative ? this.#y : 0;
    const x = (index: number): number => originX + (values[from + index] ?? 0);
    const y = (index: number): number => originY + (values[from + index] ?? 0);
    switch (command) {
      case "M":
        this.#lineTo(x(0), y(1), from === 0 ? "move" : "line");
        if (from === 0) {
          this.#startX = this.#x;
          this.#startY = this.#y;
        }
        break;
      case "L":
        this.#lineTo(x(0), y(1), "line");
        break;
      case "H":
        this.#lineTo(x(0), this.#y, "line");
        break;
      case "V":
        this.#lineTo(this.#x, y(0), "line");
        break;
      case "C":
        this.#curveTo(x(0), y(1), x(2), y(3), x(4), y(5));
        break;
      case "S": {
        const [reflectedX, reflectedY] = this.#reflected("CS");
        this.#curveTo(reflectedX, reflectedY, x(0), y(1), x(2), y(3));
        break;
      }
      case "Q":
        this.#quadraticTo(x(0), y(1), x(2), y(3));
        break;
      case "T": {
        const [reflectedX, reflectedY] = this.#reflected("QT");
        this.#quadraticTo(reflectedX, reflectedY, x(0), y(1));
        break;
      }
      default:
        this.#arcTo(values.slice(from, from + 5), x(5), y(6));
    }
    this.#previous = command;
  }

  /** The control point of the curve before, mirrored; the current point when there was none. */
  #reflected(kinds: string): [number, number] {
    if (!this.#previous || !kinds.includes(this.#previous)) return [this.#x, this.#y];
    return [2 * this.#x - this.#controlX, 2 * this.#y - this.#controlY];
  }

  #lineTo(x: number, y: number, type: "move" | "line"): void {
    this.#x = x;
    this.#y = y;
    this.segments.push({ type, x, y });
  }

  #curveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.segments.push({ type: "curve", x1, y1, x2, y2, x, y });
    this.#controlX = x2;
    this.#controlY = y2;
    this.#x = x;
    this.#y = y;
  }

  #quadraticTo(cx: number, cy: number, x: number, y: number): void {
    this.#curveTo(third(this.#x, cx), third(this.#y, cy), third(x, cx), third(y, cy), x, y);
    this.#controlX = cx;
    this.#controlY = cy;
  }

  #arcTo(values: number[], x: number, y: number): void {
    const [rawRx = 0, rawRy = 0, rotation = 0, large = 0, sweep = 0] = values;
    let rx = Math.abs(rawRx);
    let ry = Math.abs(rawRy);
    if (rx === 0 || ry === 0 || (x === this.#x && y === this.#y)) {
      this.#lineTo(x, y, "line");
      return;
    }
    const angle = (rotation * Math.PI) / 180;
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    const halfX = (this.#x - x) / 2;
    const halfY = (this.#y - y) / 2;
    const px = cos * halfX + sin * halfY;
    const py = -sin * halfX + cos * halfY;
    const stretch = Math.sqrt((px / rx) ** 2 + (py / ry) ** 2);
    if (stretch > 1) [rx, ry] = [rx * stretch, ry * stretch];
    const square = (rx * py) ** 2 + (ry * px) ** 2;
    const root = Math.sqrt(Math.max(0, ((rx * ry) ** 2 - square) / square)) * (large === sweep ? -1 : 1);
    const centerPx = (root * rx * py) / ry;
    const centerPy = (-root * ry * px) / rx;
    const centerX = cos * centerPx - sin * centerPy + (this.#x + x) / 2;
    const centerY = sin * centerPx + cos * centerPy + (this.#y + y) / 2;
    const start = Math.atan2((py - centerPy) / ry, (px - centerPx) / rx);
    let turn = Math.atan2((-py - centerPy) / ry, (-px - centerPx) / rx) - start;
    if (sweep && turn < 0) turn += 2 * Math.PI;
    if (!sweep && turn > 0) turn -= 2 * Math.PI;
    const at = (u: number, v: number): [number, number] => [
      centerX + cos * rx * u - sin * ry * v,
      centerY + sin * rx * u + cos * ry * v,
    ];
    const pieces = Math.max(1, Math.ceil(Math.abs(turn) / (Math.PI / 2)));
    const reach = (4 / 3) * Math.tan(turn / pieces / 4);
    for (let piece = 0; piece < pieces; piece += 1) {
      const from = start + (piece * turn) / pieces;
      const to = from + turn / pieces;
      const first = at(Math.cos(from) - reach * Math.sin(from), Math.sin(from) + reach * Math.cos(from));
      const second = at(Math.cos(to) + reach * Math.sin(to), Math.sin(to) - reach * Math.cos(to));
      this.#curveTo(...first, ...second, ...at(Math.cos(to), Math.sin(to)));
    }
  }
}
