/**
 * The interface that schema libraries have agreed on (Standard Schema, and Standard JSON Schema on top of it), as types: zod, valibot,
 * arktype and others fulfil it, and none of them is needed here.
 */
import type { JsonSchema } from "../provider/messages.js";

/** A schema of any library that follows the standard. */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** What the standard demands of a schema. */
  readonly "~standard": StandardProps<Input, Output>;
}

interface StandardProps<Input, Output> {
  readonly version: 1;
  readonly vendor: string;
  readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  /** Only in libraries that can say what they demand. */
  readonly jsonSchema?: { readonly input: (options: { target: "draft-2020-12" }) => JsonSchema };
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A schema of a library that follows the standard, or JSON Schema as data. */
export type Schema = StandardSchema | JsonSchema;

/** What a schema's values are once they have been checked; JSON Schema as data says nothing to the compiler. */
export type InferSchema<Given> =
  Given extends StandardSchema<unknown, infer _Output>
    ? NonNullable<Given["~standard"]["types"]>["output"]
    : unknown;
