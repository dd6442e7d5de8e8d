/** Outlines in PDF's words: groups, clipping, opacities, shadows, and pixels for what has no word. */
import type { Box } from "../layout/box.js";
import { IDENTITY, multiply, translation } from "../layout/matrix.js";
import { Boxes, boxMatrix, seenBefore, shared, transformOf } from "./boxes.js";
import { recoloringOf, type Shadow, shadowBox, shadowMarkup, shadowOf, shadowRecolor } from "./filters.js";
import type { Recolor } from "./gradients.js";
import { matrixNumbers, number, numbers, pathOperators } from "./operators.js";
import { Definitions, numberOf, type Outline } from "./outlines.js";
import { PathPainter } from "./path-paint.js";
import type { PdfFile, Reference } from "./pdf-file.js";
import { addPicture, type PixelMaker } from "./picture.js";
import { isPlain } from "./plain.js";
import { Resources } from "./resources.js";
import type { Placement } from "./placement.js";

const BLEND = /mix-blend-mode:([\w-]+)/;
/** More than so many pixels for the width of a blur show nothing new. */
const PIXELS_OF_BLUR = 2;

/** Writes the outlines of one page. */
export class PagePainter {
  readonly resources = new Resources();
  readonly #definitions: Definitions;
  readonly #boxes: Boxes;
  readonly #paths: PathPainter;
  readonly #file: PdfFile;
  readonly #pixels: PixelMaker;
  readonly #pictures = new Map<string, Reference>();

  constructor(root: Outline, file: PdfFile, pixels: PixelMaker) {
    this.#definitions = new Definitions(root);
    this.#boxes = new Boxes(this.#definitions);
    this.#paths = new PathPainter(this.#definitions, this.resources);
    this.#file = file;
    this.#pixels = pixels;
  }

  /** The operators that paint some elements, one over the other. */
  paint(elements: readonly Outline[], around: Placement): string {
    let content = "";
    for (const element of elements) {
      if (element.name === "defs") continue;
      if (!isPlain(element, this.#definitions))
        content += this.#picture(element.markup, this.#boxes.paint([element]), around);
      else if (element.name === "path") content += this.#paths.paint(element, around);
      else content += this.#group(element, around);
    }
    return content;
  }

  #group(group: Outline, around: Placement): string {
    const own = transformOf(group);
    const zoom = around.zoom * Math.sqrt(Math.abs(own[0] * own[3] - own[1] * own[2]));
    const view = own === IDENTITY ? around.view : seenBefore(around.view, own);
    const inside = { ...around, matrix: multiply(around.matrix, own), zoom, view };
    const style = group.attributes.get("style") ?? "";
    const opacity = numberOf(group, "opacity", 1);
    const [, blend = "normal"] = BLEND.exec(style) ?? [];
    const isOne = opacity < 1 || blend !== "normal" || style.includes("isolation:isolate");
    const body = this.#content(group, isOne ? { ...inside, matrix: IDENTITY } : inside);
    if (!body) return "";
    const content = isOne ? this.#asOne(body, this.#boxes.paint(group.children), opacity, blend) : body;
    const place = (own === IDENTITY ? "" : `${matrixNumbers(own)} cm\n`) + this.#clip(group);
    return place ? `q\n${place}${content}Q\n` : content;
  }

  /** What stands in a group, changed as its filter says. */
  #content(group: Outline, inside: Placement): string {
    const { children } = group;
    const filter = this.#definitions.of(group, "filter");
    if (!filter) return this.paint(children, inside);
    const region = this.#boxes.filtered(group, filter);
    const shadow = shadowOf(filter);
    if (shadow) return this.#shadow(children, shadow, region, inside) + this.paint(children, inside);
    const recolor = both(recoloringOf(filter), inside.recolor);
    return within(region, this.paint(children, { ...inside, recolor }));
  }

  #shadow(elements: readonly Outline[], shadow: Shadow, region: Box, inside: Placement): string {
    const box = this.#boxes.paint(elements);
    if (shadow.blur > 0) {
      const markup = elements.map((element) => element.markup).join("");
      const seen = shadowBox(box, shared(region, inside.view), shadow);
      if (seen.isEmpty) return "";
      const blurred = shadowMarkup(markup, seen, shadow);
      seen.addBox(box, IDENTITY);
      return this.#picture(blurred, seen, inside, PIXELS_OF_BLUR / shadow.blur);
    }
    const flat = { ...inside, matrix: IDENTITY, recolor: both(shadowRecolor(shadow), inside.recolor) };
    const copy = this.#asOne(this.paint(elements, flat), box, shadow.opacity, "normal");
    return within(region, `${matrixNumbers(translation(shadow.dx, shadow.dy))} cm\n${copy}`);
  }

  /** Content that is put together first, and then laid over what is below as one. */
  #asOne(content: string, box: Box, opacity: number, blend: string): string {
    const { left, top, right, bottom } = box;
    const group = this.#file.addStream(
      `/Type /XObject /Subtype /Form /BBox [${numbers([left, top, right, bottom])}] /Group << /S /Transparency /I true >> /Resources ${this.#file.resources}`,
      Buffer.from(content),
    );
    const look = this.resources.name("ExtGState", `<< /ca ${number(opacity)} /BM /${camelCase(blend)} >>`);
    return `q\n${look} gs\n${this.resources.name("XObject", group)} Do\nQ\n`;
  }

  #clip(group: Outline): string {
    const clip = this.#definitions.of(group, "clip-path");
    const [path] = clip?.children ?? [];
    if (!clip || !path) return "";
    const units =
      clip.attributes.get("clipPathUnits") === "objectBoundingBox"
        ? boxMatrix(this.#boxes.shape(group.children))
        : IDENTITY;
    const matrix = multiply(units, multiply(transformOf(clip), transformOf(path)));
    const rule =
      (path.attributes.get("clip-rule") ?? path.attributes.get("fill-rule")) === "evenodd" ? "W*" : "W";
    return `${pathOperators(path.attributes.get("d") ?? "", matrix)}${rule} n\n`;
  }

  /** Markup in pixels, where PDF has no word for it; the same markup is drawn once. */
  #picture(markup: string, box: Box, { zoom, view }: Placement, finest = Number.POSITIVE_INFINITY): string {
    const { left, top, right, bottom } = shared(box, view);
    const [width, height] = [right - left, bottom - top];
    if (!(width > 0 && height > 0)) return "";
    const size = `width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}"`;
    const body = escaped(`<defs>${this.#definitions.neededBy(markup)}</defs>${markup}`);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${body}</svg>`;
    const key = `${zoom} ${svg}`;
    const picture =
      this.#pictures.get(key) ?? addPicture(this.#file, this.#pixels(svg, { width, height, zoom, finest }));
    this.#pictures.set(key, picture);
    const place = matrixNumbers([width, 0, 0, -height, left, bottom]);
    return `q\n${place} cm\n${this.resources.name("XObject", picture)} Do\nQ\n`;
  }
}

/** Of ids with signs that mean something in markup, the rasteriser writes only quotation marks in another way. */
const escaped = (markup: string): string =>
  markup.replaceAll(/"[^"]*"/g, (value) => value.replaceAll(/&(?!quot;)/g, "&amp;").replaceAll("<", "&lt;"));

/** First one change of a colour, then the other. */
const both = (first: Recolor, then: Recolor): Recolor =>
  first && then ? (color) => then(first(color)) : (first ?? then);

const within = ({ left, top, right, bottom }: Box, content: string): string =>
  `q\n${numbers([left, top, right - left, bottom - top])} re W n\n${content}Q\n`;

const camelCase = (name: string): string =>
  name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
