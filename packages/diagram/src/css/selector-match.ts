import type { Element } from "../dom/element.js";
import { isElement, type Node } from "../dom/node.js";
import type { AttributeTest, Compound, PseudoClass, Selector } from "./selector.js";

/** Whether `element` matches a whole selector, tried from its right end. */
export function matchesSelector(element: Element, selector: Selector, scope: Node | null): boolean {
  const { steps } = selector;
  return steps.length > 0 && matchesFrom(element, selector, steps.length - 1, scope);
}

function matchesFrom(element: Element, selector: Selector, index: number, scope: Node | null): boolean {
  const step = selector.steps[index];
  if (!step || !matchesCompound(element, step.compound, scope)) return false;
  if (index === 0) return step.combinator !== ">" || !scope || element.parentNode === scope;
  const next = (candidate: Node | null): boolean =>
    isElement(candidate) && matchesFrom(candidate, selector, index - 1, scope);
  switch (step.combinator) {
    case ">":
      return next(element.parentNode);
    case "+":
      return next(element.previousElementSibling);
    case "~":
      for (let node = element.previousElementSibling; node; node = node.previousElementSibling)
        if (next(node)) return true;
      return false;
    default:
      for (let node: Node | null = element.parentNode; isElement(node); node = node.parentNode)
        if (next(node)) return true;
      return false;
  }
}

function matchesCompound(element: Element, compound: Compound, scope: Node | null): boolean {
  return (
    !compound.never &&
    (compound.tag === null || element.localName.toLowerCase() === compound.tag) &&
    (compound.id === null || element.getAttribute("id") === compound.id) &&
    (compound.classes.length === 0 || hasClasses(element, compound.classes)) &&
    compound.attributes.every((test) => matchesAttribute(element, test)) &&
    compound.pseudoClasses.every((pseudo) => matchesPseudoClass(element, pseudo, scope))
  );
}

function hasClasses(element: Element, wanted: readonly string[]): boolean {
  const names = element.getAttribute("class");
  return names !== null && wanted.every((name) => containsWord(names, name));
}

/** Whether a white-space separated list holds a word; without splitting, as this is the hottest test of all. */
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
      return !isElement(element.parentNode);
    case "scope":
      return element === scope;
    case "empty":
      return element.firstChild === null;
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
    if (!sameType || node.localName === element.localName) count++;
  return count;
}

function fitsNth([step, offset]: readonly [number, number], position: number): boolean {
  if (step === 0) return position === offset;
  const turns = (position - offset) / step;
  return turns >= 0 && Number.isInteger(turns);
}
