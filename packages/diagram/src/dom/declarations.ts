// Declarations of CSS, read from text and written as text.
import { splitTopLevel } from "./split.js";

/** One `name: value` of a style. */
export interface Declaration {
  readonly name: string;
  readonly value: string;
  readonly important: boolean;
}

const NEVER_NEGATIVE = new Set(["stroke-width", "width", "height", "r", "font-size", "max-width"]);

/** What a browser drops while parsing; Mermaid writes some of it (a negative stroke width in mindmaps). */
function isInvalid(name: string, value: string): boolean {
  return /^(?:undefined|NaN(?:px)?|null)$/.test(value) || (value.startsWith("-") && NEVER_NEGATIVE.has(name));
}

/** Parses the inside of a rule or of a style attribute. */
export function parseDeclarations(source: string): Declaration[] {
  const declarations: Declaration[] = [];
  for (const part of splitTopLevel(source, ";")) {
    const colon = part.indexOf(":");
    if (colon < 0) continue;
    const written = part.slice(0, colon).trim();
    const name = written.startsWith("--") ? written : written.toLowerCase();
    const full = part.slice(colon + 1).trim();
    const importance = /\s*!\s*important\s*$/i.exec(full);
    const value = importance ? full.slice(0, importance.index) : full;
    if (name && value && !isInvalid(name, value))
      declarations.push({ name, value, important: importance !== null });
  }
  return declarations;
}

/** The text of a style attribute. */
export function formatDeclarations(declarations: readonly Declaration[]): string {
  return declarations
    .map(({ name, value, important }) => `${name}: ${value}${important ? " !important" : ""};`)
    .join(" ");
}
