/** A flattened drawing as PDF: a script of its own, for few processes need it. */
import { fittingScale } from "../limits.js";
import type { PixelMaker } from "../pdf/picture.js";
import { type Pdf, writePdf } from "../pdf/write-pdf.js";
import type { FlatDrawing } from "../protocol.js";
import { Font } from "../text/font.js";
import { straightenAlpha } from "./png.js";
import type * as Rasterizer from "./rasterize.js";

/** How fine it is where pixels are needed, and how many there may be at most. */
export interface Resolution {
  readonly scale: number;
  readonly maxPixels: number;
}

/** The drawing on a page of its size: in lines and areas, and in pixels where PDF has no words. */
export function print(
  drawing: FlatDrawing,
  { scale, maxPixels }: Resolution,
  { outlinesOf, pixelsOf }: Pick<typeof Rasterizer, "outlinesOf" | "pixelsOf">,
): Pdf {
  const pixels: PixelMaker = (svg, { width, height, zoom, finest }) => {
    const fitting = fittingScale(width, height, Math.min(scale * zoom, finest), maxPixels);
    const picture = pixelsOf({ svg, width, height, scale: fitting, fontFiles: [] }, null);
    straightenAlpha(picture.pixels);
    return { data: picture.pixels, width: picture.width, height: picture.height };
  };
  const { svg, fontFiles } = drawing;
  return writePdf({ outlines: outlinesOf(drawing), svg, widthOf: widthsIn(fontFiles), pixels });
}

/** How wide a character is that no font has. */
const USUAL_WIDTH = 0.5;

/** How far characters advance, by the first of some fonts that has them. */
function widthsIn(files: readonly string[]): (character: string) => number {
  const fonts: Font[] = [];
  const fontAt = (index: number): Font => (fonts[index] ??= new Font(files[index] ?? ""));
  return (character) => {
    for (let index = 0; index < files.length; index += 1) {
      const font = fontAt(index);
      const glyph = font.glyphOf(character.codePointAt(0) ?? 0);
      if (glyph !== 0) return font.advance(glyph) / font.unitsPerEm;
    }
    return USUAL_WIDTH;
  };
}
