/** Rectangles, and boxes that grow. */
import type { Matrix } from "./matrix.js";

/** A rectangle as the DOM gives it. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A growing bounding box; empty until a point is added. */
export class Box {
  declare left: number;
  declare top: number;
  declare right: number;
  declare bottom: number;

  constructor() {
    this.left = Number.POSITIVE_INFINITY;
    this.top = Number.POSITIVE_INFINITY;
    this.right = Number.NEGATIVE_INFINITY;
    this.bottom = Number.NEGATIVE_INFINITY;
  }

  get isEmpty(): boolean {
    return !(this.right >= this.left);
  }

  addPoint(x: number, y: number): void {
    if (x < this.left) this.left = x;
    if (x > this.right) this.right = x;
    if (y < this.top) this.top = y;
    if (y > this.bottom) this.bottom = y;
  }

  addRect(x: number, y: number, width: number, height: number): void {
    this.addPoint(x, y);
    this.addPoint(x + width, y + height);
  }

  /** Adds a box as it looks under a transform; where that does not turn it, two corners say it all. */
  addBox(
    { left, top, right, bottom, isEmpty }: Readonly<Box>,
    { 0: a, 1: b, 2: c, 3: d, 4: e, 5: f }: Matrix,
  ): void {
    if (isEmpty) return;
    this.addPoint(a * left + c * top + e, b * left + d * top + f);
    this.addPoint(a * right + c * bottom + e, b * right + d * bottom + f);
    if (b === 0 && c === 0) return;
    this.addPoint(a * left + c * bottom + e, b * left + d * bottom + f);
    this.addPoint(a * right + c * top + e, b * right + d * top + f);
  }

  /** In single precision, as a browser keeps boxes: force layouts (mindmap) turn the last digit into pixels. */
  toRect(): Rect {
    if (this.isEmpty) return { x: 0, y: 0, width: 0, height: 0 };
    return {
      x: Math.fround(this.left),
      y: Math.fround(this.top),
      width: Math.fround(this.right - this.left),
      height: Math.fround(this.bottom - this.top),
    };
  }
}
