/** The arguments of a tool call, checked and read. */
import type { JsonSchema } from "../../provider/messages.js";
import { inWords, schemaFaults } from "../../structured/schema-faults.js";
import { ToolRefusal } from "./tool.js";

/** The schema of arguments with these names and no others. */
export const closedObject = (
  required: readonly string[],
  properties: Readonly<Record<string, JsonSchema>>,
): JsonSchema => ({ type: "object", properties, required, additionalProperties: false });

/** Why arguments do not fit a tool's schema, in words for the model; undefined when they do. */
export async function checkArguments(
  parameters: JsonSchema,
  args: Record<string, unknown>,
): Promise<string | undefined> {
  const reasons = inWords(await schemaFaults(parameters, args));
  if (reasons.length === 0) return undefined;
  return `The arguments do not fit the tool's schema, so it was not run.\n${reasons.join("\n")}`;
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
