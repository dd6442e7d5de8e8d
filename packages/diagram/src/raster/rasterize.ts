/** Pixels of a flattened drawing. */
import { checkMemory } from "./layers.js";
import { Resvg } from "./native-resvg.js";
import { encodePng } from "./png.js";
import type { FlatDrawing } from "../protocol.js";

/** Pixels as the rasteriser gives them. */
interface PremultipliedPixels {
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
}

/** A picture in pixels. */
export interface Raster {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The rasteriser with a drawing in it. */
function loaded({ svg, scale, fontFiles }: FlatDrawing, backdrop: string | null): InstanceType<typeof Resvg> {
  return new Resvg(svg, {
    fitTo: { mode: "zoom", value: scale },
    ...(backdrop ? { background: backdrop } : {}),
    font: {
      loadSystemFonts: false,
      fontFiles: [...fontFiles],
      defaultFontFamily: "Arimo",
      sansSerifFamily: "Arimo",
    },
  });
}

/** The drawing in as many pixels as its scale says, their colours multiplied by alpha. */
export function pixelsOf(drawing: FlatDrawing, backdrop: string | null): PremultipliedPixels {
  checkMemory(drawing.svg, drawing.width * drawing.height * drawing.scale ** 2);
  const { pixels, width, height } = loaded(drawing, backdrop).render();
  return { pixels, width, height };
}

/** The drawing as SVG of paths alone: styles resolved, letters and markers drawn. */
export const outlinesOf = (drawing: FlatDrawing): string => loaded(drawing, null).toString();

export async function rasterize(drawing: FlatDrawing, backdrop: string | null): Promise<Raster> {
  const { pixels, width, height } = pixelsOf(drawing, backdrop);
  return { data: await encodePng(pixels, { width, height, opaque: backdrop !== null }), width, height };
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
