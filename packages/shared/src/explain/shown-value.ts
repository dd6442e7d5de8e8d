import { maskSecret } from "../provider/secrets.js";

const secretName = /auth|key|token|secret|cookie|passw/i;
const nothing = new Set<unknown>([undefined, null, "", true, false]);

/** A setting as it may be shown: secrets masked wherever they stand, also inside headers and addresses. */
export function shownValue(value: unknown, isSecret = false): unknown {
  if (typeof value === "string") return isSecret ? maskSecret(value) : withoutPassword(value);
  if (Array.isArray(value)) return value.map((item: unknown) => shownValue(item, isSecret));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]: [string, unknown]) => [
        name,
        shownValue(item, isSecret || secretName.test(name)),
      ]),
    );
  }
  return isSecret && !nothing.has(value) && typeof value !== "number" ? "***" : value;
}

/** An address without what stands before its @. */
export function withoutPassword(text: string): string {
  return text.replaceAll(/(:\/\/)[^/@\s]+@/g, "$1***@");
}
