/** The text of SVG paths, read into lines and curves. */
import { arcConics, type Conic } from "./arc-conics.js";

/** A piece of a path in absolute coordinates; every curve is cubic, but for those of arcs. */
export type Segment =
  | Conic
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

const POINT = ".".charCodeAt(0);
const FIRST_DIGIT = "0".charCodeAt(0);
const TENTH = Math.fround(0.1);

/**
 * A number of a path as Chromium reads it, digit by digit in single precision: it is not always the nearest one, and force
 * layouts turn the last digit into pixels.
 */
export function singleNumber(word: string): number {
  // Signs come before the point and the digits.
  let at = word.charCodeAt(0) < POINT ? 1 : 0;
  let whole = 0;
  let code = word.charCodeAt(at);
  for (; code >= FIRST_DIGIT && code <= LAST_DIGIT; code = word.charCodeAt((at += 1)))
    whole = whole * 10 + (code - FIRST_DIGIT);
  let part = 0;
  if (code === POINT) {
    let unit = 1;
    for (code = word.charCodeAt((at += 1)); code >= FIRST_DIGIT && code <= LAST_DIGIT;) {
      unit = Math.fround(unit * TENTH);
      part = Math.fround(part + Math.fround((code - FIRST_DIGIT) * unit));
      code = word.charCodeAt((at += 1));
    }
  }
  if (at < word.length) return Math.fround(Number(word));
  const value = Math.fround(Math.fround(whole) + part);
  return word.startsWith("-") ? -value : value;
}

/** Every number of a text, as in the `points` of a polygon. */
export function readNumbers(source: string): number[] {
  return (source.match(NUMBER) ?? []).map(singleNumber);
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
    for (at += 1; at < words.length && isNumber(words[at] ?? ""); at += 1)
      values.push(singleNumber(words[at] ?? ""));
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
      values.push(singleNumber(match[0]));
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
    const x = (index: number): number => Math.fround(originX + (values[from + index] ?? 0));
    const y = (index: number): number => Math.fround(originY + (values[from + index] ?? 0));
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
    const [rx = 0, ry = 0, rotation = 0, large = 0, sweep = 0] = values;
    const shape = { rx, ry, rotation, isLarge: large !== 0, isSweep: sweep !== 0 };
    const conics = arcConics(this.#x, this.#y, x, y, shape);
    this.segments.push(...conics);
    if (conics.length === 0) this.#lineTo(x, y, "line");
    this.#x = x;
    this.#y = y;
  }
}
