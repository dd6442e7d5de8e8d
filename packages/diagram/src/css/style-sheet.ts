/** Style sheets: their rules, and which of them concern an element. */
import { classesAround } from "../dom/classes-around.js";
import type { Element } from "../dom/element.js";
import { matchesSelector } from "../dom/selector-match.js";
import type { Selector } from "../dom/selector.js";
import { readRules, type Rule, understand, type WrittenRule } from "./rules.js";

/** Rules found by the right-most part of their selectors. */
class RuleIndex {
  readonly byId = new Map<string, Rule[]>();
  readonly byClass = new Map<string, Rule[]>();
  readonly byTag = new Map<string, Rule[]>();
  readonly others: Rule[] = [];
  /** What of elements, besides their names and classes, the selectors ask for. */
  readonly ids = new Set<string>();
  readonly attributes = new Set<string>();
  /** For each selector that looks at siblings, the classes that must be around an element that it could mean. */
  readonly besideSiblings: (readonly string[])[] = [];

  constructor(rules: readonly Rule[]) {
    for (const rule of rules) this.#add(rule);
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
        for (const selector of selectors)
          looksAtSiblings = this.#noteWhatIsAskedFor(selector) || looksAtSiblings;
      }
    }
    return looksAtSiblings;
  }

  #add(rule: Rule): void {
    const last = rule.selector.steps.at(-1)?.compound;
    if (!last || last.never) return;
    if (this.#noteWhatIsAskedFor(rule.selector)) this.besideSiblings.push(rule.needs);
    if (last.id) push(this.byId, last.id, rule);
    else if (last.classes[0]) push(this.byClass, last.classes[0], rule);
    else if (last.tag) push(this.byTag, last.tag.toLowerCase(), rule);
    else this.others.push(rule);
  }
}

/** What sheets have in common that differ in nothing but the name of the root. */
interface SharedSheet {
  readonly index: RuleIndex;
  /** The rules that name the root elsewhere than at their start. */
  readonly named: readonly WrittenRule[];
}

/** Stands for the name of the root, which differs from picture to picture. */
const ANY_ROOT = "any-root-0";
const KEPT_SHEETS = 16;
const LONGEST_KEPT = 100_000;
const sharedSheets = new Map<string, SharedSheet>();

function readSheet(source: string, rootId: string): SharedSheet {
  const isNamed = ({ selector, body }: WrittenRule): boolean =>
    body.includes(rootId) ||
    selector.includes(rootId, selector.startsWith(`#${rootId} `) ? rootId.length : 0);
  const written = readRules(source.replace(/\/\*[\s\S]*?\*\//g, ""));
  const others = written.filter((rule) => !isNamed(rule));
  return { index: new RuleIndex(understand(others, rootId)), named: written.filter(isNamed) };
}

/** A sheet in which the root is called `ANY_ROOT`; the last ones are kept by their text. */
function sharedSheet(source: string): SharedSheet {
  const known = sharedSheets.get(source);
  if (known) return known;
  const sheet = readSheet(source, ANY_ROOT);
  if (source.length > LONGEST_KEPT) return sheet;
  const [oldest] = sharedSheets.size < KEPT_SHEETS ? [] : sharedSheets.keys();
  if (oldest !== undefined) sharedSheets.delete(oldest);
  sharedSheets.set(source, sheet);
  return sheet;
}

/**
 * A place in the tree as far as the selectors of one sheet can tell it from others: what its element and those around it
 * are called, and their classes and attributes that are asked for. The same rules apply wherever it is the same.
 */
export class RulePath {
  readonly rules: readonly Rule[];
  readonly inner = new Map<string, RulePath>();
  /** Whether what applies to an element in here may depend on those beside it. */
  readonly looksAtSiblings: boolean;

  constructor(rules: readonly Rule[], looksAtSiblings: boolean) {
    this.rules = rules;
    this.looksAtSiblings = looksAtSiblings;
  }
}

/** The rules of a style sheet, found by the right-most part of their selectors. */
export class StyleSheet {
  readonly #shared: RuleIndex;
  readonly #named: RuleIndex;
  readonly #rootId: string;
  readonly #ids: ReadonlySet<string>;
  readonly #attributes: readonly string[];
  readonly #besideSiblings: readonly (readonly string[])[];
  /** Where the tree begins. */
  readonly start: RulePath;

  /** `rootId` is the id of the element around everything that is asked about. */
  constructor(source: string, rootId: string) {
    this.#rootId = rootId;
    const isShared = rootId !== "" && !source.includes(ANY_ROOT);
    const { index, named } = isShared
      ? sharedSheet(source.replaceAll(rootId, ANY_ROOT))
      : readSheet(source, rootId);
    const inName = (text: string): string => (isShared ? text.replaceAll(ANY_ROOT, rootId) : text);
    const own = named.map((rule) => ({
      ...rule,
      selector: inName(rule.selector),
      body: inName(rule.body),
    }));
    this.#shared = index;
    this.#named = new RuleIndex(understand(own, rootId));
    const besideSiblings = [...index.besideSiblings, ...this.#named.besideSiblings];
    this.#besideSiblings = [...new Map(besideSiblings.map((needs) => [needs.join(" "), needs])).values()];
    this.start = new RulePath([], this.#looksAtSiblings(null));
    this.#ids = new Set([rootId, ...index.ids, ...this.#named.ids]);
    this.#attributes = [...new Set(["class", ...index.attributes, ...this.#named.attributes])];
  }

  /** The place of an element whose parent is at `outer`. */
  pathOf(element: Element, outer: RulePath): RulePath {
    if (outer.looksAtSiblings) return new RulePath(this.rulesFor(element), true);
    const { attributeMap } = element;
    const id = attributeMap.get("id") ?? "";
    let key = `${element.localName} ${this.#ids.has(id) ? id : ""}`;
    for (const name of this.#attributes) {
      const value = attributeMap.get(name);
      // With its length, so that no value looks like several.
      if (value !== undefined) key += ` ${name} ${value.length} ${value}`;
    }
    let path = outer.inner.get(key);
    if (!path) {
      path = new RulePath(this.rulesFor(element), this.#looksAtSiblings(element));
      outer.inner.set(key, path);
    }
    return path;
  }

  /** Whether a rule may look at siblings inside of an element: those of swimlanes stand in the sheet of every flowchart. */
  #looksAtSiblings(element: Element | null): boolean {
    if (this.#besideSiblings.length === 0) return false;
    const around = classesAround(element);
    return this.#besideSiblings.some((needs) => hasAll(around, needs));
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
    const classes = element.getAttribute("class");
    const names = classes ? words(classes) : [];
    const tag = element.localName.toLowerCase();
    for (const { byId, byClass, byTag, others } of [this.#shared, this.#named]) {
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
