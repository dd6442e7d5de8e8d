/** Selectors of CSS: parsed once, kept, and matched. */
import type { Element } from "./element.js";
import type { Node } from "./node.js";
import { matchesSelector } from "./selector-match.js";
import { splitTopLevel } from "./split.js";

/** `[name operator value]`. */
export interface AttributeTest {
  readonly name: string;
  readonly operator: string | undefined;
  readonly value: string;
}

/** A pseudo-class with its argument already parsed. */
export interface PseudoClass {
  readonly name: string;
  readonly selectors: readonly Selector[];
  /** `a` and `b` of `an+b`. */
  readonly nth: readonly [number, number];
}

/** What must hold of one element. */
export interface Compound {
  /** As written; HTML elements, whose names are in small letters, match it in any case. */
  tag: string | null;
  id: string | null;
  classes: string[];
  attributes: AttributeTest[];
  pseudoClasses: PseudoClass[];
  /** Set when a part is not understood or can never match, such as `::before`. */
  never: boolean;
}

/** Compounds from left to right, each with the combinator before it. */
export interface Selector {
  readonly steps: readonly { readonly compound: Compound; readonly combinator: string }[];
  readonly specificity: number;
}

const WEIGHT = { id: 10_000, class: 100, tag: 1 };
const IDENTIFIER = /^(?:\\[0-9a-fA-F]{1,6}\s?|\\.|[-\w\u0080-\uffff])+/;
const ATTRIBUTE_BODY = /^\s*([-\w:]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\s\]]+))\s*(i)?)?\s*$/;
const STRUCTURAL = new Set(
  "first-child last-child only-child first-of-type last-of-type root empty scope nth-child nth-last-child nth-of-type".split(
    " ",
  ),
);
const LOGICAL = new Set(["not", "is", "where"]);

const unescape = (text: string): string =>
  text.replace(/\\([0-9a-fA-F]{1,6})\s?|\\(.)/g, (_, hex?: string, char?: string) =>
    hex ? String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)) : (char ?? ""),
  );

/** Parses a comma-separated list of selectors. */
function parseSelectorList(source: string): Selector[] {
  return splitTopLevel(source, ",").map(parseSelector);
}

/** Parses one selector; a leading combinator makes it relative to a scope. */
export function parseSelector(source: string): Selector {
  const text = source.trim();
  const steps: { compound: Compound; combinator: string }[] = [];
  let specificity = 0;
  let position = 0;
  while (position < text.length) {
    const gap = /^\s*([>+~])?\s*/.exec(text.slice(position));
    position += gap?.[0].length ?? 0;
    if (position >= text.length) break;
    const combinator = gap?.[1] ?? (steps.length > 0 ? " " : "");
    const parsed = parseCompound(text, position);
    steps.push({ compound: parsed.compound, combinator });
    specificity += parsed.specificity;
    if (parsed.end === position) break;
    position = parsed.end;
  }
  return { steps, specificity };
}

function parseCompound(
  text: string,
  start: number,
): { compound: Compound; end: number; specificity: number } {
  const compound: Compound = {
    tag: null,
    id: null,
    classes: [],
    attributes: [],
    pseudoClasses: [],
    never: false,
  };
  let specificity = 0;
  let position = start;
  const takeIdentifier = (from: number): string | null => IDENTIFIER.exec(text.slice(from))?.[0] ?? null;
  for (;;) {
    const char = text[position];
    if (char === "*") {
      position += 1;
    } else if (char === "#" || char === ".") {
      const name = takeIdentifier(position + 1);
      if (name === null) break;
      if (char === "#") compound.id = unescape(name);
      else compound.classes.push(unescape(name));
      specificity += char === "#" ? WEIGHT.id : WEIGHT.class;
      position += 1 + name.length;
    } else if (char === "[") {
      const end = text.indexOf("]", position);
      const body = end < 0 ? null : ATTRIBUTE_BODY.exec(text.slice(position + 1, end));
      if (!body) break;
      const [, name = "", operator, double, single, bare] = body;
      compound.attributes.push({ name, operator, value: double ?? single ?? bare ?? "" });
      specificity += WEIGHT.class;
      position = end + 1;
    } else if (char === ":") {
      const written = /^::?[-\w]+/.exec(text.slice(position))?.[0];
      if (!written) break;
      position += written.length;
      const argument = text[position] === "(" ? balanced(text, position) : "";
      if (argument) position += argument.length;
      const pseudo = parsePseudoClass(written.slice(1), argument.slice(1, -1));
      if (!pseudo) compound.never = true;
      else {
        compound.pseudoClasses.push(pseudo);
        if (!LOGICAL.has(pseudo.name)) specificity += WEIGHT.class;
        else if (pseudo.name !== "where")
          specificity += Math.max(0, ...pseudo.selectors.map((one) => one.specificity));
      }
    } else {
      const name = position === start ? takeIdentifier(position) : null;
      if (name === null) break;
      compound.tag = unescape(name);
      specificity += WEIGHT.tag;
      position += name.length;
    }
  }
  if (position === start || (position < text.length && !/[\s>+~]/.test(text.charAt(position))))
    compound.never = true;
  return { compound, end: position, specificity };
}

/** The text from an opening parenthesis to the one that closes it. */
function balanced(text: string, open: number): string {
  let depth = 0;
  for (let index = open; index < text.length; index += 1) {
    if (text[index] === "(") depth += 1;
    if (text[index] === ")") depth -= 1;
    if (depth === 0) return text.slice(open, index + 1);
  }
  return `${text.slice(open)})`;
}

function parsePseudoClass(name: string, argument: string): PseudoClass | null {
  if (LOGICAL.has(name)) return { name, selectors: parseSelectorList(argument), nth: [0, 0] };
  if (!STRUCTURAL.has(name)) return null;
  return { name, selectors: [], nth: name.startsWith("nth-") ? parseNth(argument) : [0, 0] };
}

function parseNth(argument: string): [number, number] {
  const text = argument.replace(/\s/g, "");
  if (text === "odd") return [2, 1];
  if (text === "even") return [2, 0];
  const formula = /^([+-]?\d*)n([+-]\d+)?$/.exec(text);
  if (!formula) return [0, Number(text)];
  const [, step = "", offset = "0"] = formula;
  return [step === "" || step === "+" ? 1 : step === "-" ? -1 : Number(step), Number(offset)];
}

const compiled = new Map<string, Selector[]>();

/** A parsed selector list, remembered by its text. */
export function compileSelector(source: string): Selector[] {
  let selectors = compiled.get(source);
  if (!selectors) {
    if (compiled.size > 2000) compiled.clear();
    selectors = parseSelectorList(source);
    compiled.set(source, selectors);
  }
  return selectors;
}

/** Whether an element matches one of the selectors; `scope` is what `:scope` and leading combinators mean. */
export function matchesAny(element: Element, selectors: readonly Selector[], scope: Node | null): boolean {
  for (const selector of selectors) if (matchesSelector(element, selector, scope)) return true;
  return false;
}
