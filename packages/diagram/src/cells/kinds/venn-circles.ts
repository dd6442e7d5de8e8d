/** Two or three sets as circles that overlap, with what is said of each part written into it, or beside a number below. */
import { Canvas } from "../canvas.js";
import type { Rgb } from "../palette.js";
import { type Line, lineCells, plain, widestLine, wrapLines } from "../rich-text.js";

/** A part of a diagram of sets: what is in all of these and in no others. */
export interface SetPart {
  readonly sets: readonly string[];
  readonly texts: readonly string[];
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Rows of a radius; a row is as high as two columns are wide. */
const RADII = [7, 9, 11, 13];
const NEAR = 1.15;
const APART = 2.15;
const WRAPS = [24, 16, 12, 9];
const STEPS = 160;
/** So that a circle that touches a row does not leave one dot in it. */
const HALF_DOT = 0.1;

/** Draws the circles; null when they do not fit into the columns. */
export function drawCircles(
  parts: readonly SetPart[],
  names: readonly string[],
  columns: number,
  colors: readonly (Rgb | null)[],
): Canvas | null {
  let last: Canvas | null = null;
  for (const radius of RADII) {
    const circles = new Circles(parts, names, radius);
    if (circles.width > columns) break;
    const { canvas, isWhole } = circles.draw(colors, columns);
    if (isWhole) return canvas;
    last = canvas;
  }
  return last;
}

class Circles {
  readonly #parts: readonly SetPart[];
  readonly #names: readonly string[];
  readonly #radius: number;
  readonly #centres: readonly Point[];
  readonly width: number;
  readonly height: number;

  constructor(parts: readonly SetPart[], names: readonly string[], radius: number) {
    this.#parts = parts;
    this.#names = names;
    this.#radius = radius;
    const centres = this.#place();
    const left = Math.min(...centres.map(({ x }) => x)) - radius;
    const top = Math.min(...centres.map(({ y }) => y)) - radius;
    this.#centres = centres.map(({ x, y }) => ({ x: x - left, y: y - top }));
    this.width = Math.ceil(2 * (Math.max(...this.#centres.map(({ x }) => x)) + radius)) + 1;
    this.height = Math.ceil(Math.max(...this.#centres.map(({ y }) => y)) + radius) + 1;
  }

  /** Sets that have something in common overlap, others do not. */
  #place(): Point[] {
    const distance = (one: number, other: number): number => {
      const pair = [this.#names[one] ?? "", this.#names[other] ?? ""];
      const isJoined = this.#parts.some((part) => pair.every((name) => part.sets.includes(name)));
      return this.#radius * (isJoined ? NEAR : APART);
    };
    const side = distance(0, 1);
    const first = { x: 0, y: 0 };
    const second = { x: side, y: 0 };
    if (this.#names.length < 3) return [first, second];
    const [toFirst, toSecond] = [distance(0, 2), distance(1, 2)];
    const x = (side ** 2 + toFirst ** 2 - toSecond ** 2) / (2 * side);
    return [first, second, { x, y: Math.sqrt(Math.max(0, toFirst ** 2 - x ** 2)) }];
  }

  /** Which circles a cell is in, as bits; -1 where a line runs through it. */
  #regionAt(column: number, row: number): number {
    let region = 0;
    for (const [index, { x, y }] of this.#centres.entries()) {
      const away = Math.hypot((column + 0.5) / 2 - x, row + 0.5 - y) - this.#radius;
      if (Math.abs(away) < 0.75) return -1;
      if (away < 0) region |= 1 << index;
    }
    return region;
  }

  draw(colors: readonly (Rgb | null)[], columns: number): { canvas: Canvas; isWhole: boolean } {
    const canvas = new Canvas();
    for (const [index, { x, y }] of this.#centres.entries()) {
      const points = Array.from({ length: STEPS + 1 }, (_, step) => {
        const turn = (step / STEPS) * 2 * Math.PI;
        const reach = this.#radius - HALF_DOT;
        return [2 * (x + Math.cos(turn) * reach), y + Math.sin(turn) * reach] as const;
      });
      canvas.curve(points, colors[index] ?? null);
    }
    const left: SetPart[] = [];
    for (const part of this.#parts) {
      const region = part.sets.reduce((bits, set) => bits | (1 << this.#names.indexOf(set)), 0);
      if (part.texts.length > 0 && !this.#write(canvas, region, part.texts)) left.push(part);
    }
    let row = this.height + 1;
    for (const [index, part] of left.entries()) {
      const region = part.sets.reduce((bits, set) => bits | (1 << this.#names.indexOf(set)), 0);
      this.#write(canvas, region, [String(index + 1)]);
      for (const line of wrapLines([plain(`${index + 1}  ${part.texts.join(", ")}`)], columns)) {
        canvas.label(0, row, line);
        row += 1;
      }
    }
    return { canvas, isWhole: left.length === 0 };
  }

  /** Writes texts into a region, as near to its middle as they fit. */
  #write(canvas: Canvas, region: number, texts: readonly string[]): boolean {
    for (const wrap of WRAPS) {
      const lines = texts.flatMap((text) => wrapLines([plain(text)], wrap, Number.MAX_SAFE_INTEGER));
      const spot = this.#roomFor(region, widestLine(lines), lines.length);
      if (!spot) continue;
      for (const [index, line] of lines.entries()) this.#centre(canvas, line, spot, index, widestLine(lines));
      return true;
    }
    return false;
  }

  #centre(canvas: Canvas, line: Line, spot: Point, index: number, width: number): void {
    canvas.label(spot.x + Math.floor((width - lineCells(line)) / 2), spot.y + index, line);
  }

  #roomFor(region: number, width: number, height: number): Point | null {
    const cells: Point[] = [];
    const isIn = Array.from({ length: this.height }, (_, row) =>
      Array.from({ length: this.width }, (__, column) => {
        const found = this.#regionAt(column, row) === region;
        if (found) cells.push({ x: column, y: row });
        return found;
      }),
    );
    const middle = {
      x: cells.reduce((sum, { x }) => sum + x, 0) / cells.length,
      y: cells.reduce((sum, { y }) => sum + y, 0) / cells.length,
    };
    const fits = ({ x, y }: Point): boolean => {
      for (let row = y; row < y + height; row += 1)
        for (let column = x; column < x + width; column += 1) if (isIn[row]?.[column] !== true) return false;
      return true;
    };
    const away = ({ x, y }: Point): number =>
      Math.hypot((x + (width - 1) / 2 - middle.x) / 2, y + (height - 1) / 2 - middle.y);
    return (
      cells
        .filter(fits)
        .toSorted((one, other) => away(one) - away(other))
        .at(0) ?? null
    );
  }
}
