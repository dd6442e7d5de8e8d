// What a browser does with HTML elements before any style sheet: the part that can be seen in labels.
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
    hr: "margin: 0.5em 0",
    center: "text-align: center; display: block",
    dfn: "font-style: italic",
    address: "font-style: italic; display: block",
  }).map(([name, style]) => [name, parseDeclarations(style)]),
);

const LINK = parseDeclarations(`color: #0000ee; ${UNDERLINED}`);
/** The sizes of `<font size>` from 1 on. */
const FONT_SIZES = ["x-small", "small", "medium", "large", "x-large", "xx-large", "48px"];

/** The declarations that an HTML element has of itself and of its attributes, weaker than any style sheet. */
export function userAgentStyle(element: Element): readonly Declaration[] {
  if (element.namespaceURI !== NAMESPACES.html) return NONE;
  const name = element.localName;
  const own = STYLES.get(name) ?? (name === "a" && element.hasAttribute("href") ? LINK : NONE);
  const align = element.getAttribute("align");
  const size = name === "font" ? Number(element.getAttribute("size")) : 0;
  if (!align && !size) return own;
  return [
    ...own,
    ...(align ? parseDeclarations(`text-align: ${align}`) : []),
    ...(size ? parseDeclarations(`font-size: ${FONT_SIZES[size - 1] ?? "inherit"}`) : []),
  ];
}
