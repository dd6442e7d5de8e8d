/** The cells that lines may run through, who runs through them already, and what a step costs. */
import { sidesOf } from "../glyphs.js";
import type { Rect } from "./model.js";

/** Up, right, down, left: 0 to 3, in the order of the bits of a mask. */
export type Heading = 0 | 1 | 2 | 3;

export const HEADINGS: readonly Heading[] = [0, 1, 2, 3];
export const STEP_COLUMN: readonly number[] = [0, 1, 0, -1];
export const STEP_ROW: readonly number[] = [-1, 0, 1, 0];
export const opposite = (heading: Heading): Heading => ((heading + 2) & 3) as Heading;
export const bit = (heading: Heading): number => 1 << heading;

const FREE = 0;
const WALL = 1;
/** Borders of groups may be crossed, straight. */
const BORDER_ACROSS = 2;
const BORDER_DOWN = 3;

const HEAD = 1;
const TAIL = 2;

const BEND = 4;
const CROSSING = 6;
const SHARED = -0.4;
const NEAR = 1.2;
const NEAR_HEAD = 2.5;
const BORDER = 1.5;
/** Where nobody may go. */
export const NEVER = Number.POSITIVE_INFINITY;

export class Grid {
  readonly width: number;
  readonly height: number;
  readonly #kind: Uint8Array;
  readonly #near: Float32Array;
  /** The sides that lines touch. */
  readonly #mask: Uint8Array;
  /** Who runs there; where two cross, who runs across. */
  readonly #owner: Int32Array;
  /** Where two cross, who runs up and down. */
  readonly #second: Int32Array;
  readonly #head: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    const size = width * height;
    this.#kind = new Uint8Array(size);
    this.#near = new Float32Array(size);
    this.#mask = new Uint8Array(size);
    this.#owner = new Int32Array(size).fill(-1);
    this.#second = new Int32Array(size).fill(-1);
    this.#head = new Uint8Array(size);
  }

  has(column: number, row: number): boolean {
    return column >= 0 && row >= 0 && column < this.width && row < this.height;
  }

  index(column: number, row: number): number {
    return row * this.width + column;
  }

  spotOf(at: number): { column: number; row: number } {
    return { column: at % this.width, row: Math.floor(at / this.width) };
  }

  /** Nothing runs through a rectangle, and rather not beside it. */
  addWall({ left, top, width, height }: Rect): void {
    for (let row = top - 1; row <= top + height; row += 1)
      for (let column = left - 1; column <= left + width; column += 1) {
        if (!this.has(column, row)) continue;
        const at = this.index(column, row);
        const inside = row >= top && row < top + height && column >= left && column < left + width;
        if (inside) this.#kind[at] = WALL;
        else this.#near[at] = NEAR;
      }
  }

  addBorder({ left, top, width, height }: Rect): void {
    const set = (column: number, row: number, kind: number): void => {
      if (this.has(column, row) && this.#kind[this.index(column, row)] === FREE)
        this.#kind[this.index(column, row)] = kind;
    };
    const right = left + width - 1;
    const bottom = top + height - 1;
    for (const [column, row] of [
      [left, top],
      [right, top],
      [left, bottom],
      [right, bottom],
    ] as const)
      set(column, row, WALL);
    for (let column = left + 1; column < right; column += 1)
      for (const row of [top, bottom]) set(column, row, BORDER_ACROSS);
    for (let row = top + 1; row < bottom; row += 1)
      for (const column of [left, right]) set(column, row, BORDER_DOWN);
  }

  /** Nothing runs through a cell from now on. */
  close(at: number): void {
    this.#kind[at] = WALL;
  }

  /** Whether a line of `owner` may be in a cell at all. */
  isOpen(at: number): boolean {
    return this.#kind[at] !== WALL;
  }

  /** What it costs a line of `owner` to come into a cell with one heading and leave it with another; `NEVER` where it must not. */
  cost(at: number, owner: number, into: Heading, out: Heading): number {
    const mask = bit(opposite(into)) | bit(out);
    const isStraight = into === out;
    let cost = (this.#near[at] ?? 0) + (isStraight ? 0 : BEND);
    const kind = this.#kind[at];
    if (kind === BORDER_ACROSS || kind === BORDER_DOWN) {
      if (mask !== (kind === BORDER_ACROSS ? 5 : 10)) return NEVER;
      cost += BORDER;
    }
    const used = this.#mask[at] ?? 0;
    if (used === 0) return cost;
    const head = this.#head[at];
    if (head === HEAD || (head === TAIL && this.#owner[at] !== owner)) return NEVER;
    if (used === 15) {
      const along = mask === 10 ? this.#owner[at] : mask === 5 ? this.#second[at] : -1;
      return along === owner ? cost + SHARED : NEVER;
    }
    if (this.#owner[at] === owner)
      return sidesOf(used | mask) <= 3 ? cost + SHARED : isCrossing(used, mask) ? cost + CROSSING : NEVER;
    return isCrossing(used, mask) ? cost + CROSSING : NEVER;
  }

  /** Whether a line may begin or end in a cell; with a sign, only where no line passes, or where it shares the sign. */
  canEndAt(at: number, owner: number, hasSign: boolean): boolean {
    const head = this.#head[at];
    if (hasSign && head !== HEAD && this.#mask[at] !== 0) return false;
    return !head || this.#owner[at] === owner;
  }

  isHead(at: number): boolean {
    return this.#head[at] === HEAD;
  }

  /** A line of `owner` runs through a cell from now on. */
  use(at: number, owner: number, mask: number): void {
    const used = this.#mask[at] ?? 0;
    if (used === 0) {
      this.#owner[at] = owner;
    } else if (isCrossing(used, mask)) {
      const other = this.#owner[at] ?? -1;
      this.#owner[at] = mask === 10 ? owner : other;
      this.#second[at] = mask === 5 ? owner : other;
    }
    this.#mask[at] = used | mask;
  }

  /** A line without a sign begins in a cell: nothing else crosses it there. */
  useTail(at: number): void {
    this.#head[at] = TAIL;
  }

  /** A sign stands in a cell; others keep away from it. */
  useHead(at: number): void {
    this.#head[at] = HEAD;
    for (const side of [-1, 1]) {
      const beside = at + side;
      if (beside >= 0 && beside < this.#near.length)
        this.#near[beside] = Math.max(this.#near[beside] ?? 0, NEAR_HEAD);
    }
  }

  maskAt(at: number): number {
    return this.#mask[at] ?? 0;
  }
}

/** Two straight lines, one across and one down. */
const isCrossing = (used: number, mask: number): boolean =>
  (used === 5 && mask === 10) || (used === 10 && mask === 5);
