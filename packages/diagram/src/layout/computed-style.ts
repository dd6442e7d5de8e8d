// The style of an element as layout needs it, kept until something changes.
import { cascade, type Cascaded } from "../css/cascade.js";
import { fontSizeToPixels, toPixels } from "../css/length.js";
import { StyleSheet } from "../css/style-sheet.js";
import type { Element } from "../dom/element.js";
import { changes, isElement, type Node } from "../dom/node.js";

/** What layout needs to know of an element's style; all but `own`, `display` and baseline is inherited. */
export interface ComputedStyle {
  /** The declarations that apply to this element itself. */
  readonly own: Cascaded;
  readonly display: string;
  readonly alignmentBaseline: string;
  readonly fontSize: number;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Whether letters are all of one width. */
  readonly mono: boolean;
  /** Lines under and through the text, of this element and of those around it. */
  readonly decoration: string;
  /** How far the baseline lies below that of the line, in pixels. */
  readonly lowered: number;
  readonly textAnchor: string;
  readonly dominantBaseline: string;
  readonly letterSpacing: number;
  /** A multiple of the font size; 0 is "normal". */
  readonly lineHeight: number;
  readonly whiteSpace: string;
  readonly overflowWrap: string;
  readonly textAlign: string;
  readonly textTransform: string;
  readonly color: string;
  /** Of this element and of those around it, in HTML. */
  readonly opacity: number;
  readonly visibility: string;
}

const INITIAL: ComputedStyle = {
  own: new Map(),
  display: "inline",
  alignmentBaseline: "auto",
  fontSize: 16,
  bold: false,
  italic: false,
  mono: false,
  decoration: "",
  lowered: 0,
  textAnchor: "start",
  dominantBaseline: "auto",
  letterSpacing: 0,
  lineHeight: 0,
  whiteSpace: "normal",
  overflowWrap: "normal",
  textAlign: "start",
  textTransform: "none",
  color: "#000",
  opacity: 1,
  visibility: "visible",
};

const BOLD_ELEMENTS = new Set(["b", "strong", "th"]);
const ITALIC_ELEMENTS = new Set(["i", "em", "cite", "var"]);
/** The last sheet of each drawing; Mermaid measures often and changes its style once. */
const sheets = new WeakMap<Element, { readonly source: string; readonly sheet: StyleSheet }>();

/** The style sheet inside the outermost svg around an element. */
function sheetOf(element: Element): StyleSheet | null {
  let root: Element | null = null;
  for (let node: Node | null = element; isElement(node); node = node.parentNode)
    if (node.localName === "svg") root = node;
  if (!root) return null;
  let source = "";
  for (let child = root.firstChild; child; child = child.nextSibling)
    if (isElement(child) && child.localName === "style") source += child.textContent;
  if (!source) return null;
  const known = sheets.get(root);
  if (known?.source === source) return known.sheet;
  const sheet = new StyleSheet(source, root.id);
  sheets.set(root, { source, sheet });
  return sheet;
}

interface KnownStyle {
  readonly style: ComputedStyle;
  readonly version: number;
  readonly parent: ComputedStyle;
  /** The count of changes at which it was last found to hold. */
  checkedAt: number;
}

/**
 * Styles under one style sheet. A style is kept until an attribute of the element or the style of its parent changes;
 * Mermaid measures many times between small changes. Sheets that look at siblings cannot be kept so.
 */
export class StyleResolver {
  readonly #known = new WeakMap<Element, KnownStyle>();

  readonly #sheet: StyleSheet | null;

  constructor(sheet: StyleSheet | null) {
    this.#sheet = sheet;
  }

