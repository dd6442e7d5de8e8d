/** Safe pieces of XML. */

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

/** A number with at most three decimals. */
export const formatNumber = (value: number): string =>
  Number.isInteger(value) ? String(value) : String(Number(value.toFixed(3)));

/** Properties as the text of a style. */
export function styleText(properties: ReadonlyMap<string, string>): string {
  let text = "";
  for (const [name, value] of properties) text += `${name}:${value};`;
  return text;
}

/** A style attribute with a leading space; empty when there is nothing to say. */
export const styleAttribute = (text: string): string => (text ? ` style="${escapeXml(text)}"` : "");
