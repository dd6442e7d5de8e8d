// What is said to the process that makes pixels, and what it answers.

/** A flattened drawing to be turned into pixels. */
export interface RasterRequest {
  readonly svg: string;
  readonly scale: number;
  /** An opaque colour behind the whole picture, also where its last pixels are half outside the drawing. */
  readonly backdrop: string | null;
  readonly fontFiles: readonly string[];
}

/** The picture, or why there is none. */
export type RasterResponse =
  | { readonly png: Uint8Array; readonly width: number; readonly height: number }
  | { readonly error: string };
