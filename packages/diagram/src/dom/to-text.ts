/** The conversion of any value to text that the DOM does at its doors. */

/** What the DOM makes of a value it wants as text: callers are scripts that pass numbers, null and undefined. */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return "";
  // oxlint-disable-next-line typescript/no-base-to-string -- an object's default text is what the DOM gives, too
  return String(value);
}
