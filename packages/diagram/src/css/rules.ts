/** Rules of style sheets, read from text. */
import { type Declaration, parseDeclarations } from "../dom/declarations.js";
import { parseSelector, type Selector } from "../dom/selector.js";
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

/** Reads rules; of at-rules only the content of `@supports` and `@layer` counts. */
export function readRules(source: string, rules: WrittenRule[] = []): WrittenRule[] {
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
      if (/^@(?:supports|layer)/.test(prelude)) readRules(body, rules);
      continue;
    }
    if (prelude)
      for (const selector of splitTopLevel(prelude, ","))
        rules.push({ selector: selector.trim(), body, order: rules.length });
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
    rules.push(withNeeds(withoutRoot(rule, rootId)));
  }
  return rules;
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
