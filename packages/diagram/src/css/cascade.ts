/** Which declarations win on an element. */
import type { Element } from "../dom/element.js";
import { NAMESPACES } from "../dom/names.js";
import { type Declaration, isInvalidAttribute, parseDeclarations } from "../dom/declarations.js";
import type { Rule } from "./rules.js";
import { userAgentStyle } from "./user-agent.js";

/** The declarations that win on one element, by property. */
export type Cascaded = ReadonlyMap<string, Declaration>;

/** SVG attributes that are the weakest form of a style declaration. */
const PRESENTATION_ATTRIBUTES =
  "fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit opacity color display visibility clip-path clip-rule mask filter marker-start marker-mid marker-end stop-color stop-opacity flood-color flood-opacity paint-order shape-rendering vector-effect color-interpolation-filters text-decoration font-size font-family font-weight font-style text-anchor letter-spacing dominant-baseline alignment-baseline baseline-shift transform-origin".split(
    " ",
  );
/** Whether an attribute is such a one. */
export const IS_PRESENTATION = new Set(PRESENTATION_ATTRIBUTES);

/** Resolves attributes, rules (weakest first) and style attribute of one element; nothing is inherited here. */
export function cascade(element: Element, rules: readonly Rule[]): Cascaded {
  const winners = new Map<string, Declaration>();
  for (const one of userAgentStyle(element)) winners.set(one.name, one);
  element.attributeMap.forEach((value, name) => {
    if (IS_PRESENTATION.has(name) && value !== "" && !isInvalidAttribute(name, value))
      winners.set(name, { name, value, important: false });
  });
  for (const rule of rules) putAll(winners, rule.declarations);
  const inline = element.getAttribute("style");
  if (inline) {
    const needsUnits = element.namespaceURI !== NAMESPACES.svg;
    putAll(winners, parseDeclarations(inline, needsUnits));
  }
  return winners;
}

function putAll(winners: Map<string, Declaration>, declarations: readonly Declaration[]): void {
  for (const one of declarations)
    if (one.important || !winners.get(one.name)?.important) winners.set(one.name, one);
}
