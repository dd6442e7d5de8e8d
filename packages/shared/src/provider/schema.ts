/**
 * What a schema is: something that says which values it takes, as data and by trying one. `settings/kinds` makes them; whatever has
 * the same form will do.
 */

/** What is wrong with a value, and where in it. */
export type Issue = { path: readonly PropertyKey[]; message: string } & (
  | { code: "invalid_type"; expected: string }
  | { code: "invalid_value"; values: readonly (string | number | boolean | null)[] }
  | { code: "invalid_union"; errors: readonly (readonly Issue[])[] }
  | { code: "too_small"; origin: string; minimum: number; inclusive: boolean }
  | { code: "too_big"; origin: string; maximum: number; inclusive: boolean }
  | { code: "unrecognized_keys"; keys: readonly string[] }
  | { code: "custom" }
);

export type Parsed<Output> =
  | { success: true; data: Output }
  | { success: false; error: { issues: readonly Issue[] } };

/** A schema as data. Which fields there are depends on the type. */
export interface SchemaDefinition {
  type: string;
  /** Of `optional`, `nullable`, `default` and `prefault`: what they are put around. */
  innerType?: Schema;
  defaultValue?: unknown;
  /** Of an object: its keys, and what further ones hold; `never` refuses them. */
  shape?: Readonly<Record<string, Schema>>;
  catchall?: Schema;
  /** Of a record, a list, a union, and of what has only certain values. */
  keyType?: Schema;
  valueType?: Schema;
  element?: Schema;
  options?: readonly Schema[];
  values?: readonly (string | number | boolean | null)[];
  /** Of a number: its bounds, and whether it is whole. */
  minimum?: number;
  maximum?: number;
  isWhole?: boolean;
}

export interface Schema<Output = unknown> {
  readonly def: SchemaDefinition;
  readonly description?: string | undefined;
  safeParse(value: unknown): Parsed<Output>;
  /** The value as the schema reads it; throws what is wrong with it. */
  parse(value: unknown): Output;
}

/** What a schema makes of a value. */
export type OutputOf<Kind extends Schema> = Kind extends Schema<infer Output> ? Output : never;
