/** The styles under one style sheet, kept until something changes. */
import { cascade } from "../css/cascade.js";
import { looksOf } from "../css/looks.js";
import { RulePath } from "../css/shared-sheet.js";
import { StyleSheet } from "../css/style-sheet.js";
import type { Element } from "../dom/element.js";
import { changes, isElement, type Node } from "../dom/node.js";
import type { Box } from "./box.js";
import { computeStyle, type ComputedStyle, Inherited, INITIAL } from "./computed-style.js";
import type { Matrix } from "./matrix.js";
import type { TextPosition } from "./svg-length.js";

interface PlacedStyle {
  readonly style: ComputedStyle;
  readonly path: RulePath;
}

/**
 * What is known of an element: its style, what that was worked out from, and what others work out from its attributes. It is
 * another object after any change of these.
 */
export class KnownElement implements PlacedStyle {
  readonly resolver: StyleResolver;
  readonly style: ComputedStyle;
  readonly path: RulePath;
  readonly outer: PlacedStyle;
  readonly parent: Node | null;
  readonly version: number;
  readonly styleVersion: number;
  /** The count of changes at which it was last found to hold. */
  checkedAt = changes.count;
  /** By the attribute or the declarations of this element, once it was asked for. */
  transform: Matrix | null = null;
  /** The box of an outline, once it was asked for. */
  outline: Box | null = null;
  /** Where the attributes of this element put its text, once it was asked for. */
  position: TextPosition | null = null;
  /** What the layout of text knows of this element; nobody else looks at it. */
  textLayout: object | null = null;

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
    const style = { ...INITIAL, inherited: new Inherited() };
    this.#start = { style, path: sheet?.start ?? NO_RULES };
  }

  of(node: Node | null): ComputedStyle {
    return isElement(node) ? this.known(node).style : this.#start.style;
  }

  known(element: Element): KnownElement {
    const { keptStyle } = element;
    const known = keptStyle instanceof KnownElement && keptStyle.resolver === this ? keptStyle : null;
    if (known?.checkedAt === changes.count) return known;
    const outer = isElement(element.parent) ? this.known(element.parent) : this.#start;
    const alike =
      known &&
      !outer.path.looksAtSiblings &&
      known.parent === element.parent &&
      known.outer.path === outer.path &&
      known.outer.style.inherited === outer.style.inherited
        ? known
        : null;
    if (alike?.version === element.attributeVersion) {
      alike.checkedAt = changes.count;
      return alike;
    }
    const path = this.#sheet?.pathOf(element, outer.path) ?? NO_RULES;
    const style =
      alike?.styleVersion === element.styleVersion && alike.path === path
        ? alike.style
        : this.#style(element, path, outer, known?.style);
    const found = new KnownElement(this, element, style, path, outer);
    element.keptStyle = found;
    return found;
  }

  /** The style that elements share which are told the same by those around them, by the rules and by their attributes. */
  #style(
    element: Element,
    path: RulePath,
    outer: PlacedStyle,
    before: ComputedStyle | undefined,
  ): ComputedStyle {
    const isShared = this.#sheet && !outer.path.looksAtSiblings;
    const looks = isShared ? looksOf(element, outer.style.inherited.stylesAt(path)) : null;
    if (looks?.known) return looks.known;
    const own = cascade(element, this.#sheet?.rulesAt(path) ?? []);
    const style = computeStyle(element, own, outer.style, before);
    if (looks) looks.known = style;
    return style;
  }
}

const withoutSheet = new StyleResolver(null);

/** The last sheet of each drawing; Mermaid measures often and changes its style once. */
const sheets = new WeakMap<Element, { readonly source: string; readonly styles: StyleResolver }>();

/** The styles that apply around an element, by the sheet in the outermost svg; the same object as long as they may be kept. */
export function stylesAround(element: Element): StyleResolver {
  let root: Element | null = null;
  for (let node: Node | null = element; isElement(node); node = node.parent)
    if (node.localName === "svg") root = node;
  if (!root) return withoutSheet;
  let source = "";
  for (let child = root.first; child; child = child.next)
    if (isElement(child) && child.localName === "style") source += child.textContent;
  if (!source) return withoutSheet;
  const known = sheets.get(root);
  if (known?.source === source) return known.styles;
  const styles = new StyleResolver(new StyleSheet(source, root.id));
  sheets.set(root, { source, styles });
  return styles;
}
