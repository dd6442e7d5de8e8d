/** The live drawing of Mermaid's into SVG that stands on its own. */
import type { Element } from "../dom/element.js";
import { isElement } from "../dom/node.js";
import { following } from "../dom/parent-node.js";
import type { Geometry } from "../layout/bounding-box.js";
import { Box, type Rect } from "../layout/box.js";
import type { ComputedStyle } from "../layout/computed-style.js";
import type { Measuring } from "../layout/measuring.js";
import { fittingScale } from "../limits.js";
import type { DrawOptions, FlatDrawing } from "../protocol.js";
import { drawingFiles } from "../text/bundled-fonts.js";
import { IDENTITY, type Matrix, multiply, translation } from "../layout/matrix.js";
import { layoutSvgText, type TextRun } from "../layout/svg-text.js";
import { allowedElement, isDrawnImage, UNDRAWN_ELEMENTS } from "./allowed.js";
import { writtenAttributes } from "./attributes.js";
import { blurredRects, grownRect, plainShadow, shadowStyle } from "./drop-shadow.js";
import { labelMarkup } from "./label-markup.js";
import { type PaintedStyle, paintedStyle } from "./painted-style.js";
import { ShadowFilters } from "./shadow-filters.js";
import { escapeXml, formatNumber, matrixText, styleAttribute, styleText } from "./markup.js";
import { type PaintContext, ROOT_CONTEXT } from "./paint-style.js";
import { decodePlaceholders } from "./placeholders.js";
import { PixelRows } from "./pixel-rows.js";
import { type PlacedText, ROOT_FAMILY, TextWriter } from "./text-markup.js";
import { viewBoxOf, viewportOf, wholePixels } from "./viewport.js";

