/**
 * The end of a piece of work: the model fills a payload field by field, and signals that it is done. The gate is composite: no
 * required field may be missing, and none of the caller's checks may report something incomplete.
 */
import { inWords, type SchemaFault, schemaFaults } from "../../structured/schema-faults.js";
import type { JsonSchema } from "../../provider/messages.js";
import { missingFields, parsePath, type Payload, withField } from "./payload.js";
import { messageOf } from "../../provider/errors.js";

/** Says what is still incomplete, or nothing. */
export type CompletenessCheck = (
  payload: Readonly<Payload>,
) => string | undefined | Promise<string | undefined>;

/** Makes a conversation go on until a payload is complete, which the model fills in field by field. */
export interface DeliverableOptions {
  /** The JSON Schema of the payload, an object. */
  schema: JsonSchema;
  /** Further conditions, beside the schema. */
  checks?: readonly CompletenessCheck[];
  /** Takes the finished payload; a text that it returns refuses it and tells the model why. */
  onComplete?: (payload: Payload) => string | undefined | Promise<string | undefined>;
}

/** What a completion tool answers; the model reads it as JSON. */
export type DeliverableAnswer =
  | { status: "prepared"; missing: string[]; incomplete: string[] }
  | { status: "completed" }
  | { status: "validation_failed"; errors: string[] }
  | { status: "incomplete"; incomplete: string[] }
  | { status: "refused"; reason: string };

export class Deliverable {
  readonly schema: JsonSchema;
  readonly #checks: readonly CompletenessCheck[];
  readonly #onComplete: DeliverableOptions["onComplete"];
  #payload: Payload = {};
  #completed: Payload | undefined;
  #lastSignal: DeliverableAnswer["status"] | undefined;

  constructor({ schema, checks = [], onComplete }: DeliverableOptions) {
    this.schema = schema;
    this.#checks = checks;
    this.#onComplete = onComplete;
  }

  /** What has been prepared so far. */
  get payload(): Readonly<Payload> {
    return this.#payload;
  }

  /** The accepted payload, once the work is complete. */
  get completed(): Payload | undefined {
    return this.#completed;
  }

  /** A new turn is new work, but what was prepared and not yet signalled stays. */
  beginTurn(): void {
    this.#completed = undefined;
    this.#lastSignal = undefined;
  }

  /** Goes on with what a saved conversation had prepared. */
  restore(payload: Payload): void {
    this.#payload = payload;
  }

  /** True once after a signal whose payload did not fit the schema. */
  takeValidationFailure(): boolean {
    const failed = this.#lastSignal === "validation_failed";
    this.#lastSignal = undefined;
    return failed;
  }

  /** The composite gate. */
  async isComplete(): Promise<boolean> {
    if (missingFields(this.schema, this.#payload).length > 0) return false;
    return (await this.#incomplete(this.#payload)).length === 0;
  }

  async prepare(fieldPath: string, value: unknown): Promise<DeliverableAnswer> {
    const path = parsePath(fieldPath);
    if (!path) return { status: "validation_failed", errors: [`"${fieldPath}" is no field path`] };
    const changed = withField(this.#payload, path, value) as Payload;
    const faults = await schemaFaults(this.schema, changed);
    const errors = inWords(faults.filter((fault) => concerns(fault, path)));
    if (errors.length > 0) return { status: "validation_failed", errors };
    this.#payload = changed;
    return {
      status: "prepared",
      missing: missingFields(this.schema, changed),
      incomplete: await this.#incomplete(changed),
    };
  }

  /** Ends the work with what was prepared and these fields on top, if it fits and nothing is incomplete. */
  async signal(fields: Payload): Promise<DeliverableAnswer> {
    const answer = await this.#judge({ ...this.#payload, ...fields });
    this.#lastSignal = answer.status;
    return answer;
  }

  async #judge(payload: Payload): Promise<DeliverableAnswer> {
    const errors = inWords(await schemaFaults(this.schema, payload));
    if (errors.length > 0) return { status: "validation_failed", errors };
    const incomplete = await this.#incomplete(payload);
    if (incomplete.length > 0) return { status: "incomplete", incomplete };
    const reason = await this.#onComplete?.(payload);
    if (reason !== undefined) return { status: "refused", reason };
    this.#completed = payload;
    this.#payload = {};
    return { status: "completed" };
  }

  async #incomplete(payload: Payload): Promise<string[]> {
    const reports = await Promise.all(
      this.#checks.map(async (check) => {
        try {
          return await check(payload);
        } catch (error) {
          return `A check failed: ${messageOf(error)}`;
        }
      }),
    );
    return reports.filter((report) => report !== undefined);
  }
}

/** A fault in the field itself, or one that says the field cannot be there at all. */
function concerns({ path, keyword }: SchemaFault, field: readonly string[]): boolean {
  const shared = Math.min(path.length, field.length);
  if (path.slice(0, shared).some((name, place) => name !== field[place])) return false;
  return path.length >= field.length || keyword === "type" || keyword === "false";
}