  of(node: Node | null): ComputedStyle {
    if (!isElement(node)) return INITIAL;
    const known = this.#known.get(node);
    if (known?.checkedAt === changes.count) return known.style;
    const parent = this.of(node.parentNode);
    if (known && known.version === node.attributeVersion && known.parent === parent) {
      known.checkedAt = changes.count;
      return known.style;
    }
    const style = compute(node, cascade(node, this.#sheet), parent);
    this.#known.set(node, { style, version: node.attributeVersion, parent, checkedAt: changes.count });
    return style;
  }
}

const withoutSheet = new StyleResolver(null);
const resolvers = new WeakMap<StyleSheet, StyleResolver>();

/** The styles that apply around an element; the same object as long as they may be kept. */
export function stylesAround(element: Element): StyleResolver {
  const sheet = sheetOf(element);
  if (!sheet) return withoutSheet;
  const known = resolvers.get(sheet);
  if (known && !sheet.looksAtSiblings) return known;
  const resolver = new StyleResolver(sheet);
  resolvers.set(sheet, resolver);
  return resolver;
}

function compute(element: Element, own: Cascaded, parent: ComputedStyle): ComputedStyle {
  const value = (name: string): string | undefined => {
    const found = own.get(name)?.value;
    return found === "inherit" ? undefined : found;
  };
  const font = fontShorthand(value("font"));
  const size = value("font-size") ?? font.size;
  const fontSize = size === undefined ? parent.fontSize : fontSizeToPixels(size, parent.fontSize);
  const family = value("font-family") ?? font.family;
  const weight = value("font-weight") ?? font.weight;
  const slope = value("font-style") ?? font.slope;
  const spacing = value("letter-spacing");
  const lineHeight = value("line-height");
  const name = element.localName;
  const startsAnew = name === "foreignObject" || name === "svg";
  const preserved = element.getAttribute("xml:space") === "preserve" ? "pre" : undefined;
  return {
    own,
    display: value("display") ?? "inline",
    alignmentBaseline: value("alignment-baseline") ?? "auto",
    fontSize,
    bold:
      weight === undefined
        ? parent.bold || BOLD_ELEMENTS.has(name)
        : /bold/.test(weight) || Number(weight) >= 600,
    italic: slope === undefined ? parent.italic || ITALIC_ELEMENTS.has(name) : /italic|oblique/.test(slope),
    mono: family === undefined ? parent.mono : isMonospace(family),
    decoration: startsAnew ? "" : decorationOf(value("text-decoration"), parent.decoration),
    lowered: startsAnew ? 0 : parent.lowered + loweredBy(value("vertical-align"), parent.fontSize),
    textAnchor: value("text-anchor") ?? parent.textAnchor,
    dominantBaseline: value("dominant-baseline") ?? parent.dominantBaseline,
    letterSpacing: spacing === undefined ? parent.letterSpacing : toPixels(spacing, fontSize),
    lineHeight: lineHeight === undefined ? parent.lineHeight : lineHeightFactor(lineHeight, fontSize),
    whiteSpace: preserved ?? value("white-space") ?? (startsAnew ? "normal" : parent.whiteSpace),
    overflowWrap: value("overflow-wrap") ?? value("word-wrap") ?? parent.overflowWrap,
    textAlign: value("text-align") ?? parent.textAlign,
    textTransform: value("text-transform") ?? parent.textTransform,
    color: value("color") ?? parent.color,
    opacity: startsAnew ? 1 : parent.opacity * opacityOf(value("opacity")),
    visibility: value("visibility") ?? parent.visibility,
  };
}

const MONOSPACE = /mono|courier|consolas|menlo|monaco|typewriter|\bcode\b/i;
const PROPORTIONAL = /arial|helvetica|verdana|trebuchet|sans|serif|system-ui|roboto|inter|times|georgia/i;

/** Whether the first family of a list that says anything has letters of one width. */
function isMonospace(families: string): boolean {
  const known = families.split(",").find((family) => MONOSPACE.test(family) || PROPORTIONAL.test(family));
  return known !== undefined && MONOSPACE.test(known);
}

/** Decorations add up: an element cannot take away those around it. */
function decorationOf(own: string | undefined, outer: string): string {
  const line = /underline|line-through|overline/.exec(own ?? "")?.[0];
  return !line || outer.includes(line) ? outer : `${outer} ${line}`.trim();
}

function opacityOf(source: string | undefined): number {
  const share = source === undefined ? 1 : Number.parseFloat(source) / (source.endsWith("%") ? 100 : 1);
  return share >= 0 && share < 1 ? share : 1;
}

function loweredBy(align: string | undefined, parentSize: number): number {
  if (align === "sub") return parentSize / 5 + 1;
  return align === "super" ? -(parentSize / 3 + 1) : 0;
}

function lineHeightFactor(source: string, fontSize: number): number {
  if (source === "normal") return 0;
  return /^[\d.]+$/.test(source) ? Number(source) : toPixels(source, fontSize, fontSize) / fontSize;
}

interface FontParts {
  readonly size?: string;
  readonly family?: string;
  readonly weight?: string;
  readonly slope?: string;
}

function fontShorthand(source: string | undefined): FontParts {
  if (!source) return {};
  const size = /(\d[\d.]*(?:px|em|rem|pt|%))/.exec(source)?.[1];
  return {
    ...(size ? { size, family: source.slice(source.indexOf(size) + size.length) } : {}),
    ...(/bold/.test(source) ? { weight: "bold" } : {}),
    ...(/italic|oblique/.test(source) ? { slope: "italic" } : {}),
  };
}
