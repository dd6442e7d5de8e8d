/** A setting's value as it may be shown. */
import { looksSecret, maskSecret } from "../provider/secrets.js";

const NOTHING = new Set<unknown>([undefined, null, "", true, false]);

/** A setting as it may be shown: secrets masked wherever they stand, also inside headers and addresses. */
export function shownValue(value: unknown, isSecret = false): unknown {
  if (typeof value === "string") return isSecret ? maskSecret(value) : withoutPassword(value);
  if (Array.isArray(value)) return value.map((item: unknown) => shownValue(item, isSecret));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]: [string, unknown]) => [
        name,
        shownValue(item, isSecret || looksSecret(name)),
      ]),
    );
  }
  return isSecret && !NOTHING.has(value) && typeof value !== "number" ? "***" : value;
}

/** An address without what stands before its @. */
export function withoutPassword(text: string): string {
  return text.replaceAll(/(:\/\/)[^/@\s]+@/g, "$1***@");
}
