/** What a process finds that was started from an image. */
import type { HarfBuzzImport } from "../text/shaping.js";
import type { Drawer } from "../worker/thread.js";

/** The drawing part of a process, loaded and used. */
export interface DrawingImage {
  /** The folder of its scripts when it was made: an image that was moved names fonts that are not there. */
  readonly folder: string;
  readonly draw: Drawer;
  /** What it drew when it was made. */
  readonly samples: readonly string[];
  /** To be called before anything is drawn, with what an image cannot hold. */
  readonly start: (importHarfBuzz: HarfBuzzImport) => void;
}

const NAME = Symbol.for("@framework/diagram image");

/** Leaves it for whoever is started from the image. */
export function leaveImage(image: DrawingImage): void {
  Object.defineProperty(globalThis, NAME, { value: image });
}

/** What this process was started with; undefined for a plain start. */
export const foundImage = (): DrawingImage | undefined =>
  // Only leaveImage knows the name.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Reflect.get(globalThis, NAME) as DrawingImage | undefined;
