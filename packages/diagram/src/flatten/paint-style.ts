/** Style resolved into properties that every viewer understands. */
import type { Cascaded } from "../css/cascade.js";
import { formatColor, hexColor, parseColor } from "../css/color.js";
import { ALLOWED_PROPERTIES } from "./allowed.js";

/** What paint inherits beyond SVG's own inheritance: the current colour. */
export interface PaintContext {
  readonly color: string;
}

/** The context at the root. */
export const ROOT_CONTEXT: PaintContext = { color: "#000" };

const COLOR_PROPERTIES = new Set(["fill", "stroke", "stop-color", "flood-color"]);
const PAINT_SERVERS = new Set(["fill", "stroke"]);
const USELESS = /undefined|NaN|^(?:initial|revert|unset|revert-layer)$/;

/** What must be worked out where it stands. */
const DEPENDS_ON_CONTEXT = /url|currentcolor/i;
const MOST_KEPT = 2_000;
const LONGEST_KEPT = 200;
/** What was said of a property, and what it comes to wherever it stands; null when nothing. */
const kept = new Map<string, Map<string, string | null>>();
let keptCount = 0;

/** Resolves cascaded declarations into properties that every viewer understands. */
export function paintStyle(
  own: Cascaded,
  context: PaintContext,
  hasId: (id: string) => boolean,
): { properties: Map<string, string>; context: PaintContext } {
  const ownColor = own.get("color")?.value.trim() ?? "";
  const color = !ownColor || /^(?:inherit|currentcolor)$/i.test(ownColor) ? context.color : ownColor;
  const properties = new Map<string, string>();
  const put = (name: string, source: string): void => {
    if (!ALLOWED_PROPERTIES.has(name)) return;
    let value = kept.get(name)?.get(source);
    if (value === undefined)
      value = DEPENDS_ON_CONTEXT.test(source)
        ? safeValue(name, source.trim(), color, hasId)
        : newValue(name, source);
    if (value !== null) properties.set(name, value);
  };
  const marker = own.get("marker")?.value;
  if (marker) for (const name of ["marker-start", "marker-mid", "marker-end"]) put(name, marker);
  for (const { name, value } of own.values()) put(name, value);
  return { properties, context: color === context.color ? context : { color } };
}

function safeValue(
  name: string,
  value: string,
  color: string,
  hasId: (id: string) => boolean,
): string | null {
  if (!value || USELESS.test(value)) return null;
  const safe = localReferences(name, value, hasId);
  return safe === null ? null : normalize(name, safe, color);
}

/** The same for a value that comes to the same everywhere; the last ones are kept. */
function newValue(name: string, source: string): string | null {
  const value = safeValue(name, source.trim(), "", () => false);
  if (source.length > LONGEST_KEPT) return value;
  if (keptCount >= MOST_KEPT) {
    kept.clear();
    keptCount = 0;
  }
  const values = kept.get(name) ?? new Map<string, string | null>();
  kept.set(name, values.set(source, value));
  keptCount += 1;
  return value;
}

/**
 * Keeps only references into this document. A dangling one is dropped, as browsers ignore it and resvg would hide
 * the element; paint references stay, because a missing paint server means "none".
 */
function localReferences(name: string, value: string, hasId: (id: string) => boolean): string | null {
  if (!/url\s*\(/i.test(value)) return /[\\@]|image|src\(/i.test(value) ? null : value;
  const match = /^url\(\s*["']?[^"'()#]*#([^"'()\s\\]+)["']?\s*\)/.exec(value.replaceAll("\\", ""));
  const id = match?.[1];
  if (!id || (!PAINT_SERVERS.has(name) && !hasId(id))) return null;
  return `url(#${id})`;
}

function normalize(name: string, value: string, color: string): string {
  if (COLOR_PROPERTIES.has(name)) {
    const parsed = parseColor(/^currentcolor$/i.test(value) ? color : value);
    if (!parsed) return value;
    if (parsed[3] === 0) return PAINT_SERVERS.has(name) ? "none" : "rgba(0,0,0,0)";
    return formatColor(parsed);
  }
  if (name === "filter") return normalizeShadow(value);
  if (name === "stroke-width" || name === "stroke-dashoffset") return value.replace(/px$/, "");
  if (name === "stroke-dasharray") {
    const lengths = value
      .replaceAll("px", "")
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    return lengths.some((length) => length > 0) ? lengths.join(",") : "none";
  }
  return value;
}

/** `drop-shadow()` with its colour in digits: resvg reads no other form with an alpha there. */
function normalizeShadow(value: string): string {
  return value.replace(/drop-shadow\((.*)\)/, (_, body: string) => {
    const color = /rgba?\([^)]*\)|hsla?\([^)]*\)|#[0-9a-f]+|\b[a-z]+$/i.exec(body)?.[0] ?? "#000";
    const parsed = parseColor(color);
    return `drop-shadow(${body.replace(color, "").trim()} ${parsed ? hexColor(parsed) : "#000"})`;
  });
}
