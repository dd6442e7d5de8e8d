/** A drawing as PDF. */
import { Box } from "../layout/box.js";
import type { Matrix } from "../layout/matrix.js";
import { matrixNumbers, USUAL_MITER_LIMIT } from "./operators.js";
import { readOutlines } from "./outlines.js";
import { PagePainter } from "./page-painter.js";
import { PdfFile } from "./pdf-file.js";
import type { PixelMaker } from "./picture.js";
import { UnseenLetters, type WidthOf } from "./unseen-letters.js";
import { wordOperators } from "./words.js";

/** Points for each pixel of CSS. */
const POINTS = 72 / 96;
/** What a side of a page may be at most; larger drawings are made smaller. */
const LONGEST_SIDE = 14_400;

/** A finished file, with the size of its page in points. */
export interface Pdf {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const rounded = (length: number): number => Math.round(length * 100) / 100;

/** What a page is made of. */
export interface PageSource {
  /** The drawing as the rasteriser writes it, with letters as paths. */
  readonly outlines: string;
  /** The same drawing with its text. */
  readonly svg: string;
  readonly widthOf: WidthOf;
  /** Draws what PDF has no words for. */
  readonly pixels: PixelMaker;
}

/** A page with a drawing on it. */
export function writePdf({ outlines, svg, widthOf, pixels }: PageSource): Pdf {
  const root = readOutlines(outlines);
  const [x = 0, y = 0, width = 0, height = 0] = (root.attributes.get("viewBox") ?? "").split(" ").map(Number);
  const scale = Math.min(POINTS, LONGEST_SIDE / Math.max(width, height));
  // On a page, up is up.
  const matrix: Matrix = [scale, 0, 0, -scale, -x * scale, (y + height) * scale];
  const file = new PdfFile();
  const painter = new PagePainter(root, file, pixels);
  const view = new Box();
  view.addRect(x, y, width, height);
  const drawing = painter.paint(root.children, { matrix, zoom: 1, recolor: null, view });
  const page = { width: rounded(width * scale), height: rounded(height * scale) };
  const letters = new UnseenLetters();
  const words = wordOperators(readOutlines(svg), letters);
  letters.addFonts(file, painter.resources, widthOf);
  const content = `${matrixNumbers(matrix)} cm\n${USUAL_MITER_LIMIT} M\n${drawing}${words}`;
  return { data: file.finish({ ...page, content, resources: painter.resources.toString() }), ...page };
}
