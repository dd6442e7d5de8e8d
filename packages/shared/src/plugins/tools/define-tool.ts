/** A tool from a schema: what the model may send is checked by it, and `run` gets what it makes of that. */
import { issueLines, readSchema } from "../../structured/read-schema.js";
import type { InferSchema, Schema, StandardSchema } from "../../structured/standard-schema.js";
import type { ToolContext, ToolDefinition } from "./tool.js";
import { type ToolOutput, toolResult } from "./tool-output.js";

/** What a tool's `run` is given: what the schema says, or any object where it is JSON Schema. */
type InputOf<Given> = Given extends StandardSchema ? InferSchema<Given> : Record<string, unknown>;

/** What a tool is made of. */
export interface ToolOptions<Given extends Schema> extends Pick<ToolDefinition, "preview" | "asks"> {
  /** What the model calls. */
  name: string;
  /** What the model is told that it does. */
  description: string;
  /** Its arguments: a schema of zod, valibot, arktype or any library that follows Standard Schema, or JSON Schema. */
  input: Given;
  /** Whether a call changes something, and therefore asks first; not unless told. */
  changes?: boolean;
  /** Runs a call. Gives text, data, or parts such as pictures; what is thrown is told to the model. */
  run: (input: InputOf<Given>, context: ToolContext) => ToolOutput | Promise<ToolOutput>;
}

/**
 * A tool for sessions, typed by its schema.
 *
 * @example
 * const weather = tool({
 *   name: "weather",
 *   description: "The weather in a city.",
 *   input: z.object({ city: z.string() }),
 *   run: async ({ city }) => ({ city, degrees: 21 }),
 * });
 * const session = client.createSession({ tools: [weather] });
 */
export function tool<Given extends Schema>(options: ToolOptions<Given>): ToolDefinition {
  const { input, changes = false, run, ...rest } = options;
  const { jsonSchema: parameters, check } = readSchema(input);
  return {
    ...rest,
    changes,
    parameters,
    async run(args, context) {
      const checked = await check(args);
      if (checked.issues) {
        const reasons = issueLines(checked.issues).join("\n");
        return {
          ok: false,
          content: `The arguments do not fit the tool's schema, so it was not run.\n${reasons}`,
        };
      }
      const output = await run(checked.value as InputOf<Given>, context);
      // A run that ends without a word has done what it was for.
      return output === undefined || output === null ? { ok: true, content: "Done." } : toolResult(output);
    },
  };
}
