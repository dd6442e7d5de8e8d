/** A picture in both of its forms: pixels and PNG. */
import { decodePng } from "./png-decode.js";
import type { Pixels } from "./pixels.js";
import { encodePng, pngSize } from "./png.js";

/** Red, green, blue, each 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/**
 * One picture in both of its forms. Some protocols carry the PNG file as it is, others need the pixels; the
 * form that was not given is made on first use, so that nothing is decoded or compressed in vain.
 */
export class Picture {
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
  #pixels: Pixels | undefined;
  #png: Uint8Array | undefined;

  private constructor(size: { width: number; height: number }, pixels?: Pixels, png?: Uint8Array) {
    this.width = size.width;
    this.height = size.height;
    this.#pixels = pixels;
    this.#png = png;
  }

  /** A picture of pixels, red, green, blue and alpha each. */
  static fromPixels(pixels: Pixels): Picture {
    return new Picture(pixels, pixels);
  }

  /** Throws when the bytes do not begin like a PNG file or claim more pixels than a diagram can have. */
  static fromPng(png: Uint8Array): Picture {
    return new Picture(pngSize(png), undefined, png);
  }

  /** Its pixels; decoded on first use. */
  get pixels(): Pixels {
    this.#pixels ??= decodePng(this.#png ?? new Uint8Array());
    return this.#pixels;
  }

  /** Its PNG file; compressed on first use. */
  get png(): Uint8Array {
    this.#png ??= encodePng(this.pixels);
    return this.#png;
  }
}
