/** What every painter of a kind is given and gives back. */
import type { Canvas } from "../canvas.js";
import type { Rgb } from "../palette.js";

/** Where a kind is painted. */
export interface Scene {
  readonly columns: number;
  readonly hasColor: boolean;
  /** Whether there are enough colours for pale ones and for those between two others. */
  readonly hasShades: boolean;
  readonly background: Rgb | null;
}

/** What a painter made. */
export interface Painting {
  readonly canvas: Canvas;
  /** A title that the diagram keeps elsewhere than others do. */
  readonly title?: string;
}

/** Draws a parsed diagram; what `db` is, only the painter of the kind knows. */
export type Painter = (db: object, scene: Scene) => Painting;
