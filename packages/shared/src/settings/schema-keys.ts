/** The keys that a schema knows at a path. */
import type { Schema } from "../provider/schema.js";

/** The keys an object schema knows at a path; empty where it knows none by name. */
export function keysAt(schema: Schema, path: readonly PropertyKey[]): string[] {
  let found: unknown[] = unwrap(schema);
  for (const segment of path) found = found.flatMap((node) => unwrap(step(node, segment)));
  return found.flatMap((node) => Object.keys(definition(node, "shape") ?? {}));
}

/** Schemas are read as data: loading the library for its classes would cost more than the whole check. */
const definition = (schema: unknown, field: string) => property(property(schema, "def"), field);

const step = (schema: unknown, segment: PropertyKey) =>
  property(definition(schema, "shape"), segment) ??
  definition(schema, "valueType") ??
  definition(schema, "element");

/** The schema inside `optional`, `default`, `pipe` and their like; every branch of a union. */
function unwrap(schema: unknown): unknown[] {
  const options = definition(schema, "options");
  if (Array.isArray(options)) return options.flatMap(unwrap);
  const inner = definition(schema, "innerType") ?? definition(schema, "in");
  return inner === undefined ? [schema] : unwrap(inner);
}

/** A field of a value whose type is not known; undefined when there is none. */
export function property(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
