import type { DrawOptions } from "../mermaid/renderer.js";

/** What stands for the kind where it is not known. */
export const unknownKind = "unknown";

/** A diagram to be drawn in the thread. */
export interface DrawRequest extends DrawOptions {
  readonly source: string;
  /** The kind that the source begins with; `unknownKind` when it is none. */
  readonly kind: string;
}

/** Why a diagram was not drawn. */
export type DrawFailure =
  | { readonly reason: "syntax"; readonly message: string; readonly line: number; readonly column: number }
  | { readonly reason: "limit" | "render"; readonly message: string };

/** What the thread answers. */
export type DrawResponse =
  | {
      readonly svg: string;
      readonly width: number;
      readonly height: number;
      readonly fontFiles: readonly string[];
      readonly diagramType: string;
    }
  | { readonly failure: DrawFailure };
