/** A flattened drawing as PDF. */
import { fittingScale } from "../limits.js";
import { type Pdf, writePdf } from "../pdf/write-pdf.js";
import type { FlatDrawing } from "../protocol.js";
import { straightenAlpha } from "./png.js";
import { outlinesOf, pixelsOf } from "./rasterize.js";

/** How fine it is where pixels are needed, and how many there may be at most. */
export interface Resolution {
  readonly scale: number;
  readonly maxPixels: number;
}

/** The drawing on a page of its size: in lines and areas, and in pixels where PDF has no words. */
export function print(drawing: FlatDrawing, { scale, maxPixels }: Resolution): Pdf {
  return writePdf(outlinesOf(drawing), (svg, { width, height, zoom, finest }) => {
    const fitting = fittingScale(width, height, Math.min(scale * zoom, finest), maxPixels);
    const { pixels, ...size } = pixelsOf({ svg, width, height, scale: fitting, fontFiles: [] }, null);
    straightenAlpha(pixels);
    return { data: pixels, ...size };
  });
}
