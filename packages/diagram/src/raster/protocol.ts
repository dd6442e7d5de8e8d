/** What is said to the process that draws pictures, and what it answers. */
import type { DiagramFormat } from "../options.js";
import type { DrawFailure, FlatDrawing, PictureRequest } from "../protocol.js";
import type { Resolution } from "./print.js";

/** A picture to be made: from Mermaid source, or from a drawing that is flat already. */
export interface PictureJob {
  readonly drawing: PictureRequest | FlatDrawing;
  readonly format: DiagramFormat;
  /** An opaque colour behind the pixels, also where the last ones are half outside the drawing. */
  readonly backdrop: string | null;
  /** For what a PDF shows in pixels. */
  readonly resolution: Resolution;
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
