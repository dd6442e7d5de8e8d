/** Style sheets: which of their rules concern an element. */
import { classesAround } from "../dom/classes-around.js";
import type { Element } from "../dom/element.js";
import { matchesSelector } from "../dom/selector-match.js";
import { ANY_ROOT } from "./any-root.js";
import { hasAll, RuleIndex } from "./rule-index.js";
import { type Rule, understand } from "./rules.js";
import { RulePath, SharedSheet, sharedSheet } from "./shared-sheet.js";

/** The rules of a style sheet, found by the right-most part of their selectors. */
export class StyleSheet {
  readonly #shared: SharedSheet;
  readonly #named: RuleIndex;
  readonly #rootId: string;
  /** Whether the rules call the root `ANY_ROOT`. */
  readonly #isShared: boolean;
  readonly #renamed = new Map<Rule, Rule>();
  readonly #ids: ReadonlySet<string>;
  readonly #attributes: readonly string[];
  /** Where the tree begins. */
  readonly start: RulePath;

  /** `rootId` is the id of the element around everything that is asked about; the source may call it `ANY_ROOT`. */
  constructor(source: string, rootId: string) {
    this.#rootId = rootId;
    const saysAnyRoot = source.includes(ANY_ROOT);
    this.#isShared = rootId !== "" && !(saysAnyRoot && source.includes(rootId));
    this.#shared = this.#isShared
      ? sharedSheet(saysAnyRoot ? source : source.replaceAll(rootId, ANY_ROOT))
      : new SharedSheet(source, rootId);
    const { index, named } = this.#shared;
    const own = named.map((rule) => ({
      ...rule,
      selector: this.#inName(rule.selector),
      body: this.#inName(rule.body),
    }));
    this.#named = new RuleIndex(understand(own, rootId));
    this.#ids = own.length > 0 ? new Set([...index.ids, ...this.#named.ids]) : index.ids;
    this.#attributes = [...new Set(["class", ...index.attributes, ...this.#named.attributes])];
    this.start = own.length > 0 ? new RulePath([], this.#looksAtSiblings(null)) : this.#shared.start();
  }

  #inName(text: string): string {
    return this.#isShared ? text.replaceAll(ANY_ROOT, this.#rootId) : text;
  }

  /** The place of an element whose parent is at `outer`. */
  pathOf(element: Element, outer: RulePath): RulePath {
    if (outer.looksAtSiblings) return new RulePath(this.#matching(element), true);
    const { attributeMap } = element;
    const id = attributeMap.get("id") ?? "";
    let key = element.localName;
    if (id === this.#rootId) key += " ";
    else if (this.#ids.has(id)) key += ` ${id}`;
    for (const name of this.#attributes) {
      const value = attributeMap.get(name);
      // With its length, so that no value looks like several.
      if (value !== undefined) key += ` ${name} ${value.length} ${value}`;
    }
    let path = outer.inner.get(key);
    if (!path) {
      path = new RulePath(this.#matching(element), this.#looksAtSiblings(element));
      outer.inner.set(key, path);
      this.#shared.notePath();
    }
    return path;
  }

  /** The rules that apply at a place, weakest first. */
  rulesAt({ rules, namesRoot }: RulePath): readonly Rule[] {
    return namesRoot && this.#isShared ? rules.map((rule) => this.#ofThisRoot(rule)) : rules;
  }

  /** The rules that apply to an element, weakest first. */
  rulesFor(element: Element): readonly Rule[] {
    return this.rulesAt(new RulePath(this.#matching(element), false));
  }

  /** Whether rules may look at siblings inside of an element. */
  #looksAtSiblings(element: Element | null): boolean {
    const around = classesAround(element);
    return this.#shared.index.looksAtSiblings(around) || this.#named.looksAtSiblings(around);
  }

  #ofThisRoot(rule: Rule): Rule {
    if (!rule.namesRoot) return rule;
    let renamed = this.#renamed.get(rule);
    if (!renamed) {
      const declarations = rule.declarations.map((one) => ({ ...one, value: this.#inName(one.value) }));
      renamed = { ...rule, declarations };
      this.#renamed.set(rule, renamed);
    }
    return renamed;
  }

  #matching(element: Element): Rule[] {
    const id = element.getAttribute("id");
    const isRoot = id === this.#rootId;
    const hits: Rule[] = isRoot ? [...this.#shared.ofRoot] : [];
    const around = classesAround(element.parent);
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
    const classes = element.getAttribute("class");
    const names = classes ? words(classes) : [];
    const tag = element.localName.toLowerCase();
    for (const { byId, byClass, byTag, others } of [this.#shared.index, this.#named]) {
      if (id) test(byId.get(id));
      for (const name of names) test(byClass.get(name));
      test(byTag.get(tag));
      test(others);
    }
    return hits.length < 2
      ? hits
      : hits.sort((a, b) => a.selector.specificity - b.selector.specificity || a.order - b.order);
  }
}

/** The different words of a class attribute; most have one. */
function words(classes: string): Iterable<string> {
  return /\s/.test(classes) ? new Set(classes.split(/\s+/)) : [classes];
}
