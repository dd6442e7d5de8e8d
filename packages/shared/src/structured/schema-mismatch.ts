/** An answer that is not what was asked for. */
import { type ErrorDetails, RequestError } from "../provider/errors.js";
import { issueLines, type SchemaIssue } from "./read-schema.js";

/** What is known of an answer that does not fit. */
export interface Mismatch {
  /** The backend that gave it. */
  provider: string;
  /** The model that gave it. */
  model: string;
  /** The last answer, as it came. */
  text: string;
  /** What is wrong with it. */
  issues: readonly SchemaIssue[];
  /** What makes another try pointless, or how many there were. */
  note: string;
}

/**
 * The model's answer does not fit the schema, also after it was asked for again. `text` is the answer, `issues` what is wrong with it.
 *
 * @example
 * try {
 *   await client.object("Who wrote Emma?", { schema });
 * } catch (error) {
 *   if (error instanceof SchemaMismatchError) console.log(error.text, error.issues);
 * }
 */
export class SchemaMismatchError extends RequestError {
  static override readonly name: string = "SchemaMismatchError";

  /** The backend that answered. */
  readonly provider: string;
  /** The model that answered. */
  readonly model: string;
  /** The last answer, as it came. */
  readonly text: string;
  /** What is wrong with it, and where. */
  readonly issues: readonly SchemaIssue[];

  constructor({ provider, model, text, issues, note }: Mismatch, details?: ErrorDetails) {
    super(
      `The answer of ${model} (${provider}) does not fit the schema${note} ${issueLines(issues).join("\n")}`,
      { partialText: text, ...details },
    );
    this.provider = provider;
    this.model = model;
    this.text = text;
    this.issues = issues;
  }
}
