/** What in a value does not fit a JSON Schema. */
import type { JsonSchema } from "../provider/messages.js";
import { didYouMean } from "../provider/suggest.js";

const MOST_REASONS = 5;

/** One thing that does not fit a schema. */
export interface SchemaFault {
  /** The names that lead to it; none for the value as a whole. */
  path: string[];
  /** The keyword of JSON Schema that it offends: `required`, `type`. */
  keyword: string;
  /** What is wrong, in words for the model. */
  text: string;
}

/** Everything in a value that does not fit a schema. */
export async function schemaFaults(schema: JsonSchema, value: unknown): Promise<SchemaFault[]> {
  const { Validator } = await import("@cfworker/json-schema");
  const { errors } = new Validator(schema, "2020-12", false).validate(value);
  const around = new Set(errors.flatMap(({ keywordLocation }) => ancestors(keywordLocation)));
  const causes = errors.filter(
    ({ keyword, keywordLocation }) => keyword !== "additionalProperties" && !around.has(keywordLocation),
  );
  return causes.map(({ instanceLocation, keyword, error }) => {
    const path = instanceLocation.split("/").slice(1).map(unescapeName);
    const name = path.join(".");
    const text = keyword === "false" ? unknownArgument(name, schema) : `${name || "arguments"}: ${error}`;
    return { path, keyword, text };
  });
}

/** The first few faults, one line each. */
export function inWords(faults: readonly { text: string }[]): string[] {
  const reasons = faults.slice(0, MOST_REASONS).map(({ text }) => text);
  return faults.length > MOST_REASONS ? [...reasons, `and ${faults.length - MOST_REASONS} more`] : reasons;
}

const unescapeName = (name: string) => name.replaceAll("~1", "/").replaceAll("~0", "~");

/** A fault deep inside is reported again by each schema around it; only the innermost says what is wrong. */
function ancestors(location: string): string[] {
  const parts = location.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}

function unknownArgument(name: string, { properties }: JsonSchema): string {
  const known = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  return `${name}: there is no such argument${didYouMean(name, known) || `; there are: ${known.join(", ")}`}`;
}
