/** How much room outlines take. */
import { Box } from "../layout/box.js";
import { IDENTITY, type Matrix, multiply, parseTransform } from "../layout/matrix.js";
import { pathBox } from "../layout/path-geometry.js";
import { USUAL_MITER_LIMIT } from "./operators.js";
import { type Definitions, numberOf, type Outline } from "./outlines.js";

/** The transform of an element itself. */
export function transformOf({ attributes }: Outline): Matrix {
  const transform = attributes.get("transform");
  return transform === undefined ? IDENTITY : parseTransform(transform);
}

/** What unit lengths of a box mean: its sides. */
export const boxMatrix = ({ left, top, right, bottom }: Readonly<Box>): Matrix => [
  right - left,
  0,
  0,
  bottom - top,
  left,
  top,
];

/** What is in both of two boxes; nothing where they do not meet. */
export function shared(one: Box, other: Box): Box {
  const box = new Box();
  box.left = Math.max(one.left, other.left);
  box.top = Math.max(one.top, other.top);
  box.right = Math.min(one.right, other.right);
  box.bottom = Math.min(one.bottom, other.bottom);
  return box;
}

/** A box in the coordinates that a transform leads from. */
export function seenBefore(box: Box, [a, b, c, d, e, f]: Matrix): Box {
  const size = a * d - b * c;
  const seen = new Box();
  const [x, y] = [(c * f - d * e) / size, (b * e - a * f) / size];
  seen.addBox(box, [d / size, -b / size, -c / size, a / size, x, y]);
  return seen;
}

/** How far a line with its corners may reach from its path. */
function reachOf(path: Outline): number {
  if ((path.attributes.get("stroke") ?? "none") === "none") return 0;
  return (
    (numberOf(path, "stroke-width", 1) / 2) *
    Math.max(1.5, numberOf(path, "stroke-miterlimit", USUAL_MITER_LIMIT))
  );
}

/** The box of an element in the coordinates around it, or as `matrix` takes it from there. */
export class Boxes {
  readonly #definitions: Definitions;

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  /** Of shapes alone, as lengths in parts of a box mean it. */
  shape(elements: readonly Outline[], matrix = IDENTITY): Box {
    return this.#box(elements, matrix, false);
  }

  /** Of all that is painted: lines, shadows; never too small. */
  paint(elements: readonly Outline[], matrix = IDENTITY): Box {
    return this.#box(elements, matrix, true);
  }

  /** Where a filter paints, in the coordinates inside of the element that has it. */
  filtered(element: Outline, filter: Outline): Box {
    const region = new Box();
    const inUnits = filter.attributes.get("filterUnits") === "userSpaceOnUse";
    const matrix = inUnits ? IDENTITY : boxMatrix(this.shape(element.children));
    const part = new Box();
    const [x, y] = [numberOf(filter, "x", 0), numberOf(filter, "y", 0)];
    part.addRect(x, y, numberOf(filter, "width", 0), numberOf(filter, "height", 0));
    region.addBox(part, matrix);
    return region;
  }

  #box(elements: readonly Outline[], matrix: Matrix, isPaint: boolean): Box {
    const box = new Box();
    for (const element of elements) {
      const inner = multiply(matrix, transformOf(element));
      if (element.name === "g") {
        box.addBox(this.#box(element.children, inner, isPaint), IDENTITY);
        const filter = isPaint ? this.#definitions.of(element, "filter") : undefined;
        if (filter) box.addBox(this.filtered(element, filter), inner);
      } else box.addBox(ownBox(element, isPaint), inner);
    }
    return box;
  }
}

function ownBox(element: Outline, isPaint: boolean): Box {
  const box = new Box();
  if (element.name === "image") {
    const [x, y] = [numberOf(element, "x", 0), numberOf(element, "y", 0)];
    box.addRect(x, y, numberOf(element, "width", 0), numberOf(element, "height", 0));
  }
  if (element.name !== "path") return box;
  const { left, top, right, bottom, isEmpty } = pathBox(element.attributes.get("d") ?? "");
  const reach = isPaint ? reachOf(element) : 0;
  if (!isEmpty) box.addRect(left - reach, top - reach, right - left + 2 * reach, bottom - top + 2 * reach);
  return box;
}
