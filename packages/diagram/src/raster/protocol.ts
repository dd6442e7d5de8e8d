// What is said to the process that draws pictures, and what it answers.
import type { DrawFailure, PictureRequest } from "../protocol.js";

/** What the pixels of a picture are like. */
export interface PixelSettings {
  readonly scale: number;
  readonly maxPixels: number;
  /** An opaque colour behind the whole picture, also where its last pixels are half outside the drawing. */
  readonly backdrop: string | null;
}

/** A flattened drawing to be turned into pixels. */
export interface FlatPicture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  readonly fontFiles: readonly string[];
}

/** A picture to be made: from Mermaid source, or from a drawing that is flat already. */
export interface PictureJob {
  readonly drawing: PictureRequest | FlatPicture;
  /** null is SVG. */
  readonly pixels: PixelSettings | null;
  /** How much work the drawing may be. */
  readonly timeoutMs: number;
}

/** The picture, or why there is none. */
export type PictureAnswer =
  | {
      readonly data: string | Uint8Array;
      readonly width: number;
      readonly height: number;
      readonly diagramType: string;
      readonly repairs?: readonly string[];
    }
  | { readonly failure: DrawFailure | { readonly reason: "timeout" } };
