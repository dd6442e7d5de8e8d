/** Which outlines PDF has words for; the others are drawn in pixels. */
import { recoloringOf, shadowOf } from "./filters.js";
import { isPlainGradient } from "./gradients.js";
import { type Definitions, idIn, type Outline } from "./outlines.js";

/** Whether an element can be said in PDF, whatever stands inside of it. */
export function isPlain(element: Outline, definitions: Definitions): boolean {
  switch (element.name) {
    case "path":
      return ["fill", "stroke"].every((name) => isPlainPaint(element, name, definitions));
    case "g": {
      const filter = definitions.of(element, "filter");
      if (filter && !(isPlainFilter(filter) && isPlainInside(element, definitions))) return false;
      return !element.attributes.has("mask") && isPlainClip(element, definitions);
    }
    default:
      return false;
  }
}

const isPlainFilter = (filter: Outline): boolean =>
  shadowOf(filter) !== null || recoloringOf(filter) !== null;

/** Whether no pixels are needed for anything that stands inside of it: those would not be changed by a filter. */
const isPlainInside = ({ children }: Outline, definitions: Definitions): boolean =>
  children.every((child) => {
    const filter = definitions.of(child, "filter");
    const needsPixels = filter && (shadowOf(filter)?.blur ?? 0) > 0;
    return !needsPixels && isPlain(child, definitions) && isPlainInside(child, definitions);
  });

function isPlainPaint(path: Outline, name: string, definitions: Definitions): boolean {
  if (idIn(path.attributes.get(name)) === null) return true;
  const definition = definitions.of(path, name);
  return definition !== undefined && isPlainGradient(definition);
}

/** Several paths together, or one that is clipped itself, have no plain word. */
function isPlainClip(element: Outline, definitions: Definitions): boolean {
  if (!element.attributes.has("clip-path")) return true;
  const clip = definitions.of(element, "clip-path");
  const [path, ...others] = clip?.children ?? [];
  return (
    path?.name === "path" &&
    others.length === 0 &&
    !path.attributes.has("clip-path") &&
    clip?.attributes.has("clip-path") === false
  );
}
