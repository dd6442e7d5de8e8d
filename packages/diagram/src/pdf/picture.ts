/** Pixels on a page. */
import type { PdfFile, Reference } from "./pdf-file.js";

/** Pixels of red, green, blue and alpha, with colours as if they were opaque. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** How large something is that is to be drawn in pixels, and how much larger on the page. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
  /** How many pixels for each unit of it are enough. */
  readonly finest: number;
}

/** Draws SVG in pixels. */
export type PixelMaker = (svg: string, size: PixelSize) => Pixels;

/** Adds a picture: its colours, and beside them how opaque they are. */
export function addPicture(file: PdfFile, { data, width, height }: Pixels): Reference {
  const count = width * height;
  const [colors, alpha] = [new Uint8Array(count * 3), new Uint8Array(count)];
  for (let index = 0; index < count; index += 1) {
    colors[index * 3] = data[index * 4] ?? 0;
    colors[index * 3 + 1] = data[index * 4 + 1] ?? 0;
    colors[index * 3 + 2] = data[index * 4 + 2] ?? 0;
    alpha[index] = data[index * 4 + 3] ?? 0;
  }
  const about = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /Interpolate true`;
  const mask = file.addStream(`${about} /ColorSpace /DeviceGray`, alpha);
  return file.addStream(`${about} /ColorSpace /DeviceRGB /SMask ${mask}`, colors);
}
