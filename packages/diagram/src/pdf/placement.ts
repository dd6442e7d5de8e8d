/** What an outline stands in. */
import type { Box } from "../layout/box.js";
import type { Matrix } from "../layout/matrix.js";
import type { Recolor } from "./gradients.js";

/** Where an outline stands, and what becomes of its colours. */
export interface Placement {
  /** To the coordinates of the page, or of the group that is drawn as one. */
  readonly matrix: Matrix;
  /** How much larger than written it is on the page. */
  readonly zoom: number;
  readonly recolor: Recolor;
  /** What can be seen of the page, in the coordinates here. */
  readonly view: Box;
}
