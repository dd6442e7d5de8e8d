/** The live drawing of Mermaid's into SVG that stands on its own. */
import type { Element } from "../dom/element.js";
import { isElement } from "../dom/node.js";
import { elementsIn } from "../dom/parent-node.js";
import type { Geometry } from "../layout/bounding-box.js";
import { Box, type Rect } from "../layout/box.js";
import type { Measuring } from "../layout/measuring.js";
import { fittingScale } from "../limits.js";
import type { DrawOptions, FlatDrawing } from "../protocol.js";
import { drawingFiles } from "../text/bundled-fonts.js";
import { IDENTITY, type Matrix, multiply, translation } from "../layout/matrix.js";
import { layoutSvgText } from "../layout/svg-text.js";
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_ELEMENTS,
  GEOMETRY_PROPERTIES,
  isDrawnImage,
  UNDRAWN_ELEMENTS,
} from "./allowed.js";
import { blurredRects, grownRect, plainShadow, shadowStyle } from "./drop-shadow.js";
import { labelMarkup } from "./label-markup.js";
import { escapeXml, formatNumber, styleAttribute, styleText } from "./markup.js";
import { type PaintContext, paintStyle, ROOT_CONTEXT } from "./paint-style.js";
import { decodePlaceholders } from "./placeholders.js";
import { PixelRows } from "./pixel-rows.js";
import { ROOT_FAMILY, TextWriter } from "./text-markup.js";
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
    fontFiles: drawingFiles(flattener.text.fonts, body),
  };
}

interface Context extends PaintContext {
  /** To the coordinates of the view; null inside definitions, which are drawn elsewhere. */
  readonly matrix: Matrix | null;
  /** What can be seen: the picture, or the part of an icon that is shown. */
  readonly view: Rect;
}

const UNUSABLE = /NaN|undefined|url/i;

class Flattener {
  readonly text: TextWriter;
  readonly #ids = new Map<string, Element>();
  readonly #hasId = (id: string): boolean => this.#ids.has(id);
  readonly #reversedMarkers = new Set<Element>();

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
    for (const element of elementsIn(root))
      if (element.id && !this.#ids.has(element.id)) this.#ids.set(element.id, element);
  }

