/** Declarations of CSS, read from text and written as text. */
import { NAMED_COLORS } from "./named-colors.js";
import { splitTopLevel } from "./split.js";

/** One `name: value` of a style. */
export interface Declaration {
  readonly name: string;
  readonly value: string;
  readonly important: boolean;
}

const NEVER_NEGATIVE = new Set(["stroke-width", "width", "height", "r", "font-size", "max-width"]);
const COLORS = new Set(["fill", "stroke", "color", "background-color", "stop-color", "flood-color"]);
/** Lengths that need a unit in CSS; as attributes of SVG they need none. */
const WITH_UNIT = new Set(["font-size", "width", "height", "max-width", "letter-spacing"]);
const UNITLESS = /^[+-]?(?:[1-9]\d*|0?\.\d+|\d+\.\d+)$/;
/** One word that is no keyword of colours: the colour names themselves are known elsewhere. */
const PLAIN_WORD = /^[a-z]+$/i;
const COLOR_KEYWORDS = new Set(
  "none inherit initial unset revert currentcolor transparent context-fill context-stroke".split(" "),
);

/** What a browser drops of an attribute; Mermaid writes some of it (a negative stroke width in mindmaps). */
export function isInvalidAttribute(name: string, value: string): boolean {
  return (
    /^(?:undefined|NaN(?:px)?|null)$/.test(value) ||
    (value.startsWith("-") && NEVER_NEGATIVE.has(name)) ||
    (COLORS.has(name) &&
      ((PLAIN_WORD.test(value) && !isColorName(value.toLowerCase())) || value.includes("gradient(")))
  );
}

const isColorName = (word: string): boolean => COLOR_KEYWORDS.has(word) || NAMED_COLORS.has(word);

const MOST_KEPT = 1_000;
const LONGEST_KEPT = 400;
const kept = {
  withUnits: new Map<string, readonly Declaration[]>(),
  plain: new Map<string, readonly Declaration[]>(),
};

/**
 * Parses the inside of a rule or of a style attribute. The latter may leave out units where it belongs to SVG. What was
 * read lately is kept: many elements are told the same.
 */
export function parseDeclarations(source: string, needsUnits = true): readonly Declaration[] {
  const known = needsUnits ? kept.withUnits : kept.plain;
  const last = known.get(source);
  if (last) return last;
  const declarations = readDeclarations(source, needsUnits);
  if (known.size >= MOST_KEPT) known.clear();
  if (source.length <= LONGEST_KEPT) known.set(source, declarations);
  return declarations;
}

function readDeclarations(source: string, needsUnits: boolean): Declaration[] {
  const declarations: Declaration[] = [];
  for (const part of splitTopLevel(source, ";")) {
    const colon = part.indexOf(":");
    if (colon < 0) continue;
    const written = part.slice(0, colon).trim();
    const name = written.startsWith("--") ? written : written.toLowerCase();
    const full = part.slice(colon + 1).trim();
    const importance = /\s*!\s*important\s*$/i.exec(full);
    const value = importance ? full.slice(0, importance.index) : full;
    if (needsUnits && WITH_UNIT.has(name) && UNITLESS.test(value)) continue;
    if (name && value && !isInvalidAttribute(name, value))
      declarations.push({ name, value, important: importance !== null });
  }
  return declarations;
}

/** The text of a style attribute. */
export function formatDeclarations(declarations: Iterable<Declaration>): string {
  let text = "";
  for (const { name, value, important } of declarations)
    text += `${text && " "}${name}: ${value}${important ? " !important" : ""};`;
  return text;
}
