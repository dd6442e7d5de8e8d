// resvg as WebAssembly behind the interface of the native one: a bundle has no native code beside it. Becomes a part of
// what scripts/embed.mjs writes.
import { readFileSync } from "node:fs";
import { initWasm, Resvg as PortableResvg } from "@resvg/resvg-wasm";

await initWasm(readFileSync(new URL("resvg.wasm", import.meta.url)));

/** What src/raster/rasterize.ts uses of the native class. */
export class Resvg {
  #svg;
  #options;

  constructor(svg, options) {
    this.#svg = svg;
    this.#options = options;
  }

  #load() {
    const { font, ...options } = this.#options;
    const { fontFiles, defaultFontFamily, sansSerifFamily } = font;
    const fontBuffers = fontFiles.map((file) => readFileSync(file));
    return new PortableResvg(this.#svg, {
      ...options,
      font: { fontBuffers, defaultFontFamily, sansSerifFamily },
    });
  }

  /** The pixels; what the module holds of them is given back at once. */
  render() {
    const drawing = this.#load();
    const image = drawing.render();
    const { width, height, pixels } = image;
    image.free();
    drawing.free();
    return { width, height, pixels };
  }

  /** The drawing as outlines. */
  toString() {
    const drawing = this.#load();
    const outlines = drawing.toString();
    drawing.free();
    return outlines;
  }
}
