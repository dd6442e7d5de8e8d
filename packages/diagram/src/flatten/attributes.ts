/** The attributes of elements as they are written. */
import type { Element } from "../dom/element.js";
import type { Geometry } from "../layout/bounding-box.js";
import { Box } from "../layout/box.js";
import { ALLOWED_ATTRIBUTES } from "./allowed.js";
import type { PaintedStyle } from "./painted-style.js";
import { escapeXml } from "./markup.js";
import { viewBoxOf } from "./viewport.js";

const UNUSABLE = /NaN|undefined|url/i;
/** Attributes that are not always written. */
const DOUBTFUL = new Set(["width", "height", "dx", "dy"]);

function isWritten(key: string, value: string, name: string): boolean {
  if (!ALLOWED_ATTRIBUTES.has(key) || (key !== "id" && UNUSABLE.test(value))) return false;
  if (!DOUBTFUL.has(key)) return true;
  return key.startsWith("d") ? name.startsWith("fe") : !value.startsWith("-");
}

/** The attributes of an element that is written as `name`, each with a leading space; without those of its style. */
export function writtenAttributes(
  element: Element,
  name: string,
  painted: PaintedStyle,
  geometry: Geometry,
): string {
  const { attributeMap } = element;
  let text = "";
  if (painted.lengths.length === 0 && name !== "marker")
    attributeMap.forEach((value, key) => {
      if (isWritten(key, value, name)) text += ` ${key}="${escapeXml(value)}"`;
    });
  else
    for (const [key, value] of changedAttributes(element, name, painted, geometry))
      text += ` ${key}="${escapeXml(value)}"`;
  const reference = attributeMap.get("href") ?? attributeMap.get("xlink:href");
  if (reference?.startsWith("#"))
    text += ` href="${escapeXml(reference)}" xlink:href="${escapeXml(reference)}"`;
  return text;
}

/** The attributes of an element of which not all come to what is written there. */
function changedAttributes(
  element: Element,
  name: string,
  { lengths }: PaintedStyle,
  geometry: Geometry,
): Map<string, string> {
  const values = new Map<string, string>();
  for (const [key, value] of element.attributeMap) if (isWritten(key, value, name)) values.set(key, value);
  for (const key of lengths) values.set(key, String(geometry.length(element, key)));
  if (name === "marker") {
    if (values.get("orient") === "auto-start-reverse") values.set("orient", "auto");
    // What does not reach out of the marker need not be cut: resvg aborts over a cut that lies outside the picture.
    if (staysInside(element, geometry)) values.set("overflow", "visible");
  }
  return values;
}

/** Whether a marker's content lies within the part of it that is shown. */
function staysInside(marker: Element, geometry: Geometry): boolean {
  const at = (name: string): number => Number(marker.getAttribute(name) ?? 3);
  const view = viewBoxOf(marker) ?? { x: 0, y: 0, width: at("markerWidth"), height: at("markerHeight") };
  const box = new Box();
  for (const child of marker.children) box.addBox(geometry.box(child), geometry.transform(child));
  const slack = 1;
  return (
    box.left >= view.x - slack &&
    box.top >= view.y - slack &&
    box.right <= view.x + view.width + slack &&
    box.bottom <= view.y + view.height + slack
  );
}
