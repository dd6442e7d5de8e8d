/** JSON that fits a schema, as servers write it that hold a model to one: the least that fits. */
import { asRecord, isRecord } from "../json.js";

const DEEPEST = 20;

/** The answer to a request that demands one by schema; undefined where none is demanded. */
export function demandedJson(body: Readonly<Record<string, unknown>>, text: string): string | undefined {
  const format = asRecord(body["response_format"]);
  if (format["type"] === "json_object") return "{}";
  if (format["type"] !== "json_schema") return undefined;
  const schema = asRecord(asRecord(format["json_schema"])["schema"]);
  return JSON.stringify(fitting(schema, { root: schema, text, depth: 0 }));
}

interface Place {
  root: Record<string, unknown>;
  /** What texts say. */
  text: string;
  depth: number;
}

function fitting(given: unknown, place: Place): unknown {
  const schema = resolved(asRecord(given), place.root);
  const inner = { ...place, depth: place.depth + 1 };
  if (place.depth > DEEPEST) return null;
  if ("const" in schema) return schema["const"];
  for (const key of ["enum", "examples"])
    if (Array.isArray(schema[key])) return (schema[key] as unknown[])[0];
  if ("default" in schema) return schema["default"];
  for (const key of ["anyOf", "oneOf", "allOf"])
    if (Array.isArray(schema[key])) return fitting((schema[key] as unknown[])[0], inner);
  const type: unknown = Array.isArray(schema["type"]) ? (schema["type"] as unknown[])[0] : schema["type"];
  switch (type) {
    case "string":
      return fittingText(schema, place.text);
    case "integer":
    case "number":
      return typeof schema["minimum"] === "number" ? Math.max(1, schema["minimum"]) : 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "array": {
      const length = typeof schema["minItems"] === "number" ? schema["minItems"] : 1;
      return Array.from({ length }, () => fitting(schema["items"], inner));
    }
    default: {
      const required = Array.isArray(schema["required"]) ? schema["required"].map(String) : [];
      const properties = Object.entries(asRecord(schema["properties"]));
      return Object.fromEntries(
        properties
          .filter(([name]) => required.includes(name))
          .map(([name, property]) => [name, fitting(property, inner)]),
      );
    }
  }
}

function fittingText({ maxLength, minLength }: Record<string, unknown>, text: string): string {
  const cut = typeof maxLength === "number" ? text.slice(0, maxLength) : text;
  return typeof minLength === "number" ? cut.padEnd(minLength, ".") : cut;
}

/** What a reference inside the schema leads to. */
function resolved(schema: Record<string, unknown>, root: Record<string, unknown>): Record<string, unknown> {
  const reference = schema["$ref"];
  if (typeof reference !== "string" || !reference.startsWith("#/")) return schema;
  const names = reference.slice(2).split("/");
  const found = names.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), root);
  return asRecord(found);
}
