/**
 * The one door for what others send. JSON of any shape becomes records and lists; names, messages and facts lose everything that
 * a terminal would obey. What has come through here may be listed, shown, thrown and logged.
 */

export type Fields = Record<string, unknown>;

/** Whether a value is a record: an object that is no list. */
export const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value as a record; an empty one where it is none. */
export const record = (value: unknown): Fields => (isRecord(value) ? value : {});

/** The value as a list; an empty one where it is none. */
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** What is text in a record. */
export const textsIn = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );

/** What a text says as JSON; undefined where it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The records of a list that may stand alone or under a key, as `{ data: [...] }`; undefined when there is no list. */
export function recordsIn(value: unknown, key = "data"): Fields[] | undefined {
  const found = Array.isArray(value) ? value : record(value)[key];
  return Array.isArray(found) ? found.filter(isRecord) : undefined;
}

/** Everything at a dotted path: `data.0.owned_by`, or `providers.*.context_length` for one value of each in a list. */
export function valuesAt(value: unknown, path: string): unknown[] {
  let found = [value];
  for (const key of path.split(".")) {
    found = found.flatMap((one) => {
      if (key === "*") return list(one);
      if (Array.isArray(one)) return /^\d+$/.test(key) ? [one[Number(key)]] : [];
      return isRecord(one) && Object.hasOwn(one, key) ? [one[key]] : [];
    });
  }
  return found.filter((one) => one !== undefined && one !== null);
}

const SHOWN = 600;
// Everything a terminal could act on: control characters, marks that reorder text, half characters, kitty's image placeholder.
const UNSAFE =
  /(?:[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\u{10eeee}]|[\ud800-\udfff])+/gu;

/** Foreign text on one line, without anything a terminal would act on, cut to a readable length. */
export function safeLine(text: string, length = SHOWN): string {
  const line = text.replaceAll(UNSAFE, " ").replaceAll(/ {2,}/g, " ").trim();
  return line.length > length ? `${line.slice(0, length)} …` : line;
}

/** Foreign text of any length and with its lines, without anything a terminal would act on. */
export const safeText = (text: string): string =>
  text.replaceAll(UNSAFE, (found) => (/^[\t\n]+$/.test(found) ? found : found.includes("\n") ? "\n" : " "));

/** Whether a name that a server gave can be shown and sent back as it is. */
export const isPlainName = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value === safeLine(value);

/** A value of any shape with every text and every key in it safe to show. */
export function safeValue(value: unknown): unknown {
  if (typeof value === "string") return safeLine(value);
  if (Array.isArray(value)) return value.map(safeValue);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [safeLine(key), safeValue(item)]));
}
