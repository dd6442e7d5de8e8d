/** What a browser does with HTML elements before any style sheet: the part that can be seen in labels. */
import type { Element } from "../dom/element.js";
import { type Declaration, parseDeclarations } from "../dom/declarations.js";
import { NAMESPACES } from "../dom/names.js";

const MONOSPACE = "font-family: monospace";
const UNDERLINED = "text-decoration: underline";
const STRUCK = "text-decoration: line-through";
const LIST = "margin: 1em 0; padding-left: 40px";
const NONE: readonly Declaration[] = [];

const STYLES: ReadonlyMap<string, readonly Declaration[]> = new Map(
  Object.entries({
    code: MONOSPACE,
    kbd: MONOSPACE,
    samp: MONOSPACE,
    tt: MONOSPACE,
    pre: `${MONOSPACE}; white-space: pre; margin: 1em 0`,
    u: UNDERLINED,
    ins: UNDERLINED,
    s: STRUCK,
    del: STRUCK,
    strike: STRUCK,
    mark: "background-color: #ff0; color: #000",
    small: "font-size: smaller",
    big: "font-size: larger",
    sub: "font-size: smaller; vertical-align: sub",
    sup: "font-size: smaller; vertical-align: super",
    h1: "font-size: 2em; font-weight: bold; margin: 0.67em 0",
    h2: "font-size: 1.5em; font-weight: bold; margin: 0.83em 0",
    h3: "font-size: 1.17em; font-weight: bold; margin: 1em 0",
    h4: "font-weight: bold; margin: 1.33em 0",
    h5: "font-size: 0.83em; font-weight: bold; margin: 1.67em 0",
    h6: "font-size: 0.67em; font-weight: bold; margin: 2.33em 0",
    p: "margin: 1em 0",
    blockquote: "margin: 1em 40px",
    ul: LIST,
    ol: LIST,
    dl: "margin: 1em 0",
    dd: "margin-left: 40px",
    table: "display: table",
    td: "display: table-cell; padding: 1px",
    th: "display: table-cell; padding: 1px; font-weight: bold; text-align: center",
    hr: "margin: 0.5em 0",
    center: "text-align: center; display: block",
    rt: "font-size: 50%",
    dfn: "font-style: italic",
    address: "font-style: italic; display: block",
  }).map(([name, style]) => [name, parseDeclarations(style)]),
);

const INNER_LIST = parseDeclarations("padding-left: 40px");
const LINK = parseDeclarations(`color: #0000ee; ${UNDERLINED}`);
const ABBREVIATED = parseDeclarations(UNDERLINED);
const TABLE_PARTS = new Set(["table", "td", "th"]);
/** The sizes of `<font size>` from 1 on. */
const FONT_SIZES = ["x-small", "small", "medium", "large", "x-large", "xx-large", "48px"];

/** The declarations that an HTML element has of itself and of its attributes, weaker than any style sheet. */
export function userAgentStyle(element: Element): readonly Declaration[] {
  if (element.namespaceURI !== NAMESPACES.html) return NONE;
  const name = element.localName;
  const own = ownStyle(element, name);
  const align = element.getAttribute("align");
  const size = name === "font" ? Number(element.getAttribute("size")) : 0;
  const table = TABLE_PARTS.has(name) ? tableStyle(element, name) : "";
  if (!align && !size && !table) return own;
  return [
    ...own,
    ...(table ? parseDeclarations(table) : []),
    ...(align ? parseDeclarations(`text-align: ${align}`) : []),
    ...(size ? parseDeclarations(`font-size: ${FONT_SIZES[size - 1] ?? "inherit"}`) : []),
  ];
}

const PLACED = new Set(["table", "td", "th", "ul", "ol"]);

/** Whether what an HTML element has of itself is said by elements around it as well. */
export const dependsOnPlace = (element: Element): boolean => PLACED.has(element.localName);

function ownStyle(element: Element, name: string): readonly Declaration[] {
  if (name === "abbr") return element.hasAttribute("title") ? ABBREVIATED : NONE;
  if (name === "a") return element.hasAttribute("href") ? LINK : NONE;
  if ((name === "ul" || name === "ol") && element.parentElement?.closest("ul, ol")) return INNER_LIST;
  return STYLES.get(name) ?? NONE;
}

/** What the old attributes of tables say. */
function tableStyle(element: Element, name: string): string {
  const table = name === "table" ? element : element.closest("table");
  const border = table?.getAttribute("border");
  const padding = name === "table" ? null : table?.getAttribute("cellpadding");
  const background = element.getAttribute("bgcolor");
  const width = element.getAttribute("width");
  const outer = name === "table" ? `${border || 1}px outset` : "1px inset";
  return [
    border !== null && border !== undefined && border !== "0" ? `border: ${outer}` : "",
    padding && /^\d+$/.test(padding) ? `padding: ${padding}px` : "",
    background ? `background-color: ${background}` : "",
    width ? `width: ${/^\d+$/.test(width) ? `${width}px` : width}` : "",
  ]
    .filter(Boolean)
    .join("; ");
}
