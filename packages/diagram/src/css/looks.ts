/** What attributes say of the style of elements, so that those which say the same can share it. */
import type { Element } from "../dom/element.js";
import { NAMESPACES } from "../dom/names.js";
import { IS_PRESENTATION } from "./cascade.js";
import { dependsOnPlace } from "./user-agent.js";

/** What was said so far, and what is known of the elements that say nothing more. */
export class Looks<Known> {
  known: Known | null = null;
  #more: Map<string, Looks<Known>> | null = null;

  with(word: string): Looks<Known> {
    this.#more ??= new Map();
    let more = this.#more.get(word);
    if (!more) {
      more = new Looks();
      this.#more.set(word, more);
    }
    return more;
  }
}

/**
 * Where an element belongs by its attributes, beyond what rules ask for; null when its style hangs on more than them.
 * Word by word, for a text of all of them would have to be made and read to look it up.
 */
export function looksOf<Known>(element: Element, none: Looks<Known>): Looks<Known> | null {
  const isSvg = element.namespaceURI === NAMESPACES.svg;
  if (!isSvg && dependsOnPlace(element)) return null;
  let looks = isSvg ? none : none.with("html");
  element.attributeMap.forEach((value, name) => {
    if (!isSvg || IS_PRESENTATION.has(name) || name === "style" || name === "xml:space")
      looks = looks.with(name).with(value);
  });
  return looks;
}
