/** The content of a label as paragraphs of inline items. */
import type { Element } from "../dom/element.js";
import { Text } from "../dom/character-data.js";
import { isElement, type Node } from "../dom/node.js";
import { NAMESPACES } from "../dom/names.js";
import { OBJECT_CHARACTER } from "../text/line-break.js";
import type { ComputedStyle } from "./computed-style.js";
import type { StyleResolver } from "./style-resolver.js";
import { addSides, backgroundOf, borderOf, marginOf, NO_SIDES, paddingOf, type Sides } from "./box-model.js";
import { CONTROL_NAMES, disclosureObject } from "./form-controls.js";
import { type InlineObject, upright } from "./inline-objects.js";

/** Text of one style, an object, or a forced end of the line. */
export interface InlineItem {
  text: string;
  readonly style: ComputedStyle;
  readonly object: InlineObject | null;
  readonly isBreak: boolean;
}

/** A paragraph of inline items; `backgrounds` are elements that paint behind some of them. */
export interface Paragraph {
  readonly style: ComputedStyle;
  /** Of the block that it is in: no line with text is lower than one of it. */
  readonly block: ComputedStyle;
  /** Of the blocks around it, above only on their first paragraph and below only on their last. */
  padding: Sides;
  /** Of the blocks around it, above their first paragraph and below their last; neighbours share the larger one. */
  margin: { readonly top: number; readonly bottom: number };
  /** What stands left of the first line: the bullet or number of a list. */
  readonly marker: string;
  /** A line across instead of text. */
  readonly isRule: boolean;
  readonly items: InlineItem[];
  /** How many blocks of the label are around it. */
  readonly depth: number;
  readonly backgrounds: { readonly color: string; readonly first: number; readonly last: number }[];
}

/** A stretch of paragraphs with a background of its own, such as an edge label. */
export interface BlockBackground {
  readonly color: string;
  readonly padding: Sides;
  readonly first: number;
  readonly last: number;
}

const BLOCK_ELEMENTS = new Set(
  "div p ul ol li dl dt dd h1 h2 h3 h4 h5 h6 pre blockquote table tr body section article header footer details summary hr".split(
    " ",
  ),
);
const OBJECT_ELEMENTS = new Set(["img", "i", "ruby", ...CONTROL_NAMES]);
const HIDDEN_ELEMENTS = new Set(["style", "script", "template", "title"]);

/** Whether an element stands between the lines around it and not in one of them. */
export const isBlockElement = (element: Element, style: ComputedStyle): boolean =>
  BLOCK_ELEMENTS.has(element.localName)
    ? !style.display.startsWith("inline-")
    : /^(?:block|table|flex|list-item|grid)/.test(style.display);

/** White space that keeps line ends. */
const KEEPING_LINES = new Set(["pre", "pre-wrap", "break-spaces", "pre-line"]);
const BULLETS = ["\u2022", "\u25e6", "\u25aa"];

/** The bullet of a list's item, or its number. */
function markerOf(item: Element): string {
  if (item.parentElement?.localName !== "ol") {
    let depth = -1;
    for (
      let list = item.closest("ul, ol");
      list && depth < 2;
      list = list.parentElement?.closest("ul, ol") ?? null
    )
      depth += 1;
    return BULLETS[Math.max(depth, 0)] ?? "";
  }
  const items = item.parentElement.children.filter((one) => one.localName === "li");
  return `${items.indexOf(item) + (Number(item.parentElement.getAttribute("start")) || 1)}.`;
}

/** Puts the padding and the margin of a block around one of its paragraphs. */
function surround(
  paragraph: Paragraph | undefined,
  isFirst: boolean,
  isLast: boolean,
  padding: Sides,
  margin: Sides,
): void {
  if (!paragraph) return;
  paragraph.padding = addSides(paragraph.padding, {
    top: isFirst ? padding.top : 0,
    right: padding.right + margin.right,
    bottom: isLast ? padding.bottom : 0,
    left: padding.left + margin.left,
  });
  const { top, bottom } = paragraph.margin;
  paragraph.margin = {
    top: isFirst && padding.top === 0 ? Math.max(top, margin.top) : top,
    bottom: isLast && padding.bottom === 0 ? Math.max(bottom, margin.bottom) : bottom,
  };
}

