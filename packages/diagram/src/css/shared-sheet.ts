/** What style sheets have in common that differ in nothing but the name of the root, kept for the next one. */
import { ANY_ROOT } from "./any-root.js";
import { RuleIndex } from "./rule-index.js";
import { readRules, type Rule, understand, type WrittenRule } from "./rules.js";

/**
 * A place in the tree as far as the selectors of one sheet can tell it from others: what its element and those around it
 * are called, and their classes and attributes that are asked for. The same rules apply wherever it is the same.
 */
export class RulePath {
  readonly rules: readonly Rule[];
  readonly inner = new Map<string, RulePath>();
  /** Whether a rule that applies here says something of the root. */
  readonly namesRoot: boolean;

  /** Whether what applies to an element in here may depend on those beside it. */
  readonly looksAtSiblings: boolean;

  constructor(rules: readonly Rule[], looksAtSiblings: boolean) {
    this.rules = rules;
    this.looksAtSiblings = looksAtSiblings;
    this.namesRoot = rules.some((rule) => rule.namesRoot);
  }
}

const MOST_PATHS = 1_000;

/** The rules of sheets that differ in nothing but the name of the root, and the places that were met under them. */
export class SharedSheet {
  readonly index: RuleIndex;
  /** The rules of the root alone. */
  readonly ofRoot: readonly Rule[];
  /** The rules whose selectors name the root elsewhere than at their start. */
  readonly named: readonly WrittenRule[];
  #start: RulePath;
  #pathCount = 0;

  /** Reads a sheet in which the root is called `rootId`. */
  constructor(source: string, rootId: string) {
    const isOfRoot = ({ selector }: WrittenRule): boolean => selector === `#${rootId}`;
    const isNamed = (rule: WrittenRule): boolean =>
      !isOfRoot(rule) &&
      rule.selector.includes(rootId, rule.selector.startsWith(`#${rootId} `) ? rootId.length : 0);
    const written = readRules(source.replace(/\/\*[\s\S]*?\*\//g, ""));
    this.ofRoot = understand(written.filter(isOfRoot), rootId);
    this.named = written.filter(isNamed);
    this.index = new RuleIndex(
      understand(
        written.filter((rule) => !isOfRoot(rule) && !isNamed(rule)),
        rootId,
      ),
    );
    this.#start = this.newStart();
  }

  newStart(): RulePath {
    return new RulePath([], this.index.looksAtSiblings(new Set()));
  }

  /** Where the tree begins; the places of the last pictures are still known, unless there were too many. */
  start(): RulePath {
    if (this.#pathCount > MOST_PATHS) {
      this.#start = this.newStart();
      this.#pathCount = 0;
    }
    return this.#start;
  }

  notePath(): void {
    this.#pathCount += 1;
  }
}

const KEPT_SHEETS = 16;
const LONGEST_KEPT = 100_000;
const sharedSheets = new Map<string, SharedSheet>();

/** A sheet in which the root is called `ANY_ROOT`; the last ones are kept by their text. */
export function sharedSheet(source: string): SharedSheet {
  const known = sharedSheets.get(source);
  if (known) return known;
  const sheet = new SharedSheet(source, ANY_ROOT);
  if (source.length > LONGEST_KEPT) return sheet;
  const [oldest] = sharedSheets.size < KEPT_SHEETS ? [] : sharedSheets.keys();
  if (oldest !== undefined) sharedSheets.delete(oldest);
  sharedSheets.set(source, sheet);
  return sheet;
}
