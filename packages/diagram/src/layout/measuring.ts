/** The answers to what Mermaid asks the DOM about sizes. */
import { NAMESPACES } from "../dom/names.js";
import type { Element } from "../dom/element.js";
import { isElement, type Node } from "../dom/node.js";
import type { TextMeasurer } from "../text/measurer.js";
import { Geometry } from "./bounding-box.js";
import { Box, type Rect } from "./box.js";
import { type ComputedStyle } from "./computed-style.js";
import { stylesAround } from "./style-resolver.js";
import { labelLayout } from "./label-layout.js";
import { pathLength, pointAtLength } from "./path-geometry.js";
import { layoutSvgText } from "./svg-text.js";

/** A rectangle with the edges that `getBoundingClientRect` also names. */
export interface ClientRect extends Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The page that diagrams are laid out on. */
export interface Page {
  readonly width: number;
  readonly height: number;
}

/** Answers the measuring questions of the DOM (getBBox and its kin) from our own layout. */
export class Measuring {
  measurer: TextMeasurer;
  readonly page: Page;

  constructor(measurer: TextMeasurer, page: Page) {
    this.measurer = measurer;
    this.page = page;
  }

  /** Geometry for the tree around `element` as it is now. */
  geometry(element: Element): Geometry {
    return new Geometry(stylesAround(element), this.measurer);
  }

  getBBox(element: Element): Rect {
    return this.geometry(element).box(element).toRect();
  }

  getComputedTextLength(element: Element): number {
    const { styles } = this.geometry(element);
    const text = closestNamed(element, "text") ?? element;
    const { runs, length } = layoutSvgText(text, styles, this.measurer);
    if (text === element) return length;
    let sum = 0;
    for (const run of runs) if (run.chain.includes(element)) sum += run.width;
    return sum;
  }

  getBoundingClientRect(element: Element): ClientRect {
    if (element.localName === "body" || element.localName === "html")
      return clientRect({ x: 0, y: 0, ...this.page });
    const geometry = this.geometry(element);
    if (element.namespaceURI === NAMESPACES.html) {
      const available = closestNamed(element, "foreignObject") ? Number.POSITIVE_INFINITY : this.page.width;
      const { width, height } = labelLayout(element, available, geometry.styles, this.measurer);
      return clientRect({ x: 0, y: 0, width, height });
    }
    const box = new Box();
    box.addBox(geometry.box(element), geometry.transformToRoot(element));
    return clientRect(box.toRect());
  }

  getTotalLength(element: Element): number {
    return pathLength(outline(element));
  }

  getPointAtLength(element: Element, distance: number): { x: number; y: number } {
    return pointAtLength(outline(element), distance);
  }

  style(element: Element): ComputedStyle {
    return this.geometry(element).styles.of(element);
  }
}

/** The element itself or the nearest one around it with a name. */
function closestNamed(element: Element, name: string): Element | null {
  for (let around: Node | null = element; isElement(around); around = around.parent)
    if (around.localName === name) return around;
  return null;
}

function clientRect({ x, y, width, height }: Rect): ClientRect {
  return { x, y, width, height, left: x, top: y, right: x + width, bottom: y + height };
}

/** Path data with the outline of a basic shape. */
function outline(element: Element): string {
  const at = (name: string): number => Number(element.getAttribute(name) ?? 0);
  switch (element.localName) {
    case "path":
      return element.getAttribute("d") ?? "";
    case "line":
      return `M${at("x1")},${at("y1")}L${at("x2")},${at("y2")}`;
    case "rect":
      return `M${at("x")},${at("y")}h${at("width")}v${at("height")}h${-at("width")}z`;
    case "circle": {
      const radius = at("r");
      const half = `a${radius},${radius} 0 1 0`;
      return `M${at("cx") - radius},${at("cy")}${half} ${2 * radius},0${half} ${-2 * radius},0`;
    }
    case "polygon":
    case "polyline":
      return `M${element.getAttribute("points") ?? ""}${element.localName === "polygon" ? "z" : ""}`;
    default:
      return "";
  }
}
