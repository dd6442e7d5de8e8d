import type { JsonSchema } from "../../provider/messages.js";
import { didYouMean } from "../../provider/suggest.js";
import { ToolRefusal } from "./tool.js";

const mostReasons = 5;

/** Why arguments do not fit a tool's schema, in words for the model; undefined when they do. */
export async function checkArguments(
  parameters: JsonSchema,
  args: Record<string, unknown>,
): Promise<string | undefined> {
  const { Validator } = await import("@cfworker/json-schema");
  const { valid, errors } = new Validator(parameters, "2020-12", false).validate(args);
  if (valid) return undefined;
  const around = new Set(errors.flatMap(({ keywordLocation }) => ancestors(keywordLocation)));
  const causes = errors.filter(
    ({ keyword, keywordLocation }) => keyword !== "additionalProperties" && !around.has(keywordLocation),
  );
  const reasons = causes.slice(0, mostReasons).map(({ instanceLocation, keyword, error }) => {
    const name = instanceLocation.replace(/^#\/?/, "").replaceAll("/", ".");
    return keyword === "false" ? unknownArgument(name, parameters) : `${name || "arguments"}: ${error}`;
  });
  if (causes.length > mostReasons) reasons.push(`and ${causes.length - mostReasons} more`);
  return `The arguments do not fit the tool's schema, so it was not run.\n${reasons.join("\n")}`;
}

/** A fault deep inside is reported again by each schema around it; only the innermost says what is wrong. */
function ancestors(location: string): string[] {
  const parts = location.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}

function unknownArgument(name: string, { properties }: JsonSchema): string {
  const known = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  return `${name}: there is no such argument${didYouMean(name, known) || `; there are: ${known.join(", ")}`}`;
}

/** A text among the arguments. */
export function textArgument(args: Record<string, unknown>, name: string): string {
  const value = args[name];
  if (typeof value !== "string") throw new ToolRefusal(`"${name}" must be a string.`);
  return value;
}

/** A whole number among the arguments, or what stands for it when it is not given. */
export function numberArgument(args: Record<string, unknown>, name: string, otherwise: number): number {
  const value = args[name] ?? otherwise;
  if (typeof value !== "number" || !Number.isSafeInteger(value))
    throw new ToolRefusal(`"${name}" must be an integer.`);
  return value;
}
