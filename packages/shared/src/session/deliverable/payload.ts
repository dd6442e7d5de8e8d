/** The payload of a deliverable: fields set by path, and which required ones are still missing. */
import type { JsonSchema } from "../../provider/messages.js";
import { isRecord } from "../../provider/untrusted.js";

/** What the model has filled in so far, by field. */
export type Payload = Record<string, unknown>;

/** `author.name` as its names; undefined when it is no path. */
export function parsePath(text: string): string[] | undefined {
  const names = text.split(".");
  return names.every((name) => name !== "" && name !== "__proto__") ? names : undefined;
}

/** A copy with the field set; what is missing on the way there becomes a map, and a number reaches into a list. */
export function withField(container: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(container) && /^\d+$/.test(name) && Number(name) <= container.length) {
    const copy: unknown[] = [...container];
    copy[Number(name)] = withField(copy[Number(name)], rest, value);
    return copy;
  }
  const map = isRecord(container) ? container : {};
  const child = Object.hasOwn(map, name) ? map[name] : undefined;
  return { ...map, [name]: withField(child, rest, value) };
}

/** The required fields that are not there, as dotted paths; those inside a field only once it is there. */
export function missingFields(schema: JsonSchema, payload: Payload, prefix = ""): string[] {
  const required = Array.isArray(schema["required"]) ? schema["required"].map(String) : [];
  const missing = required.filter((name) => !Object.hasOwn(payload, name)).map((name) => prefix + name);
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  for (const [name, child] of Object.entries(properties)) {
    const value = Object.hasOwn(payload, name) ? payload[name] : undefined;
    if (isRecord(child) && isRecord(value)) missing.push(...missingFields(child, value, `${prefix}${name}.`));
  }
  return missing;
}
