/** Custom properties, and values that are written by means of them. */
import type { Declaration } from "../dom/declarations.js";
import type { Cascaded } from "./cascade.js";

/** Custom properties by name, those of the elements around among them. */
export type Variables = ReadonlyMap<string, string>;

const VARIABLE_USE = /var\(\s*(--[-\w]+)\s*(?:,\s*([^()]*(?:\([^()]*\)[^()]*)*))?\)/g;
const MAX_DEPTH = 5;

/** What applies to an element with its variables put in, and the variables that those inside of it see. */
export function withVariables(own: Cascaded, inherited: Variables): { own: Cascaded; variables: Variables } {
  let variables: Map<string, string> | null = null;
  let isUsed = false;
  for (const { name, value } of own.values()) {
    if (name.startsWith("--")) (variables ??= new Map(inherited)).set(name, value);
    else if (value.includes("var(")) isUsed = true;
  }
  const seen = variables ?? inherited;
  return { own: isUsed ? putIn(own, seen) : own, variables: seen };
}

/** A value that comes to nothing says nothing. */
function putIn(own: Cascaded, variables: Variables): Cascaded {
  const known = new Map<string, Declaration>();
  for (const [name, one] of own) {
    const value = name.startsWith("--") ? one.value : resolveVariables(one.value, variables).trim();
    if (value) known.set(name, value === one.value ? one : { ...one, value });
  }
  return known;
}

function resolveVariables(value: string, variables: Variables, depth = 0): string {
  if (!value.includes("var(") || depth > MAX_DEPTH) return value;
  const once = value.replace(
    VARIABLE_USE,
    (_, name: string, fallback?: string) => variables.get(name) ?? fallback ?? "",
  );
  // A hostile chain of variables may grow without end.
  return once.length > 10_000 ? "" : resolveVariables(once, variables, depth + 1);
}
