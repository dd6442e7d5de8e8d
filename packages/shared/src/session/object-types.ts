/** Answers by schema as programs see them. */
import type { Turn } from "../provider/events.js";
import type { CompleteOptions, EventStream } from "../provider/provider.js";
import type { Schema } from "../structured/standard-schema.js";

/** What `object` and `objectStream` may be told. */
export interface ObjectOptions<Given extends Schema = Schema> extends Omit<
  CompleteOptions,
  "responseFormat" | "toolChoice"
> {
  /** What the answer must fit: a schema of zod, valibot, arktype or any library that follows Standard Schema, or JSON Schema. */
  schema: Given;
  /** What the model is told that the answer is called. */
  name?: string;
  /** What the model is told that the answer is. */
  description?: string;
}

/** What came of an answer by schema, beside the turn itself. */
export interface ObjectResult<Value> {
  /** The answer as the schema gives it. */
  object: Value;
  /** The JSON that the model wrote, without anything around it. */
  json: string;
  /** How many requests it took. */
  requests: number;
}

/** A turn whose answer fits the schema. */
export type ObjectTurn<Value, Answer extends Turn = Turn> = Answer & ObjectResult<Value>;

/** A value of which something may still be missing, at any depth. */
export type Unfinished<Value> = Value extends readonly (infer Item)[]
  ? Unfinished<Item>[]
  : Value extends object
    ? { [Key in keyof Value]?: Unfinished<Value[Key]> }
    : Value;

/** An answer by schema while it comes: iterate it for what is there so far, await `object` for the whole. */
export interface ObjectStream<Value> extends EventStream<Unfinished<Value>, ObjectTurn<Value>> {
  /** The whole answer, checked. */
  readonly object: Promise<Value>;
}
