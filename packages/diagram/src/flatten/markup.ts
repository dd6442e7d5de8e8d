/** Safe pieces of XML. */
import type { Matrix } from "../layout/matrix.js";

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
// Characters that XML does not allow at all, written as escapes for the reader's sake.
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

// oxlint-disable-next-line no-control-regex
const TO_BE_CHANGED = /[&<>"\u0000-\u001f\ud800-\udfff\ufffe\uffff]/;

/** Text made safe for XML content and attribute values. */
export function escapeXml(text: string): string {
  if (!TO_BE_CHANGED.test(text)) return text;
  return text
    .replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char)
    .replace(FORBIDDEN, "")
    .replace(LONE_SURROGATE, "\ufffd");
}

/** Further from a tie than this, it does not matter that a product is rounded. */
const TIE = 1e-6;
const LARGEST_EXACT = 1e9;

/** A number with at most three decimals. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value)) return String(value);
  const thousandths = value * 1000;
  const whole = Math.round(thousandths);
  // The text of `toFixed` would be read again: dividing comes to the same number.
  if (Math.abs(Math.abs(thousandths - whole) - 0.5) > TIE && Math.abs(value) < LARGEST_EXACT)
    return String(whole / 1000);
  return String(Number(value.toFixed(3)));
}

/** A transform as it stands in an attribute. */
export const matrixText = ([a, b, c, d, e, f]: Matrix): string =>
  `matrix(${formatNumber(a)} ${formatNumber(b)} ${formatNumber(c)} ${formatNumber(d)} ${formatNumber(e)} ${formatNumber(f)})`;

/** Properties as the text of a style. */
export function styleText(properties: ReadonlyMap<string, string>): string {
  let text = "";
  for (const [name, value] of properties) text += `${name}:${value};`;
  return text;
}

/** A style attribute with a leading space; empty when there is nothing to say. */
export const styleAttribute = (text: string): string => (text ? ` style="${escapeXml(text)}"` : "");
