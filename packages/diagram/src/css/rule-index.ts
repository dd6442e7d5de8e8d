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
  looksAtSiblings = false;

  constructor(rules: readonly Rule[]) {
    for (const rule of rules) this.#add(rule);
  }

  #noteWhatIsAskedFor({ steps }: Selector): void {
    for (const { combinator, compound } of steps) {
      if (combinator === "+" || combinator === "~") this.looksAtSiblings = true;
      if (compound.id) this.ids.add(compound.id);
      for (const { name } of compound.attributes) this.attributes.add(name);
      for (const { name, selectors } of compound.pseudoClasses) {
        if (/child|type|empty/.test(name)) this.looksAtSiblings = true;
        for (const selector of selectors) this.#noteWhatIsAskedFor(selector);
      }
    }
  }

  #add(rule: Rule): void {
    const last = rule.selector.steps.at(-1)?.compound;
    if (!last || last.never) return;
    this.#noteWhatIsAskedFor(rule.selector);
    if (last.id) push(this.byId, last.id, rule);
    else if (last.classes[0]) push(this.byClass, last.classes[0], rule);
    else if (last.tag) push(this.byTag, last.tag.toLowerCase(), rule);
    else this.others.push(rule);
  }
}

function push(map: Map<string, Rule[]>, key: string, rule: Rule): void {
  const rules = map.get(key);
  if (rules) rules.push(rule);
  else map.set(key, [rule]);
}
