/** The style of an element as layout needs it. */
import type { Cascaded } from "../css/cascade.js";
import { fontSizeToPixels, toPixels } from "../css/length.js";
import { Looks } from "../css/looks.js";
import type { RulePath } from "../css/shared-sheet.js";
import { type Variables, withVariables } from "../css/variables.js";
import type { Element } from "../dom/element.js";

/** What layout needs to know of an element's style; all but `own`, the transform, `display` and baseline is inherited. Elements share it. */
export interface ComputedStyle {
  /** The declarations that apply to this element itself. */
  readonly own: Cascaded;
  /** What these say of its transform. */
  readonly transform: string | null;
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
  /** The custom properties of this element and of those around it. */
  readonly variables: Variables;
  /** The same object as long as what is inherited from this element is the same. */
  readonly inherited: Inherited;
}

/** Stands for all that elements inherit from those around them. */
export class Inherited {
  readonly #styles = new Map<RulePath, Looks<ComputedStyle>>();

  /** The styles of those that inherit it and are at a place for the rules, by what their attributes say. */
  stylesAt(path: RulePath): Looks<ComputedStyle> {
    let styles = this.#styles.get(path);
    if (!styles) {
      styles = new Looks();
      this.#styles.set(path, styles);
    }
    return styles;
  }
}

/** The style around a tree. */
export const INITIAL: ComputedStyle = {
  own: new Map(),
  transform: null,
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
  variables: new Map(),
  inherited: new Inherited(),
};

const BOLD_ELEMENTS = new Set(["b", "strong", "th"]);
const ITALIC_ELEMENTS = new Set(["i", "em", "cite", "var"]);
/** Elements whose own name says something of their style. */
const TELLING_ELEMENTS = new Set([...BOLD_ELEMENTS, ...ITALIC_ELEMENTS, "foreignObject", "svg", "table"]);
/** The properties that are read here: most elements have others only, such as their colours. */
const PROPERTIES = new Set(
  "font font-size font-family font-weight font-style letter-spacing line-height display alignment-baseline text-decoration vertical-align text-anchor dominant-baseline white-space overflow-wrap word-wrap text-align text-transform color opacity visibility".split(
    " ",
  ),
);

function isAsAround(element: Element, own: Cascaded): boolean {
  if (TELLING_ELEMENTS.has(element.localName) || element.hasAttribute("xml:space")) return false;
  for (const name of own.keys()) if (PROPERTIES.has(name)) return false;
  return true;
}

/** The style of an element about which nothing is said that is read here. */
function styleAsAround(own: Cascaded, parent: ComputedStyle): ComputedStyle {
  return {
    own,
    transform: transformOf(own),
    display: "inline",
    alignmentBaseline: "auto",
    fontSize: parent.fontSize,
    bold: parent.bold,
    italic: parent.italic,
    mono: parent.mono,
    decoration: parent.decoration,
    lowered: parent.lowered,
    textAnchor: parent.textAnchor,
    dominantBaseline: parent.dominantBaseline,
    letterSpacing: parent.letterSpacing,
    lineHeight: parent.lineHeight,
    whiteSpace: parent.whiteSpace,
    overflowWrap: parent.overflowWrap,
    textAlign: parent.textAlign,
    textTransform: parent.textTransform,
    color: parent.color,
    opacity: parent.opacity,
    visibility: parent.visibility,
    variables: parent.variables,
    inherited: parent.inherited,
  };
}

/** The style of an element by what applies to it, its parent's and, where it is known, its last one. */
export function computeStyle(
  element: Element,
  cascaded: Cascaded,
  parent: ComputedStyle,
  before: ComputedStyle | undefined,
): ComputedStyle {
  const { own, variables } = withVariables(cascaded, parent.variables);
  if (variables === parent.variables && isAsAround(element, own)) return styleAsAround(own, parent);
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
  const lineHeight = value("line-height") ?? font.lineHeight;
  const name = element.localName;
  const startsAnew = name === "foreignObject" || name === "svg";
  const preserved = element.getAttribute("xml:space") === "preserve" ? "pre" : undefined;
  const style: { -readonly [Name in keyof ComputedStyle]: ComputedStyle[Name] } = {
    own,
    transform: transformOf(own),
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
    variables,
    inherited: parent.inherited,
  };
  style.inherited = inheritedFrom(element, style, parent, before);
  return style;
}

