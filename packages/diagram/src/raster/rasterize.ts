/** Pixels of a flattened drawing. */
import { checkMemory } from "./layers.js";
import { Resvg } from "./native-resvg.js";
import { encodePng } from "./png.js";
import type { FlatDrawing } from "../protocol.js";

/** A picture in pixels. */
export interface Raster {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export async function rasterize(
  { svg, scale, fontFiles, ...size }: FlatDrawing,
  backdrop: string | null,
): Promise<Raster> {
  checkMemory(svg, size.width * size.height * scale ** 2);
  const image = new Resvg(svg, {
    fitTo: { mode: "zoom", value: scale },
    ...(backdrop ? { background: backdrop } : {}),
    font: {
      loadSystemFonts: false,
      fontFiles: [...fontFiles],
      defaultFontFamily: "Arimo",
      sansSerifFamily: "Arimo",
    },
  }).render();
  const { width, height } = image;
  return { data: await encodePng(image.pixels, { width, height, opaque: backdrop !== null }), width, height };
}

const SQUARE: FlatDrawing = {
  svg: '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="32" height="32"/></svg>',
  width: 64,
  height: 64,
  scale: 1,
  fontFiles: [],
};

/** While the diagram is still being drawn: the first picture loads what the next ones find in memory. */
export async function rasterizeNothing(): Promise<void> {
  await rasterize(SQUARE, "#fff");
}
