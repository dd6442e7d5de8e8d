/** What stands in a line and is no text. */
import { toPixels } from "../css/length.js";
import { dataUriBytes, declaredImageSize } from "../dom/image-size.js";
import type { Element } from "../dom/element.js";
import type { TextMeasurer } from "../text/measurer.js";
import type { ComputedStyle } from "./computed-style.js";
import { findIcon, type Icon, isIconClass } from "../icons/font-awesome.js";
import { layoutMath } from "./math/math-layout.js";
import type { MathBox } from "./math/math-box.js";

/** A piece of a line at its place in the label. */
export interface PlacedPiece {
  readonly text: string;
  readonly object: InlineObject | null;
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly width: number;
  readonly style: ComputedStyle;
}

/** A filled rectangle behind text. */
export interface Backdrop {
  readonly color: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An HTML element laid out for drawing. */
export interface HtmlLayout {
  readonly width: number;
  readonly height: number;
  /** Of the last line. */
  readonly baseline: number;
  readonly pieces: readonly PlacedPiece[];
  readonly backdrops: readonly Backdrop[];
}

/** Something inline that is no text: an icon, a picture, a formula, a drawing, a box of its own. */
export interface InlineObject {
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
  readonly content:
    | { readonly kind: "icon"; readonly icon: Icon | null }
    | { readonly kind: "math"; readonly box: MathBox }
    | { readonly kind: "image" | "svg"; readonly element: Element }
    | { readonly kind: "box"; readonly layout: (room: number) => HtmlLayout };
  /** Whether it has a line of its own, which it begins. */
  readonly isBlock?: boolean;
}

/** Width of an icon and how high it reaches, in ems, as Font Awesome's style sheet has it. */
const ICON_WIDTH = 1.25;
const ICON_ASCENT = 0.875;
const IMAGE_SIZE = 80;
/** Of the bundled face. */
const LETTER_ASCENT = 0.905;
const LETTER_DESCENT = 0.212;
/** Characters of an embedded SVG. */
const MAX_DRAWING = 500_000;
const drawings = new WeakMap<Element, Element | null>();

/** As high as the letters beside it: the end of a border, or of a padding, which has no colour. */
export function upright(width: number, color: string | null, fontSize: number): InlineObject {
  const ascent = Math.round(fontSize * LETTER_ASCENT);
  const height = ascent + Math.round(fontSize * LETTER_DESCENT);
  const backdrops = color === null ? [] : [{ color, x: 0, y: 0, width, height }];
  const layout = (): HtmlLayout => ({ width, height, baseline: ascent, pieces: [], backdrops });
  return { width, ascent, descent: height - ascent, content: { kind: "box", layout } };
}

/** The size of an element that is drawn as one object inside a line; null when it is laid out as text. */
export function inlineObjectFor(
  element: Element,
  style: ComputedStyle,
  measurer: TextMeasurer,
  room: number,
): InlineObject | null {
  const { fontSize } = style;
  switch (element.localName) {
    case "i": {
      const classes = element.className;
      if (!isIconClass(classes)) return null;
      return {
        width: fontSize * ICON_WIDTH,
        ascent: fontSize * ICON_ASCENT,
        descent: fontSize * (1 - ICON_ASCENT),
        content: { kind: "icon", icon: findIcon(classes) },
      };
    }
    case "math": {
      const box = layoutMath(element, fontSize, measurer);
      return { width: box.width, ascent: box.ascent, descent: box.descent, content: { kind: "math", box } };
    }
    case "svg": {
      const { width, ascent: height } = sized(element, style, fontSize);
      const raised = toPixels(style.own.get("vertical-align")?.value ?? "0", fontSize);
      return { width, ascent: height + raised, descent: -raised, content: { kind: "svg", element } };
    }
    case "img": {
      const drawing = embeddedDrawing(element);
      const content = { kind: drawing ? "svg" : "image", element: drawing ?? element } as const;
      const isBlock = /^(?:flex|block|grid)/.test(style.display);
      return { ...imageBox(element, style, room), content, isBlock };
    }
    default:
      return null;
  }
}

function sized(
  element: Element,
  style: ComputedStyle,
  usual: number,
): { width: number; ascent: number; descent: number } {
  const size = (name: string): number => {
    const value = style.own.get(name)?.value ?? element.getAttribute(name);
    const pixels = value && !value.endsWith("%") ? toPixels(value, style.fontSize) : 0;
    return pixels > 0 ? pixels : usual;
  };
  return { width: size("width"), ascent: size("height"), descent: 0 };
}

/** An embedded SVG as elements, which pass the same white list as everything else; null for other pictures. */
function embeddedDrawing(image: Element): Element | null {
  const known = drawings.get(image);
  if (known !== undefined) return known;
  const source = image.getAttribute("src") ?? "";
  let drawing: Element | null = null;
  if (/^data:image\/svg\+xml/i.test(source)) {
    const holder = image.ownerDocument.createElement("div");
    holder.innerHTML =
      dataUriBytes(source, MAX_DRAWING)
        ?.toString("utf8")
        .replace(/^[^<]*(?:<[?!][^>]*>\s*)*/, "") ?? "";
    drawing = holder.querySelector("svg");
    // One that says its size and no view is stretched into its box; one that says neither is drawn as it is.
    const size = declaredImageSize(source);
    const isSized = drawing?.hasAttribute("width") && drawing.hasAttribute("height");
    if (drawing && size && isSized && !drawing.hasAttribute("viewBox")) {
      drawing.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
      drawing.setAttribute("preserveAspectRatio", "none");
    }
  }
  drawings.set(image, drawing);
  return drawing;
}

/** A picture's box by its style, its attributes and what it declares itself, in this order. */
function imageBox(
  element: Element,
  style: ComputedStyle,
  room: number,
): { width: number; ascent: number; descent: number } {
  const source = element.getAttribute("src");
  const natural = source ? declaredImageSize(source) : { width: 0, height: 0 };
  const length = (name: string): number => {
    const value = style.own.get(name)?.value ?? (name.includes("-") ? null : element.getAttribute(name));
    if (!value || value === "auto" || (value.endsWith("%") && !Number.isFinite(room))) return 0;
    return toPixels(value, style.fontSize, room);
  };
  // One without a source is nothing, however wide; one whose size is not known is shown as a square.
  const ratio = natural && natural.width > 0 ? natural.height / natural.width : natural ? 0 : 1;
  const height = length("height");
  const free = natural ? natural.width : IMAGE_SIZE;
  let width = length("width") || (height ? height / ratio : free);
  const [least, most] = [length("min-width"), length("max-width")];
  if (most > 0) width = Math.min(width, most);
  width = Math.max(width, least);
  return { width, ascent: height || width * ratio, descent: 0 };
}
