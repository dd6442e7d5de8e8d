/** Pixels without a file around them. */

/** A picture as rows of RGBA bytes. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}
