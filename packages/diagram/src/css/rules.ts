/** Rules of style sheets, read from text. */
import { type Declaration, parseDeclarations } from "../dom/declarations.js";
import { ruleBlocks } from "../dom/rule-blocks.js";
import { type Compound, parseSelector, type Selector } from "../dom/selector.js";
import { splitTopLevel } from "../dom/split.js";
import { ANY_ROOT } from "./any-root.js";

/** A selector with what it says of the elements that it means. */
export interface Rule {
  readonly selector: Selector;
  readonly declarations: readonly Declaration[];
  readonly order: number;
  /** Whether it was written for what is inside the root. */
  readonly inside: boolean;
  /** Classes that an element's parents must have. */
  readonly needs: readonly string[];
  /** Whether a declaration says something of the root by the name that all roots have. */
  readonly namesRoot: boolean;
}

/** One selector of a rule and its declarations as they are written. */
export interface WrittenRule {
  readonly selector: string;
  readonly body: string;
  readonly order: number;
}

/** At-rules whose content counts: the picture is for a screen. */
const COUNTING = /^@(?:supports|layer|media\s+(?:[^{]*,\s*)?(?:only\s+)?(?:screen|all)\s*(?:,|$))/;

/** Reads rules; of at-rules the content of some counts. */
export function readRules(source: string, rules: WrittenRule[] = []): WrittenRule[] {
  for (const { prelude, body } of ruleBlocks(source)) {
    if (prelude.startsWith("@")) {
      if (COUNTING.test(prelude)) readRules(body, rules);
    } else if (prelude)
      for (const selector of splitTopLevel(prelude, ","))
        rules.push({ selector: selector.trim(), body, order: rules.length });
  }
  return rules;
}

/** Understands rules as they are written; those that say nothing are left out. */
export function understand(written: readonly WrittenRule[], rootId: string): Rule[] {
  const rules: Rule[] = [];
  for (const { selector, body, order } of written) {
    const declarations = parseDeclarations(body);
    if (declarations.length === 0) continue;
    const namesRoot = body.includes(ANY_ROOT);
    const rule = {
      selector: parseSelector(selector),
      declarations,
      order,
      inside: false,
      needs: [],
      namesRoot,
    };
    const inside = withoutRoot(rule, rootId);
    // The root of the page is not inside of a drawing.
    if (inside.inside && inside.selector.steps.some(({ compound }) => namesPage(compound))) continue;
    rules.push(withNeeds(inside));
  }
  return rules;
}

const namesPage = ({ pseudoClasses }: Compound): boolean => pseudoClasses.some(({ name }) => name === "root");

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