  /** Everything after the root's own attributes, without the end tag. */
  content(background: string | null): string {
    const { properties, context } = this.#paint(this.#root, {
      ...ROOT_CONTEXT,
      matrix: IDENTITY,
      view: this.#viewport,
    });
    const { x, y, width, height } = this.#viewport;
    const [left, top, wide, high] = [x, y, width, height].map(formatNumber);
    const backdrop = background
      ? `<rect x="${left}" y="${top}" width="${wide}" height="${high}" style="fill:${escapeXml(background)};stroke:none"/>`
      : "";
    const children = this.#children(this.#root, context);
    const reversed = [...this.#reversedMarkers].map((marker) => this.#reversedMarker(marker)).join("");
    return `${styleAttribute(styleText(properties))}>${backdrop}${children}${reversed ? `<defs>${reversed}</defs>` : ""}`;
  }

  #children(element: Element, context: Context): string {
    let markup = "";
    for (let child = element.firstChild; child; child = child.nextSibling)
      if (isElement(child)) markup += this.#element(child, context);
    return markup;
  }

  #paint(element: Element, context: Context): { properties: Map<string, string>; context: Context } {
    const { own } = this.#geometry.styles.of(element);
    const { properties, context: paint } = paintStyle(own, context, this.#hasId);
    if (paint === context) return { properties, context };
    const { color, variables } = paint;
    return { properties, context: { color, variables, matrix: context.matrix, view: context.view } };
  }

  #element(element: Element, outer: Context): string {
    const name = ALLOWED_ELEMENTS.get(element.localName.toLowerCase());
    if (!name || this.#geometry.styles.of(element).display === "none") return "";
    const { properties, context: inherited } = this.#paint(element, outer);
    const matrix = outer.matrix && multiply(outer.matrix, this.#geometry.transform(element));
    if (matrix && (name === "svg" || makesLayer(properties)) && !this.#isVisible(element, matrix, outer.view))
      return "";
    const { color, variables, view } = inherited;
    const context =
      name === "svg"
        ? insideDrawing(element, inherited)
        : { color, variables, matrix: UNDRAWN_ELEMENTS.has(name) ? null : matrix, view };
    this.#reverseStartMarker(properties);
    const frame = this.#transformAttribute(element);
    const shadow = this.#shadow(element, name, properties);
    const style = styleAttribute(styleText(properties));
    if (name === "text") return this.#textElement(element, frame, style, context);
    if (name === "foreignObject") return `<g${frame}${style}>${this.#label(element, context)}</g>`;
    if (name === "image") return this.#image(element, frame, style);
    const tag = name === "a" || name === "switch" ? "g" : name;
    const attributes = frame + this.#attributes(element, name) + style;
    const first = name === "switch" ? element.firstElementChild : null;
    const content = first ? this.#element(first, context) : this.#children(element, context);
    return shadow + (content ? `<${tag}${attributes}>${content}</${tag}>` : `<${tag}${attributes}/>`);
  }

  /** The shadow of a shape as a shape of its own, instead of the filter that would draw it. */
  #shadow(element: Element, name: string, properties: Map<string, string>): string {
    const filter = properties.get("filter");
    if (!filter) return "";
    const shadow = plainShadow(filter, (id) => this.#ids.get(id), this.#geometry.styles);
    const style = shadow && shadowStyle(name, properties, shadow);
    // Other viewers blur as well as we do, and with less to read.
    if (!shadow || !style || (shadow.blur > 0 && (!this.#rows || name !== "rect"))) return "";
    properties.delete("filter");
    const moved = multiply(this.#geometry.transform(element), translation(shadow.dx, shadow.dy));
    const length = (side: string): number => this.#geometry.length(element, side);
    if (shadow.blur > 0)
      return `<g transform="matrix(${moved.map(formatNumber).join(" ")})">${blurredRects(length, properties, shadow)}</g>`;
    const attributes =
      name === "rect" ? grownRect(length, style) : this.#attributes(element, name).replace(/ id="[^"]*"/, "");
    return `<${name} transform="matrix(${moved.map(formatNumber).join(" ")})"${attributes}${styleAttribute(styleText(style))}/>`;
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
      [box.left, box.right, box.top, box.bottom].every(Number.isFinite) &&
      box.right + 0.5 > x &&
      box.left - 0.5 < x + width &&
      box.bottom + 0.5 > y &&
      box.top - 0.5 < y + height
    );
  }

  #transformAttribute(element: Element): string {
    const matrix = this.#geometry.transform(element);
    return matrix === IDENTITY ? "" : ` transform="matrix(${matrix.map(formatNumber).join(" ")})"`;
  }

  #attributes(element: Element, name: string): string {
    const values = new Map<string, string>();
    for (const [key, value] of element.attributeMap) {
      if (!ALLOWED_ATTRIBUTES.has(key) || (key !== "id" && UNUSABLE.test(value))) continue;
      if ((key === "width" || key === "height") && value.startsWith("-")) continue;
      if ((key === "dx" || key === "dy") && !name.startsWith("fe")) continue;
      values.set(key, value);
    }
    const { own } = this.#geometry.styles.of(element);
    for (const key of GEOMETRY_PROPERTIES)
      if (own.has(key) && own.get(key)?.value !== "auto")
        values.set(key, String(this.#geometry.length(element, key)));
    if (name === "marker") {
      if (values.get("orient") === "auto-start-reverse") values.set("orient", "auto");
      // What does not reach out of the marker need not be cut: resvg aborts over a cut that lies outside the picture.
      if (this.#staysInside(element)) values.set("overflow", "visible");
    }
    let text = "";
    for (const [key, value] of values) text += ` ${key}="${escapeXml(value)}"`;
    const reference = element.getAttribute("href") ?? element.getAttribute("xlink:href");
    if (reference?.startsWith("#"))
      text += ` href="${escapeXml(reference)}" xlink:href="${escapeXml(reference)}"`;
    return text;
  }

  /** Whether a marker's content lies within the part of it that is shown. */
  #staysInside(marker: Element): boolean {
    const at = (name: string): number => Number(marker.getAttribute(name) ?? 3);
    const view = viewBoxOf(marker) ?? { x: 0, y: 0, width: at("markerWidth"), height: at("markerHeight") };
    const box = new Box();
    for (const child of marker.children)
      box.addBox(this.#geometry.box(child), this.#geometry.transform(child));
    const slack = 1;
    return (
      box.left >= view.x - slack &&
      box.top >= view.y - slack &&
      box.right <= view.x + view.width + slack &&
      box.bottom <= view.y + view.height + slack
    );
  }

  #textElement(element: Element, frame: string, style: string, context: Context): string {
    const { runs } = layoutSvgText(element, this.#geometry.styles, this.#measuring.measurer);
    const placed = runs.map((run) => {
      const paint = new Map<string, string>();
      let inner = context;
      for (const part of run.chain.slice(1)) {
        const own = this.#paint(part, inner);
        inner = own.context;
        for (const [name, value] of own.properties) paint.set(name, value);
      }
      // As in Chromium: a tspan is a box of a line, and lies on whole pixels in it.
      const raised = run.chain.length > 1 ? (this.#rows?.beyondWhole(run.lowered) ?? 0) : 0;
      return { ...run, y: run.y - raised, paint };
    });
    const id = element.id ? ` id="${escapeXml(element.id)}"` : "";
    const content = this.text.write(placed, context.matrix);
    return content ? `<g${id}${frame}${style}>${content}</g>` : "";
  }

  #label(element: Element, context: Context): string {
    const drawing = (inner: Element, color: string): string =>
      this.#children(inner, { ...insideDrawing(inner, context), color });
    const { matrix } = context;
    return labelMarkup(element, this.#geometry, this.#measuring.measurer, {
      writer: this.text,
      drawing,
      matrix,
    });
  }

  /** An embedded picture as it is; anything else is never fetched and shown as an empty frame. */
  #image(element: Element, frame: string, style: string): string {
    const reference = element.getAttribute("href") ?? element.getAttribute("xlink:href") ?? "";
    const attributes = this.#attributes(element, "image");
    if (isDrawnImage(reference))
      return `<image${frame}${attributes} href="${escapeXml(reference)}" xlink:href="${escapeXml(reference)}"${style}/>`;
    return `<rect${frame}${attributes} style="fill:#eee;stroke:#999;stroke-dasharray:4,3"/>`;
  }

  /** resvg does not know `auto-start-reverse`: the start of a line gets a turned copy of the marker. */
  #reverseStartMarker(properties: Map<string, string>): void {
    const id = /^url\(#(.+)\)$/.exec(properties.get("marker-start") ?? "")?.[1];
    const marker = id ? this.#ids.get(id) : undefined;
    if (marker?.getAttribute("orient") !== "auto-start-reverse") return;
    this.#reversedMarkers.add(marker);
    properties.set("marker-start", `url(#${id}--reversed)`);
  }

  #reversedMarker(marker: Element): string {
    const { properties, context } = this.#paint(marker, {
      ...ROOT_CONTEXT,
      matrix: null,
      view: this.#viewport,
    });
    const at = (name: string): number => Number(marker.getAttribute(name) ?? 0) || 0;
    const own = this.#attributes(marker, "marker");
    // Turned around its reference point, the content lies outside of the part that is shown.
    const shown = own.includes(' overflow="visible"') ? own : `${own} overflow="visible"`;
    const attributes = shown.replace(
      ` id="${escapeXml(marker.id)}"`,
      ` id="${escapeXml(marker.id)}--reversed"`,
    );
    const turned = `<g transform="rotate(180 ${at("refX")} ${at("refY")})">${this.#children(marker, context)}</g>`;
    return `<marker${attributes}${styleAttribute(styleText(properties))}>${turned}</marker>`;
  }
}

/** The context inside an svg element within the drawing: what its viewBox does not show is not seen. */
function insideDrawing(svg: Element, context: Context): Context {
  const view = viewBoxOf(svg);
  return { ...context, matrix: view && IDENTITY, view: view ?? context.view };
}

function makesLayer(properties: ReadonlyMap<string, string>): boolean {
  const opacity = properties.get("opacity");
  const blend = properties.get("mix-blend-mode");
  return (
    (opacity !== undefined && Number.parseFloat(opacity) < 1) ||
    properties.has("filter") ||
    properties.has("mask") ||
    properties.has("clip-path") ||
    (blend !== undefined && blend !== "normal") ||
    properties.get("isolation") === "isolate"
  );
}