/** Turns the content of an HTML element into paragraphs with white space collapsed as CSS says. */
export class ParagraphCollector {
  readonly paragraphs: Paragraph[] = [];
  readonly backgrounds: BlockBackground[] = [];
  #current: Paragraph | null = null;
  #marker = "";
  #depth = 0;
  #around: ComputedStyle | null = null;
  readonly #styles: StyleResolver;
  readonly #objectFor: (element: Element, style: ComputedStyle) => InlineObject | null;

  constructor(
    styles: StyleResolver,
    objectFor: (element: Element, style: ComputedStyle) => InlineObject | null,
  ) {
    this.#styles = styles;
    this.#objectFor = objectFor;
  }

  collect(element: Element): void {
    this.#around = this.#styles.of(element);
    this.#children(element);
    this.#endParagraph();
  }

  #children(parent: Element): void {
    for (let child = parent.first; child; child = child.next) this.#node(child, parent);
  }

  #node(node: Node, parent: Element): void {
    if (node instanceof Text) {
      this.#text(node.data, this.#styles.of(parent));
      return;
    }
    if (!isElement(node) || HIDDEN_ELEMENTS.has(node.localName)) return;
    const style = this.#styles.of(node);
    if (style.display === "none") return;
    if (node.localName === "br") this.#item({ text: "", style, object: null, isBreak: true });
    else if (node.namespaceURI !== NAMESPACES.html || OBJECT_ELEMENTS.has(node.localName))
      this.#objectOrContent(node, style);
    else if (isBlockElement(node, style)) this.#block(node, style);
    else if (style.display.startsWith("inline-")) this.#objectOrContent(node, style);
    else if (style.own.has("border") || paddingOf(style.own, style.fontSize) !== NO_SIDES)
      this.#edged(node, style);
    else this.#inline(node, style);
  }

  /** An inline element with a border or a padding; around blocks only its two ends are there, each in a line of its own. */
  #edged(element: Element, style: ComputedStyle): void {
    const border = borderOf(style.own, style.fontSize);
    const padding = paddingOf(style.own, style.fontSize);
    const isSplit = element.children.some((child) => isBlockElement(child, this.#styles.of(child)));
    if (!isSplit) {
      this.#objectOrContent(element, style);
      return;
    }
    const edge = (width: number, color: string | null): void => {
      const object = upright(width, color, style.fontSize);
      if (width > 0) this.#item({ text: OBJECT_CHARACTER, style, object, isBreak: false });
    };
    if (border) edge(border.width.left, border.color ?? style.color);
    edge(padding.left, null);
    this.#inline(element, style);
    edge(padding.right, null);
    if (border) edge(border.width.right, border.color ?? style.color);
  }

  #objectOrContent(element: Element, style: ComputedStyle): void {
    const object = this.#objectFor(element, style);
    if (object?.isBlock) this.#endParagraph();
    if (object) this.#item({ text: OBJECT_CHARACTER, style, object, isBreak: false });
    else this.#inline(element, style);
    if (object?.isBlock) this.#endParagraph();
  }

  #block(element: Element, style: ComputedStyle): void {
    this.#endParagraph();
    this.#depth += 1;
    const around = this.#around;
    this.#around = style;
    const first = this.paragraphs.length;
    this.#marker = element.localName === "li" ? markerOf(element) : "";
    if (element.localName === "hr") this.#open(style, true);
    const box = this.#objectFor(element, style);
    if (box) this.#item({ text: OBJECT_CHARACTER, style, object: box, isBreak: false });
    else if (element.localName === "details") this.#details(element);
    else this.#children(element);
    this.#endParagraph();
    this.#depth -= 1;
    this.#around = around;
    this.#marker = "";
    // A box of its own has its padding and what is behind it inside.
    const color = box ? null : backgroundOf(style.own);
    const padding = box ? NO_SIDES : paddingOf(style.own, style.fontSize);
    const margin = marginOf(style.own, style.fontSize);
    const last = this.paragraphs.length;
    // Most have neither.
    if (padding !== NO_SIDES || margin !== NO_SIDES)
      for (let at = first; at < last; at += 1)
        surround(this.paragraphs[at], at === first, at === last - 1, padding, margin);
    if (color && last > first) this.backgrounds.push({ color, padding, first, last });
  }

  /** A summary with its triangle, and what it is of when that is open. */
  #details(element: Element): void {
    const summary = element.children.find((child) => child.localName === "summary");
    const style = this.#styles.of(summary ?? element);
    const object = disclosureObject(element, style.fontSize);
    this.#item({ text: OBJECT_CHARACTER, style, object, isBreak: false });
    if (summary) this.#inline(summary, style);
    else this.#text("Details", style);
    this.#endParagraph();
    if (!element.hasAttribute("open")) return;
    for (let child = element.first; child; child = child.next)
      if (child !== summary) this.#node(child, element);
  }

  #inline(element: Element, style: ComputedStyle): void {
    const color = backgroundOf(style.own);
    const paragraph = color ? this.#open(style) : null;
    const first = paragraph?.items.length ?? 0;
    const marks =
      element.localName === "q"
        ? element.parentElement?.closest("q")
          ? "\u2018\u2019"
          : "\u201c\u201d"
        : "";
    if (marks) this.#text(marks.charAt(0), style);
    this.#children(element);
    if (marks) this.#text(marks.charAt(1), style);
    if (!color || !paragraph) return;
    // Blocks inside of it end a paragraph, and what follows them is in another.
    let from = first;
    for (const { items, depth, backgrounds } of this.paragraphs.slice(
      this.paragraphs.lastIndexOf(paragraph),
    )) {
      if (depth === this.#depth && items.length > from)
        backgrounds.push({ color, first: from, last: items.length });
      from = 0;
    }
  }

  #open(style: ComputedStyle, isRule = false): Paragraph {
    if (!this.#current) {
      const margin = { top: 0, bottom: 0 };
      const marker = this.#marker;
      this.#marker = "";
      this.#current = {
        block: this.#around ?? style,
        style,
        padding: NO_SIDES,
        margin,
        marker,
        isRule,
        depth: this.#depth,
        items: [],
        backgrounds: [],
      };
      this.paragraphs.push(this.#current);
    }
    return this.#current;
  }

  #item(item: InlineItem): void {
    this.#open(item.style).items.push(item);
  }

  #text(data: string, style: ComputedStyle): void {
    const { whiteSpace } = style;
    const transformed = style.textTransform === "uppercase" ? data.toUpperCase() : data;
    if (KEEPING_LINES.has(whiteSpace)) {
      const lines = transformed.split("\n");
      for (const [index, line] of lines.entries()) {
        if (index > 0) this.#item({ text: "", style, object: null, isBreak: true });
        const text = whiteSpace === "pre-line" ? line.replace(/[ \t]+/g, " ") : line;
        if (text) this.#item({ text, style, object: null, isBreak: false });
      }
      return;
    }
    let text = transformed.replace(/[ \t\r\n\f]+/g, " ");
    const last = this.#current?.items.at(-1);
    const atStart = !last || last.isBreak || (last.text.endsWith(" ") && !last.object);
    if (atStart && text.startsWith(" ")) text = text.slice(1);
    if (text) this.#item({ text, style, object: null, isBreak: false });
  }

  #endParagraph(): void {
    this.#current = null;
  }
}
