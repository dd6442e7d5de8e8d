/** What an encoder of pictures is. */
import type { Placement } from "./fit.js";
import type { Picture, Rgb } from "./picture.js";

/** What an encoder may need besides the picture. */
export interface EncodeOptions {
  /** The cells to fill. */
  readonly placement: Placement;
  /** What half-transparent pixels are laid over; black when the terminal did not tell. */
  readonly background?: Rgb;
  /** 24-bit colours; without them the 256-colour palette. Only half blocks ask. */
  readonly truecolor?: boolean;
}

/** The one shape of every image backend: pure, and without cursor movement of its own. */
export type ImageEncoder = (picture: Picture, options: EncodeOptions) => string;
