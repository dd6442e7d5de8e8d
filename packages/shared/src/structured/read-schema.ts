/** A schema of any kind as the two things that are needed of it: JSON Schema for the backend, and a check of what came back. */
import { ConfigurationError, messageOf } from "../provider/errors.js";
import type { JsonSchema } from "../provider/messages.js";
import { safeLine } from "../provider/untrusted.js";
import { schemaFaults } from "./schema-faults.js";
import type { InferSchema, Schema, StandardSchema } from "./standard-schema.js";
import { isRecord } from "../provider/untrusted.js";

/** One thing in an answer, or in a call's arguments, that does not fit. */
export interface SchemaIssue {
  /** The names that lead to it; none for the value as a whole. */
  path: string[];
  /** What is wrong, in words. */
  message: string;
}

/** What a check found: the value as the schema gives it, or why it does not fit. */
export type Checked<Value> = { value: Value; issues?: undefined } | { issues: SchemaIssue[] };

/** A schema, read. */
export interface ReadSchema<Value> {
  readonly jsonSchema: JsonSchema;
  readonly check: (value: unknown) => Promise<Checked<Value>>;
}

/** Reads a schema, or says what to do where it does not tell its JSON Schema. */
export function readSchema<Given extends Schema>(schema: Given): ReadSchema<InferSchema<Given>>;
export function readSchema(schema: Schema): ReadSchema<unknown> {
  if (isStandard(schema)) {
    return { jsonSchema: jsonSchemaOf(schema), check: (value) => checkStandard(schema, value) };
  }
  if (isRecord(schema)) return { jsonSchema: schema, check: (value) => checkJson(schema, value) };
  throw new ConfigurationError(
    "The schema is neither JSON Schema nor a schema of a library that follows Standard Schema (zod, valibot, arktype and others).",
  );
}

// Some libraries make their schemas functions.
const isStandard = (schema: Schema): schema is StandardSchema =>
  (typeof schema === "object" || typeof schema === "function") && schema !== null && "~standard" in schema;

/** What the libraries that need a second step are told. */
const MENDS: Readonly<Record<string, string>> = {
  valibot: 'Wrap it: toStandardJsonSchema(schema) of "@valibot/to-json-schema".',
  zod: 'Take it from "zod" 4.2 or newer, not from "zod/mini"; or give z.toJSONSchema(schema), which the compiler then does not know.',
};
const ANY_MEND = "Update the library, or give the JSON Schema itself.";

function jsonSchemaOf(schema: StandardSchema): JsonSchema {
  const { jsonSchema, vendor } = schema["~standard"];
  if (!jsonSchema) {
    throw new ConfigurationError(
      `This schema of ${vendor} does not tell its JSON Schema, which the model has to be shown. ${MENDS[vendor] ?? ANY_MEND}`,
    );
  }
  try {
    const { $schema: _draft, ...rest } = jsonSchema.input({ target: "draft-2020-12" });
    return rest;
  } catch (cause) {
    throw new ConfigurationError(
      `This schema of ${vendor} cannot be written as JSON Schema: ${messageOf(cause)} Use types that JSON has, such as text for a date.`,
      { cause },
    );
  }
}

async function checkStandard(schema: StandardSchema, value: unknown): Promise<Checked<unknown>> {
  const result = await schema["~standard"].validate(value);
  if (!result.issues) return { value: result.value };
  return {
    issues: result.issues.map(({ message, path = [] }) => ({
      path: path.map((step) => String(typeof step === "object" ? step.key : step)),
      message,
    })),
  };
}

async function checkJson(schema: JsonSchema, value: unknown): Promise<Checked<unknown>> {
  const faults = await schemaFaults(schema, value).catch((cause: unknown) => {
    throw new ConfigurationError(`The schema cannot be used: ${messageOf(cause)}`, { cause });
  });
  if (faults.length === 0) return { value };
  const bare = (text: string) => text.slice(text.indexOf(": ") + 2);
  return { issues: faults.map(({ path, text }) => ({ path, message: bare(text) })) };
}

/** The first few issues as lines for a person or a model; names in them may come from the answer, and be as long as it liked. */
export function issueLines(issues: readonly SchemaIssue[]): string[] {
  const most = 5;
  const lines = issues
    .slice(0, most)
    .map(({ path, message }) => safeLine(path.length === 0 ? message : `${path.join(".")}: ${message}`));
  return issues.length > most ? [...lines, `and ${issues.length - most} more`] : lines;
}
