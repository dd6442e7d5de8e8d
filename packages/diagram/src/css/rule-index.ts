/** The rules of a style sheet by the right-most part of their selectors. */
import type { Selector } from "../dom/selector.js";
import type { Rule } from "./rules.js";

/** Rules found by the right-most part of their selectors. */
export class RuleIndex {
  readonly byId = new Map<string, Rule[]>();
  readonly byClass = new Map<string, Rule[]>();
  readonly byTag = new Map<string, Rule[]>();
  readonly others: Rule[] = [];
  /** What of elements, besides their names and classes, the selectors ask for. */
  readonly ids = new Set<string>();
  readonly attributes = new Set<string>();
  /** For the selectors that look at siblings, the classes that must be around an element that they could mean. */
  readonly #besideSiblings = new Map<string, readonly string[]>();

  constructor(rules: readonly Rule[]) {
    for (const rule of rules) this.#add(rule);
  }

  /** Whether some rule may look at siblings among elements with these classes around: swimlanes have such rules. */
  looksAtSiblings(around: ReadonlySet<string>): boolean {
    for (const needs of this.#besideSiblings.values()) if (hasAll(around, needs)) return true;
    return false;
  }

  /** Whether the selector looks at siblings. */
  #noteWhatIsAskedFor({ steps }: Selector): boolean {
    let looksAtSiblings = false;
    for (const { combinator, compound } of steps) {
      if (combinator === "+" || combinator === "~") looksAtSiblings = true;
      if (compound.id) this.ids.add(compound.id);
      for (const { name } of compound.attributes) this.attributes.add(name);
      for (const { name, selectors } of compound.pseudoClasses) {
        if (/child|type|empty/.test(name)) looksAtSiblings = true;
        for (const selector of selectors) if (this.#noteWhatIsAskedFor(selector)) looksAtSiblings = true;
      }
    }
    return looksAtSiblings;
  }

  #add(rule: Rule): void {
    const last = rule.selector.steps.at(-1)?.compound;
    if (!last || last.never) return;
    if (this.#noteWhatIsAskedFor(rule.selector)) this.#besideSiblings.set(rule.needs.join(" "), rule.needs);
    if (last.id) push(this.byId, last.id, rule);
    else if (last.classes[0]) push(this.byClass, last.classes[0], rule);
    else if (last.tag) push(this.byTag, last.tag.toLowerCase(), rule);
    else this.others.push(rule);
  }
}

export function hasAll(classes: ReadonlySet<string>, needed: readonly string[]): boolean {
  for (const name of needed) if (!classes.has(name)) return false;
  return true;
}

function push(map: Map<string, Rule[]>, key: string, rule: Rule): void {
  const rules = map.get(key);
  if (rules) rules.push(rule);
  else map.set(key, [rule]);
}
