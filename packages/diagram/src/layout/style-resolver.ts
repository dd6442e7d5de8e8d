// The styles under one style sheet, kept until something changes.
import { cascade } from "../css/cascade.js";
import { RulePath, StyleSheet } from "../css/style-sheet.js";
import type { Element } from "../dom/element.js";
import { changes, isElement, type Node } from "../dom/node.js";
import { computeStyle, type ComputedStyle, INITIAL } from "./computed-style.js";

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

/** What is known of an element's style, and what it was worked out from. */
interface KnownStyle {
  readonly style: ComputedStyle;
  readonly path: RulePath;
  readonly version: number;
  readonly parent: Node | null;
  readonly outer: Pick<KnownStyle, "style" | "path">;
  /** The count of changes at which it was last found to hold. */
  checkedAt: number;
}

const NO_RULES = new RulePath([]);

/**
 * Styles under one style sheet. A style is kept until an attribute of the element changes, or what it inherits, or where
 * it is for the rules; Mermaid measures many times between small changes. Sheets that look at siblings cannot be kept so.
 */
export class StyleResolver {
  readonly #known = new WeakMap<Element, KnownStyle>();
  readonly #sheet: StyleSheet | null;
  readonly #start: Pick<KnownStyle, "style" | "path">;

  constructor(sheet: StyleSheet | null) {
    this.#sheet = sheet;
    this.#start = { style: INITIAL, path: sheet?.start ?? NO_RULES };
  }

  of(node: Node | null): ComputedStyle {
    return this.#find(node).style;
  }

  #find(node: Node | null): Pick<KnownStyle, "style" | "path"> {
    if (!isElement(node)) return this.#start;
    const known = this.#known.get(node);
    if (known?.checkedAt === changes.count) return known;
    const outer = this.#find(node.parent);
    if (
      known?.version === node.attributeVersion &&
      known.parent === node.parent &&
      known.outer.path === outer.path &&
      known.outer.style.inherited === outer.style.inherited
    ) {
      known.checkedAt = changes.count;
      return known;
    }
    const path = this.#sheet?.pathOf(node, outer.path) ?? NO_RULES;
    const style = computeStyle(node, cascade(node, path.rules), outer.style, known?.style);
    const { attributeVersion: version, parent } = node;
    const found = { style, path, version, parent, outer, checkedAt: changes.count };
    this.#known.set(node, found);
    return found;
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
