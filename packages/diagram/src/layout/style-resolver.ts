/** The styles under one style sheet, kept until something changes. */
import { cascade } from "../css/cascade.js";
import { RulePath } from "../css/shared-sheet.js";
import { StyleSheet } from "../css/style-sheet.js";
import type { Element } from "../dom/element.js";
import { changes, isElement, type Node } from "../dom/node.js";
import { afterMove, computeStyle, type ComputedStyle, INITIAL } from "./computed-style.js";

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

interface PlacedStyle {
  readonly style: ComputedStyle;
  readonly path: RulePath;
}

/** What is known of an element's style, and what it was worked out from. */
class KnownStyle implements PlacedStyle {
  readonly resolver: StyleResolver;
  readonly style: ComputedStyle;
  readonly path: RulePath;
  readonly outer: PlacedStyle;
  readonly parent: Node | null;
  readonly version: number;
  readonly styleVersion: number;
  /** The count of changes at which it was last found to hold. */
  checkedAt = changes.count;

  constructor(
    resolver: StyleResolver,
    element: Element,
    style: ComputedStyle,
    path: RulePath,
    outer: PlacedStyle,
  ) {
    this.resolver = resolver;
    this.style = style;
    this.path = path;
    this.outer = outer;
    this.parent = element.parent;
    this.version = element.attributeVersion;
    this.styleVersion = element.styleVersion;
  }
}

const NO_RULES = new RulePath([], false);

/**
 * Styles under one style sheet. A style is kept until an attribute of the element changes, or what it inherits, or where
 * it is for the rules; Mermaid measures many times between small changes. Where rules look at siblings any change ends it.
 */
export class StyleResolver {
  readonly #sheet: StyleSheet | null;
  readonly #start: PlacedStyle;

  constructor(sheet: StyleSheet | null) {
    this.#sheet = sheet;
    this.#start = { style: INITIAL, path: sheet?.start ?? NO_RULES };
  }

  of(node: Node | null): ComputedStyle {
    return this.#find(node).style;
  }

  #find(node: Node | null): PlacedStyle {
    if (!isElement(node)) return this.#start;
    const { keptStyle } = node;
    const known = keptStyle instanceof KnownStyle && keptStyle.resolver === this ? keptStyle : null;
    if (known?.checkedAt === changes.count) return known;
    const outer = this.#find(node.parent);
    const alike =
      known &&
      !outer.path.looksAtSiblings &&
      known.parent === node.parent &&
      known.outer.path === outer.path &&
      known.outer.style.inherited === outer.style.inherited
        ? known
        : null;
    if (alike?.version === node.attributeVersion) {
      alike.checkedAt = changes.count;
      return alike;
    }
    const path = this.#sheet?.pathOf(node, outer.path) ?? NO_RULES;
    const style =
      alike?.styleVersion === node.styleVersion && alike.path === path
        ? afterMove(alike.style)
        : computeStyle(node, cascade(node, this.#sheet?.rulesAt(path) ?? []), outer.style, known?.style);
    const found = new KnownStyle(this, node, style, path, outer);
    node.keptStyle = found;
    return found;
  }
}

const withoutSheet = new StyleResolver(null);
const resolvers = new WeakMap<StyleSheet, StyleResolver>();

/** The styles that apply around an element; the same object as long as they may be kept. */
export function stylesAround(element: Element): StyleResolver {
  const sheet = sheetOf(element);
  if (!sheet) return withoutSheet;
  let resolver = resolvers.get(sheet);
  if (!resolver) {
    resolver = new StyleResolver(sheet);
    resolvers.set(sheet, resolver);
  }
  return resolver;
}
