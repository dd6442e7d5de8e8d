/** The rows of pixels that text stands on. */
import type { Rect } from "../layout/box.js";
import type { Matrix } from "../layout/matrix.js";

/** Puts the baseline of upright text between two rows of pixels, as browsers do: it is sharper there. */
export class PixelRows {
  readonly #top: number;
  readonly #scale: number;
  /** A browser knows the size of a picture in 64ths of a pixel and shrinks it into that: what is half way stays above. */
  readonly #shrunk: number;

  constructor({ y, width, height }: Rect, scale: number) {
    this.#top = y;
    this.#scale = scale;
    this.#shrunk = Math.min(...[width, height].map((side) => Math.floor(side * 64) / 64 / side));
  }

  /** What is left of a length beyond the nearest number of whole pixels. */
  beyondWhole(length: number): number {
    return length - Math.round(length * this.#scale) / this.#scale;
  }

  /** The nearest such place to `y`, which is written in coordinates that `matrix` takes to those of the view. */
  nearest(y: number, [a, b, c, d, , f]: Matrix): number {
    if (b !== 0 || c !== 0 || a <= 0 || d <= 0) return y;
    const row = Math.round((y * d + f - this.#top) * this.#scale * this.#shrunk);
    return (row / this.#scale + this.#top - f) / d;
  }
}