/** Turns the svg element that Mermaid drew into a plain SVG document. */
export function flatten(
  svg: Element,
  measuring: Measuring,
  { background, pixels }: Pick<DrawOptions, "background" | "pixels">,
): FlatDrawing {
  decodePlaceholders(svg);
  const geometry = measuring.geometry(svg);
  const shown = viewportOf(svg, () => geometry.box(svg));
  const scale = pixels && fittingScale(shown.width, shown.height, pixels.scale, pixels.maxPixels);
  const viewport = scale === null ? shown : wholePixels(shown, scale);
  const rows = scale === null ? null : new PixelRows(shown, scale);
  const flattener = new Flattener(svg, measuring, geometry, viewport, rows);
  const body = flattener.content(background);
  const { x, y, width, height } = viewport;
  const size = `width="${formatNumber(width)}" height="${formatNumber(height)}"`;
  const view = [x, y, width, height].map(formatNumber).join(" ");
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size} viewBox="${view}" font-family="${ROOT_FAMILY}"${body}</svg>`,
    width,
    height,
    scale: scale ?? 1,
    // Only pixels need them.
    fontFiles: rows ? drawingFiles(flattener.text.fonts, body) : [],
  };
}

interface Context {
  readonly paint: PaintContext;
  /** To the coordinates of the view; null inside definitions, which are drawn elsewhere. */
  readonly matrix: Matrix | null;
  /** What can be seen: the picture, or the part of an icon that is shown. */
  readonly view: Rect;
}

const NO_PAINT: ReadonlyMap<string, string> = new Map();

class Flattener {
  readonly text: TextWriter;
  /** The elements that have an id, once one of them was asked for. */
  #ids: Map<string, Element> | null = null;
  readonly #hasId = (id: string): boolean => this.#byId(id) !== undefined;
  readonly #paintedStyles = new Map<ComputedStyle, PaintedStyle>();
  readonly #reversedMarkers = new Set<Element>();
  readonly #shadows = new ShadowFilters();

  readonly #root: Element;
  readonly #measuring: Measuring;
  readonly #geometry: Geometry;
  readonly #viewport: Rect;
  readonly #rows: PixelRows | null;

  constructor(
    root: Element,
    measuring: Measuring,
    geometry: Geometry,
    viewport: Rect,
    rows: PixelRows | null,
  ) {
    this.#root = root;
    this.#measuring = measuring;
    this.#geometry = geometry;
    this.#viewport = viewport;
    this.#rows = rows;
    this.text = new TextWriter(measuring.measurer, rows);
  }

  /** Everything after the root's own attributes, without the end tag. */
  content(background: string | null): string {
    const painted = this.#paintedStyle(this.#geometry.styles.of(this.#root), ROOT_CONTEXT);
    const { x, y, width, height } = this.#viewport;
    const [left, top, wide, high] = [x, y, width, height].map(formatNumber);
    const backdrop = background
      ? `<rect x="${left}" y="${top}" width="${wide}" height="${high}" style="fill:${escapeXml(background)};stroke:none"/>`
      : "";
    const children = this.#children(this.#root, {
      paint: painted.inner,
      matrix: IDENTITY,
      view: this.#viewport,
    });
    const reversed = [...this.#reversedMarkers].map((marker) => this.#reversedMarker(marker)).join("");
    const definitions = reversed + this.#shadows.definitions;
    return `${painted.attribute}>${backdrop}${children}${definitions ? `<defs>${definitions}</defs>` : ""}`;
  }

  #children(element: Element, context: Context): string {
    let markup = "";
    for (let child = element.first; child; child = child.next)
      if (isElement(child)) markup += this.#element(child, context);
    return markup;
  }

  #paintedStyle(style: ComputedStyle, outer: PaintContext): PaintedStyle {
    const known = this.#paintedStyles.get(style);
    if (known?.outer === outer) return known;
    const written = paintedStyle(style.own, outer, this.#hasId, this.#startMarker);
    const painted = this.#rows ? this.#shadows.inPixels(written) : written;
    this.#paintedStyles.set(style, painted);
    return painted;
  }

  #element(element: Element, outer: Context): string {
    const name = allowedElement(element.localName);
    if (!name) return "";
    const style = this.#geometry.styles.of(element);
    if (style.display === "none") return "";
    const painted = this.#paintedStyle(style, outer.paint);
    const transform = this.#geometry.transform(element);
    const matrix = outer.matrix && multiply(outer.matrix, transform);
    if (matrix && (name === "svg" || painted.makesLayer) && !this.#isVisible(element, matrix, outer.view))
      return "";
    const frame = transform === IDENTITY ? "" : ` transform="${matrixText(transform)}"`;
    if (name === "text") return this.#textElement(element, frame, painted, matrix);
    if (name === "image") return this.#image(element, frame, painted);
    const inner = {
      paint: painted.inner,
      matrix: UNDRAWN_ELEMENTS.has(name) ? null : matrix,
      view: outer.view,
    };
    if (name === "foreignObject") return `<g${frame}${painted.attribute}>${this.#label(element, inner)}</g>`;
    const shadow =
      painted.withoutFilter === null ? "" : this.#shadow(element, name, painted, { ...outer, matrix });
    const paint = shadow ? painted.withoutFilter : painted.attribute;
    const tag = name === "a" || name === "switch" ? "g" : name;
    const start = `${shadow}<${tag}${frame}${writtenAttributes(element, name, painted, this.#geometry)}${paint}`;
    const content = element.first ? this.#content(element, name, inner) : "";
    return content ? `${start}>${content}</${tag}>` : `${start}/>`;
  }

  #content(element: Element, name: string, context: Context): string {
    const first = name === "switch" ? element.firstElementChild : null;
    if (first) return this.#element(first, context);
    return this.#children(element, name === "svg" ? insideDrawing(element, context) : context);
  }

  /** The shadow of a shape as a shape of its own, instead of the filter that would draw it. */
  #shadow(element: Element, name: string, painted: PaintedStyle, { matrix, view }: Context): string {
    const { properties } = painted;
    const filter = properties.get("filter") ?? "";
    const shadow = plainShadow(filter, (id) => this.#byId(id), this.#geometry.styles);
    const style = shadow && shadowStyle(name, properties, shadow);
    if (!shadow || !style) return "";
    const offset = translation(shadow.dx, shadow.dy);
    const moved = matrixText(multiply(this.#geometry.transform(element), offset));
    const length = (side: string): number => this.#geometry.length(element, side);
    if (shadow.blur > 0) {
      // Other viewers blur as well as we do, and with less to read.
      if (!this.#rows || !matrix || !this.#isVisible(element, multiply(matrix, offset), view)) return "";
      if (name === "rect") return `<g transform="${moved}">${blurredRects(length, properties, shadow)}</g>`;
      // resvg's own shadow is too pale.
      style.set("filter", `blur(${formatNumber(shadow.blur)}px)`);
    }
    const attributes =
      name === "rect"
        ? grownRect(length, style)
        : writtenAttributes(element, name, painted, this.#geometry).replace(/ id="[^"]*"/, "");
    return `<${name} transform="${moved}"${attributes}${styleAttribute(styleText(style))}/>`;
  }

  /**
   * resvg 0.34 aborts the process when a layer lies wholly outside the picture, and a browser would not show it
   * either: such layers are left out.
   */
  #isVisible(element: Element, matrix: Matrix, { x, y, width, height }: Rect): boolean {
    const box = new Box();
    box.addBox(this.#geometry.box(element), matrix);
    return (
      !box.isEmpty &&
      Number.isFinite(box.left + box.right + box.top + box.bottom) &&
      box.right + 0.5 > x &&
      box.left - 0.5 < x + width &&
      box.bottom + 0.5 > y &&
      box.top - 0.5 < y + height
    );
  }

  #textElement(element: Element, frame: string, painted: PaintedStyle, matrix: Matrix | null): string {
    const { runs } = layoutSvgText(element, this.#geometry.styles, this.#measuring.measurer);
    const content = this.text.write(
      runs.map((run) => this.#placed(run, painted.inner)),
      matrix,
    );
    const { id } = element;
    return content
      ? `<g${id ? ` id="${escapeXml(id)}"` : ""}${frame}${painted.attribute}>${content}</g>`
      : "";
  }

  /** A run of text with the paint of the tspans around it. */
  #placed({ text, x, y, width, style, chain, lowered }: TextRun, outer: PaintContext): PlacedText {
    let paint = NO_PAINT;
    let inner = outer;
    for (let depth = 1; depth < chain.length; depth += 1) {
      const part = chain[depth];
      if (!part) break;
      const painted = this.#paintedStyle(this.#geometry.styles.of(part), inner);
      inner = painted.inner;
      paint = paint.size === 0 ? painted.properties : new Map([...paint, ...painted.properties]);
    }
    // As in Chromium: a tspan is a box of a line, and lies on whole pixels in it.
    const raised = chain.length > 1 && this.#rows ? this.#rows.beyondWhole(lowered) : 0;
    return { text, x, y: y - raised, width, style, paint };
  }

  #label(element: Element, context: Context): string {
    const drawing = (inner: Element, color: string): string =>
      this.#children(inner, insideDrawing(inner, { ...context, paint: { ...context.paint, color } }));
    const { matrix } = context;
    return labelMarkup(element, this.#geometry, this.#measuring.measurer, {
      writer: this.text,
      drawing,
      matrix,
    });
  }

  /** An embedded picture as it is; anything else is never fetched and shown as an empty frame. */
  #image(element: Element, frame: string, painted: PaintedStyle): string {
    const reference = element.getAttribute("href") ?? element.getAttribute("xlink:href") ?? "";
    const attributes = writtenAttributes(element, "image", painted, this.#geometry);
    if (isDrawnImage(reference))
      return `<image${frame}${attributes} href="${escapeXml(reference)}" xlink:href="${escapeXml(reference)}"${painted.attribute}/>`;
    return `<rect${frame}${attributes} style="fill:#eee;stroke:#999;stroke-dasharray:4,3"/>`;
  }

  #byId(id: string): Element | undefined {
    if (!this.#ids) {
      this.#ids = new Map();
      for (let node = following(this.#root, this.#root); node; node = following(node, this.#root))
        if (isElement(node) && node.id && !this.#ids.has(node.id)) this.#ids.set(node.id, node);
    }
    return this.#ids.get(id);
  }

  /** resvg does not know `auto-start-reverse`: the start of a line gets a turned copy of the marker. */
  readonly #startMarker = (written: string): string => {
    const id = /^url\(#(.+)\)$/.exec(written)?.[1];
    const marker = id ? this.#byId(id) : undefined;
    if (marker?.getAttribute("orient") !== "auto-start-reverse") return written;
    this.#reversedMarkers.add(marker);
    return `url(#${id}--reversed)`;
  };

  #reversedMarker(marker: Element): string {
    const painted = this.#paintedStyle(this.#geometry.styles.of(marker), ROOT_CONTEXT);
    const at = (name: string): number => Number(marker.getAttribute(name) ?? 0) || 0;
    const own = writtenAttributes(marker, "marker", painted, this.#geometry);
    // Turned around its reference point, the content lies outside of the part that is shown.
    const shown = own.includes(' overflow="visible"') ? own : `${own} overflow="visible"`;
    const attributes = shown.replace(
      ` id="${escapeXml(marker.id)}"`,
      ` id="${escapeXml(marker.id)}--reversed"`,
    );
    const content = this.#children(marker, { paint: painted.inner, matrix: null, view: this.#viewport });
    const turned = `<g transform="rotate(180 ${at("refX")} ${at("refY")})">${content}</g>`;
    return `<marker${attributes}${painted.attribute}>${turned}</marker>`;
  }
}

/** The context inside an svg element within the drawing: what its viewBox does not show is not seen. */
function insideDrawing(svg: Element, context: Context): Context {
  const view = viewBoxOf(svg);
  return { ...context, matrix: view && IDENTITY, view: view ?? context.view };
}
