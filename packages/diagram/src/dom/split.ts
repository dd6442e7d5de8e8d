/** Splitting of CSS text that respects quotes and brackets. */

const GROUPING = /["'()[\]]/;

/** Splits at `separator` wherever it stands outside quotes, parentheses and brackets. */
export function splitTopLevel(source: string, separator: string): string[] {
  if (!GROUPING.test(source)) return source.split(separator);
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let start = 0;
  for (let index = 0; index < source.length; index += 1) {
    const char = source.charAt(index);
    if (quote) {
      if (char === "\\") index += 1;
      else if (char === quote) quote = "";
    } else if (char === '"' || char === "'") quote = char;
    else if (char === "(" || char === "[") depth += 1;
    else if (char === ")" || char === "]") depth -= 1;
    else if (char === separator && depth === 0) {
      parts.push(source.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(source.slice(start));
  return parts;
}
