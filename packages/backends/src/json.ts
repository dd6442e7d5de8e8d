/** JSON objects, whatever is in them. */

export type Fields = Record<string, unknown>;

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is a JSON object, else an empty one. */
export function asRecord(value: unknown): Fields {
  return isRecord(value) ? value : {};
}
