/** Bounding boxes of SVG elements. */
import { toPixels } from "../css/length.js";
import type { Element } from "../dom/element.js";
import { isElement } from "../dom/node.js";
import type { TextMeasurer } from "../text/measurer.js";
import { Box } from "./box.js";
import type { ComputedStyle } from "./computed-style.js";
import type { KnownElement, StyleResolver } from "./style-resolver.js";
import { about, IDENTITY, type Matrix, multiply, parseTransform, translation } from "./matrix.js";
import { readNumbers } from "./path-data.js";
import { pathBox } from "./path-geometry.js";
import { svgLength } from "./svg-length.js";
import { layoutSvgText, runsBox } from "./svg-text.js";

const UNDRAWN = new Set(
  "defs marker clipPath style title desc linearGradient radialGradient filter symbol mask pattern script metadata animate animateTransform set".split(
    " ",
  ),
);

/** Bounding boxes and transforms of SVG elements, by one set of styles. */
export class Geometry {
  readonly styles: StyleResolver;
  readonly #measurer: TextMeasurer;

  constructor(styles: StyleResolver, measurer: TextMeasurer) {
    this.styles = styles;
    this.#measurer = measurer;
  }

  /** A length of an element, from CSS or from the attribute. */
  length(element: Element, name: string, style = this.styles.of(element)): number {
    const value = style.own.get(name)?.value ?? element.getAttribute(name);
    return value && value !== "auto" ? svgLength(element, name, value, style.fontSize) : 0;
  }

  /** The transform of an element; CSS wins over the attribute. */
  transform(element: Element, known = this.styles.known(element)): Matrix {
    if (known.transform) return known.transform;
    const { own, transform } = known.style;
    if (transform === null) {
      const attribute = element.getAttribute("transform");
      known.transform = attribute ? parseTransform(attribute) : IDENTITY;
      return known.transform;
    }
    const matrix = parseTransform(transform);
    const origin = own.get("transform-origin")?.value;
    if (!origin || matrix === IDENTITY) return matrix;
    const fillBox = /fill-box/.test(own.get("transform-box")?.value ?? "");
    const reference = fillBox ? this.box(element).toRect() : { x: 0, y: 0, width: 0, height: 0 };
    const [horizontal = "0", vertical = "50%"] = origin.split(/\s+/);
    return about(
      matrix,
      reference.x + originLength(horizontal, reference.width),
      reference.y + originLength(vertical, reference.height),
    );
  }

  /** The transform from an element's own coordinates to those of the svg around it. */
  transformToRoot(element: Element): Matrix {
    let matrix = this.transform(element);
    for (let node = element.parentElement; node && node.localName !== "svg"; node = node.parentElement)
      matrix = multiply(this.transform(node), matrix);
    return matrix;
  }

  /** The box of an element in its own coordinates, as `getBBox` gives it. */
  box(element: Element): Readonly<Box> {
    return UNDRAWN.has(element.localName) ? new Box() : this.#drawnBox(element, this.styles.known(element));
  }

  #drawnBox(element: Element, known: KnownElement): Readonly<Box> {
    const box = new Box();
    const { style } = known;
    if (style.display === "none") return box;
    const at = (attribute: string): number => this.length(element, attribute, style);
    switch (element.localName) {
      case "rect":
      case "image":
      case "foreignObject":
        this.#addFrame(box, element, style);
        return box;
      case "circle":
        return ellipseBox(at("cx"), at("cy"), at("r"), at("r"));
      case "ellipse":
        return ellipseBox(at("cx"), at("cy"), at("rx"), at("ry"));
      case "line":
        box.addPoint(at("x1"), at("y1"));
        box.addPoint(at("x2"), at("y2"));
        return box;
      case "polyline":
      case "polygon":
        return (known.outline ??= pointsBox(element.getAttribute("points") ?? ""));
      case "path":
        return (known.outline ??= pathBox(element.getAttribute("d") ?? ""));
      case "text": {
        const layout = layoutSvgText(element, this.styles, this.#measurer);
        return (layout.box ??= runsBox(layout.runs, this.#measurer));
      }
      case "tspan":
        return this.#tspanBox(element);
      case "use":
        return this.#useBox(element);
      case "svg":
        if (element.ownerSVGElement && this.#addFrame(box, element, style)) return box;
        break;
      default:
    }
    for (let child = element.first; child; child = child.next) {
      if (!isElement(child) || UNDRAWN.has(child.localName)) continue;
      const inside = this.styles.known(child);
      const inner = this.#drawnBox(child, inside);
      if (!inner.isEmpty) box.addBox(inner, this.transform(child, inside));
    }
    return box;
  }

  /** Adds the rectangle of an element that has one by its attributes; whether it has. */
  #addFrame(box: Box, element: Element, style: ComputedStyle): boolean {
    const width = this.length(element, "width", style);
    const height = this.length(element, "height", style);
    const isThere = width > 0 && height > 0;
    if (isThere)
      box.addRect(this.length(element, "x", style), this.length(element, "y", style), width, height);
    return isThere;
  }

  #tspanBox(element: Element): Box {
    const text = element.closest("text");
    if (!text) return new Box();
    const { runs } = layoutSvgText(text, this.styles, this.#measurer);
    return runsBox(
      runs.filter((run) => run.chain.includes(element)),
      this.#measurer,
    );
  }

  #useBox(element: Element): Box {
    const box = new Box();
    const reference = element.getAttribute("href") ?? element.getAttribute("xlink:href") ?? "";
    const target = element.ownerDocument.getElementById(reference.slice(1));
    if (!target || target.contains(element)) return box;
    const shown = target.localName === "symbol" ? target.children : [target];
    const move = translation(this.length(element, "x"), this.length(element, "y"));
    for (const child of shown) box.addBox(this.box(child), multiply(move, this.transform(child)));
    return box;
  }
}

function originLength(source: string, whole: number): number {
  if (source === "center") return whole / 2;
  if (source === "right" || source === "bottom") return whole;
  return toPixels(source, 16, whole);
}

function ellipseBox(x: number, y: number, rx: number, ry: number): Box {
  const box = new Box();
  if (rx > 0 && ry > 0) box.addRect(x - rx, y - ry, 2 * rx, 2 * ry);
  return box;
}

function pointsBox(source: string): Box {
  const box = new Box();
  const numbers = readNumbers(source);
  for (let index = 0; index + 1 < numbers.length; index += 2)
    box.addPoint(numbers[index] ?? 0, numbers[index + 1] ?? 0);
  return box;
}
