// Style sheets: their rules, and which of them concern an element.
import type { Element } from "../dom/element.js";
import { type Declaration, parseDeclarations } from "../dom/declarations.js";
import { classesAround } from "../dom/classes-around.js";
import { matchesSelector } from "../dom/selector-match.js";
import { parseSelector, type Selector } from "../dom/selector.js";
import { splitTopLevel } from "../dom/split.js";

interface Rule {
  readonly selector: Selector;
  readonly declarations: readonly Declaration[];
  readonly order: number;
  /** Whether it was written for what is inside the root. */
  readonly inside: boolean;
  /** Classes that an element's parents must have. */
  readonly needs: readonly string[];
}

/** The rules of a style sheet, found by the right-most part of their selectors. */
export class StyleSheet {
  readonly #byId = new Map<string, Rule[]>();
  readonly #byClass = new Map<string, Rule[]>();
  readonly #byTag = new Map<string, Rule[]>();
  readonly #others: Rule[] = [];
  /** Whether a change of one element can change what applies to another one beside it. */
  looksAtSiblings = false;

  readonly #rootId: string;

  /** `rootId` is the id of the element around everything that is asked about. */
  constructor(source: string, rootId: string) {
    this.#rootId = rootId;
    for (const rule of parseRules(source.replace(/\/\*[\s\S]*?\*\//g, ""), []))
      this.#add(withNeeds(withoutRoot(rule, rootId)));
  }

  #add(rule: Rule): void {
    const last = rule.selector.steps.at(-1)?.compound;
    if (!last || last.never) return;
    this.looksAtSiblings ||= rule.selector.steps.some(
      ({ combinator, compound }) =>
        /[+~]/.test(combinator) || compound.pseudoClasses.some(({ name }) => /child|type|empty/.test(name)),
    );
    if (last.id) push(this.#byId, last.id, rule);
    else if (last.classes[0]) push(this.#byClass, last.classes[0], rule);
    else if (last.tag) push(this.#byTag, last.tag.toLowerCase(), rule);
    else this.#others.push(rule);
  }

  /** The rules that apply to an element, weakest first. */
  rulesFor(element: Element): Rule[] {
    const hits: Rule[] = [];
    const id = element.getAttribute("id");
    const isRoot = id === this.#rootId;
    const around = classesAround(element.parentNode);
    const test = (rules: readonly Rule[] | undefined): void => {
      if (!rules) return;
      for (const rule of rules)
        if (
          !(isRoot && rule.inside) &&
          hasAll(around, rule.needs) &&
          matchesSelector(element, rule.selector, null)
        )
          hits.push(rule);
    };
    if (id) test(this.#byId.get(id));
    const classes = element.getAttribute("class");
    if (classes) for (const name of words(classes)) test(this.#byClass.get(name));
    test(this.#byTag.get(element.localName.toLowerCase()));
    test(this.#others);
    return hits.length < 2
      ? hits
      : hits.sort((a, b) => a.selector.specificity - b.selector.specificity || a.order - b.order);
  }
}

/** Mermaid writes `#root .x` wherever `.x` would do: inside the root nobody needs to look for it. */
function withoutRoot(rule: Rule, rootId: string): Rule {
  const [first, second, ...rest] = rule.selector.steps;
  if (!first || second?.combinator !== " ") return rule;
  const { id, tag, classes, attributes, pseudoClasses, never } = first.compound;
  if (id !== rootId || tag || never || classes.length + attributes.length + pseudoClasses.length > 0)
    return rule;
  return {
    ...rule,
    inside: true,
    selector: {
      steps: [{ compound: second.compound, combinator: "" }, ...rest],
      specificity: rule.selector.specificity,
    },
  };
}

/** Every compound that is followed by nothing but spaces and `>` must match a parent. */
function withNeeds(rule: Rule): Rule {
  const needs: string[] = [];
  let { combinator } = rule.selector.steps.at(-1) ?? { combinator: "" };
  for (const step of rule.selector.steps.slice(0, -1).toReversed()) {
    if (combinator !== " " && combinator !== ">") break;
    needs.push(...step.compound.classes);
    ({ combinator } = step);
  }
  return { ...rule, needs };
}

function hasAll(classes: ReadonlySet<string>, needed: readonly string[]): boolean {
  for (const name of needed) if (!classes.has(name)) return false;
  return true;
}

/** The different words of a class attribute; most have one. */
function words(classes: string): Iterable<string> {
  return /\s/.test(classes) ? new Set(classes.split(/\s+/)) : [classes];
}

function push(map: Map<string, Rule[]>, key: string, rule: Rule): void {
  const rules = map.get(key);
  if (rules) rules.push(rule);
  else map.set(key, [rule]);
}

/** Reads rules; of at-rules only the content of `@supports` and `@layer` counts. */
function parseRules(source: string, rules: Rule[]): Rule[] {
  let position = 0;
  while (position < source.length) {
    const open = source.indexOf("{", position);
    const semicolon = source.indexOf(";", position);
    if (semicolon >= 0 && (open < 0 || semicolon < open) && /^\s*@/.test(source.slice(position, semicolon))) {
      position = semicolon + 1;
      continue;
    }
    if (open < 0) break;
    const close = matchingBrace(source, open);
    const prelude = source.slice(position, open).trim();
    const body = source.slice(open + 1, close);
    position = close + 1;
    if (prelude.startsWith("@")) {
      if (/^@(?:supports|layer)/.test(prelude)) parseRules(body, rules);
      continue;
    }
    const declarations = prelude ? parseDeclarations(body) : [];
    if (declarations.length > 0)
      for (const selector of splitTopLevel(prelude, ","))
        rules.push({
          selector: parseSelector(selector),
          declarations,
          order: rules.length,
          inside: false,
          needs: [],
        });
  }
  return rules;
}

function matchingBrace(source: string, open: number): number {
  let depth = 0;
  for (let index = open; index < source.length; index += 1) {
    const code = source.charCodeAt(index);
    if (code === 123) depth += 1;
    else if (code === 125) depth -= 1;
    if (code === 125 && depth === 0) return index;
  }
  return source.length;
}