/** Whether all that is inherited is the same; one by one, for names in a list would be looked up each time. */
export const inheritAlike = (a: ComputedStyle, b: ComputedStyle): boolean =>
  a.fontSize === b.fontSize &&
  a.bold === b.bold &&
  a.italic === b.italic &&
  a.mono === b.mono &&
  a.decoration === b.decoration &&
  a.lowered === b.lowered &&
  a.textAnchor === b.textAnchor &&
  a.dominantBaseline === b.dominantBaseline &&
  a.letterSpacing === b.letterSpacing &&
  a.lineHeight === b.lineHeight &&
  a.whiteSpace === b.whiteSpace &&
  a.overflowWrap === b.overflowWrap &&
  a.textAlign === b.textAlign &&
  a.textTransform === b.textTransform &&
  a.color === b.color &&
  a.opacity === b.opacity &&
  a.visibility === b.visibility &&
  a.variables === b.variables;

/** What stands for all that is inherited from an element: that of its parent or its last one where nothing differs. */
function inheritedFrom(
  element: Element,
  style: ComputedStyle,
  parent: ComputedStyle,
  before: ComputedStyle | undefined,
): Inherited {
  // The cells of a table have attributes of the table.
  if (element.localName === "table") return new Inherited();
  if (inheritAlike(style, parent)) return parent.inherited;
  return before && inheritAlike(style, before) ? before.inherited : new Inherited();
}

/** The transform of CSS, with the properties of its own that move, turn and scale before it. */
function transformOf(own: Cascaded): string | null {
  const transform = own.get("transform")?.value ?? null;
  if (!own.has("translate") && !own.has("rotate") && !own.has("scale")) return transform;
  const parts = ["translate", "rotate", "scale"].flatMap((name) => {
    const value = own.get(name)?.value;
    return value && value !== "none" ? [`${name}(${value})`] : [];
  });
  return parts.length === 0 ? transform : [...parts, transform ?? ""].join(" ");
}

const MONOSPACE = /mono|courier|consolas|menlo|monaco|typewriter|\bcode\b/i;
const PROPORTIONAL = /arial|helvetica|verdana|trebuchet|sans|serif|system-ui|roboto|inter|times|georgia/i;

const MOST_LISTS = 100;
const monospaceLists = new Map<string, boolean>();

/** Whether the first family of a list that says anything has letters of one width; a drawing has few lists. */
function isMonospace(families: string): boolean {
  const known = monospaceLists.get(families);
  if (known !== undefined) return known;
  const first = families.split(",").find((family) => MONOSPACE.test(family) || PROPORTIONAL.test(family));
  const isMono = first !== undefined && MONOSPACE.test(first);
  if (monospaceLists.size >= MOST_LISTS) monospaceLists.clear();
  monospaceLists.set(families, isMono);
  return isMono;
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
  readonly lineHeight?: string;
  readonly family?: string;
  readonly weight?: string;
  readonly slope?: string;
}

function fontShorthand(source: string | undefined): FontParts {
  if (!source) return {};
  const parts = /(\d[\d.]*(?:px|em|rem|pt|%))(?:\s*\/\s*([\w.%]+))?/.exec(source);
  const [whole = "", size, lineHeight] = parts ?? [];
  const weight = /bold|\b[1-9]00\b/.exec(source.slice(0, parts?.index))?.[0];
  return {
    ...(size ? { size, family: source.slice((parts?.index ?? 0) + whole.length) } : {}),
    ...(size ? { lineHeight: lineHeight ?? "normal" } : {}),
    ...(weight ? { weight } : {}),
    ...(/italic|oblique/.test(source) ? { slope: "italic" } : {}),
  };
}
