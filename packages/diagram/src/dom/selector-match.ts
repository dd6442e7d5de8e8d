/** Whether an element is what a selector means. */
import type { Element } from "./element.js";
import { isElement, type Node } from "./node.js";
import type { AttributeTest, Compound, PseudoClass, Selector } from "./selector.js";

/** Whether `element` matches a whole selector, tried from its right end. */
export function matchesSelector(element: Element, selector: Selector, scope: Node | null): boolean {
  const { steps } = selector;
  return steps.length > 0 && matchesFrom(element, selector, steps.length - 1, scope);
}

function matchesFrom(element: Element, selector: Selector, index: number, scope: Node | null): boolean {
  const step = selector.steps[index];
  if (!step || !matchesCompound(element, step.compound, scope)) return false;
  if (index === 0) return step.combinator !== ">" || !scope || element.parent === scope;
  switch (step.combinator) {
    case ">": {
      const parent = element.parent;
      return isElement(parent) && matchesFrom(parent, selector, index - 1, scope);
    }
    case "+": {
      const sibling = element.previousElementSibling;
      return sibling !== null && matchesFrom(sibling, selector, index - 1, scope);
    }
    case "~":
      for (let node = element.previousElementSibling; node; node = node.previousElementSibling)
        if (matchesFrom(node, selector, index - 1, scope)) return true;
      return false;
    default:
      for (let node: Node | null = element.parent; isElement(node); node = node.parent)
        if (matchesFrom(node, selector, index - 1, scope)) return true;
      return false;
  }
}

/** The hottest test of all: loops, because calls and closures cost more than what they would do here. */
function matchesCompound(element: Element, compound: Compound, scope: Node | null): boolean {
  const { tag, id, classes, attributes, pseudoClasses } = compound;
  if (compound.never) return false;
  if (tag !== null && element.localName !== tag && element.localName !== tag.toLowerCase()) return false;
  if (id !== null && element.getAttribute("id") !== id) return false;
  if (classes.length > 0) {
    const names = element.getAttribute("class");
    if (names === null) return false;
    for (const name of classes) if (!containsWord(names, name)) return false;
  }
  for (const test of attributes) if (!matchesAttribute(element, test)) return false;
  for (const pseudo of pseudoClasses) if (!matchesPseudoClass(element, pseudo, scope)) return false;
  return true;
}

/** Whether a white-space separated list holds a word; without splitting it. */
function containsWord(list: string, word: string): boolean {
  for (let at = list.indexOf(word); at >= 0; at = list.indexOf(word, at + 1)) {
    const end = at + word.length;
    const startsClean = at === 0 || list.charCodeAt(at - 1) <= 32;
    if (startsClean && (end === list.length || list.charCodeAt(end) <= 32)) return true;
  }
  return false;
}

function matchesAttribute(element: Element, { name, operator, value }: AttributeTest): boolean {
  const actual = element.getAttribute(name);
  if (actual === null) return false;
  switch (operator) {
    case "=":
      return actual === value;
    case "~=":
      return containsWord(actual, value);
    case "^=":
      return value !== "" && actual.startsWith(value);
    case "$=":
      return value !== "" && actual.endsWith(value);
    case "*=":
      return value !== "" && actual.includes(value);
    case "|=":
      return actual === value || actual.startsWith(`${value}-`);
    default:
      return true;
  }
}

function matchesPseudoClass(element: Element, pseudo: PseudoClass, scope: Node | null): boolean {
  switch (pseudo.name) {
    case "not":
      return !pseudo.selectors.some((selector) => matchesSelector(element, selector, scope));
    case "is":
    case "where":
      return pseudo.selectors.some((selector) => matchesSelector(element, selector, scope));
    case "first-child":
      return place(element, "before", false) === 1;
    case "last-child":
      return place(element, "after", false) === 1;
    case "only-child":
      return place(element, "before", false) === 1 && place(element, "after", false) === 1;
    case "first-of-type":
      return place(element, "before", true) === 1;
    case "last-of-type":
      return place(element, "after", true) === 1;
    case "nth-child":
      return fitsNth(pseudo.nth, place(element, "before", false));
    case "nth-last-child":
      return fitsNth(pseudo.nth, place(element, "after", false));
    case "nth-of-type":
      return fitsNth(pseudo.nth, place(element, "before", true));
    case "root":
      return !isElement(element.parent);
    case "scope":
      return element === scope;
    case "empty":
      return element.first === null;
    default:
      return false;
  }
}

/** One-based place among its siblings, counted from one end. */
function place(element: Element, side: "before" | "after", sameType: boolean): number {
  let count = 1;
  const step = (node: Element): Element | null =>
    side === "before" ? node.previousElementSibling : node.nextElementSibling;
  for (let node = step(element); node; node = step(node))
    if (!sameType || node.localName === element.localName) count += 1;
  return count;
}

function fitsNth([step, offset]: readonly [number, number], position: number): boolean {
  if (step === 0) return position === offset;
  const turns = (position - offset) / step;
  return turns >= 0 && Number.isInteger(turns);
}
