/**
 * The language in which settings are described: text, numbers, lists, maps and what is made of them.
 *
 * It says what the schema libraries say, in their words, and no more than settings need: loading one of them cost more processor
 * time than asking a whole question.
 */
import type { Issue, OutputOf } from "../provider/schema.js";
import { isRecord } from "../provider/untrusted.js";
import { failed, isOfType, Kind, type Path, wrongType } from "./kind.js";

export { Kind };

const tooSmall = (path: Path, origin: string, minimum: number, inclusive = true): Issue => ({
  code: "too_small",
  origin,
  minimum,
  inclusive,
  path,
  message: "Too small",
});
const tooBig = (path: Path, origin: string, maximum: number): Issue => ({
  code: "too_big",
  origin,
  maximum,
  inclusive: true,
  path,
  message: "Too big",
});

/** What has a length. */
class LongKind<Output extends { length: number }> extends Kind<Output> {
  min(least: number): this {
    const { type } = this.def;
    return this.check(
      ({ length }, path, issues) => void (length < least && issues.push(tooSmall(path, type, least))),
    );
  }

  max(most: number): this {
    const { type } = this.def;
    return this.check(
      ({ length }, path, issues) => void (length > most && issues.push(tooBig(path, type, most))),
    );
  }
}

export class TextKind extends LongKind<string> {
  regex(pattern: RegExp, { error }: { error: string } = { error: "Invalid text" }): this {
    return this.refine((text) => pattern.test(text), { error });
  }

  trim(): this {
    return this.check((text) => text.trim());
  }
}

export class NumberKind extends Kind<number> {
  min(minimum: number): this {
    return this.check(
      (value, path, issues) => void (value < minimum && issues.push(tooSmall(path, "number", minimum))),
      { minimum },
    );
  }

  max(maximum: number): this {
    return this.check(
      (value, path, issues) => void (value > maximum && issues.push(tooBig(path, "number", maximum))),
      { maximum },
    );
  }

  nonnegative(): this {
    return this.min(0);
  }

  positive(): this {
    return this.check(
      (value, path, issues) => void (value <= 0 && issues.push(tooSmall(path, "number", 0, false))),
      { minimum: 0 },
    );
  }
}

export const string = (): TextKind =>
  new TextKind({ type: "string" }, (value, path, issues) =>
    typeof value === "string" ? value : wrongType(issues, path, "string"),
  );

export const number = (): NumberKind =>
  new NumberKind({ type: "number" }, (value, path, issues) =>
    Number.isFinite(value) ? (value as number) : wrongType(issues, path, "number"),
  );

/** A whole number that is kept exactly. */
export const int = (): NumberKind =>
  new NumberKind({ type: "number", isWhole: true }, (value, path, issues) => {
    if (!Number.isFinite(value)) return wrongType(issues, path, "number");
    return Number.isSafeInteger(value) ? (value as number) : wrongType(issues, path, "int");
  });

export const boolean = (): Kind<boolean> =>
  new Kind({ type: "boolean" }, (value, path, issues) =>
    typeof value === "boolean" ? value : wrongType(issues, path, "boolean"),
  );

/** Anything at all. */
export const unknown = (): Kind<unknown> => new Kind({ type: "unknown" }, (value) => value);

const never = new Kind<never>({ type: "never" }, (_value, path, issues) => wrongType(issues, path, "never"));

/** Whatever passes a check of one's own. */
export const custom = <Output>(accepts: (value: unknown) => boolean): Kind<Output> =>
  new Kind({ type: "custom" }, (value, path, issues) =>
    accepts(value) ? (value as Output) : failed(issues, { code: "custom", path, message: "Invalid value" }),
  );

function oneOf<const Value extends string | number | boolean | null>(values: readonly Value[]): Kind<Value> {
  return new Kind({ type: "enum", values }, (value, path, issues) =>
    values.some((known) => known === value)
      ? (value as Value)
      : failed(issues, { code: "invalid_value", values, path, message: "Invalid value" }),
  );
}
export { oneOf as enum };

export const literal = <const Value extends string | number | boolean | null>(value: Value): Kind<Value> =>
  oneOf([value]);

export function array<Item>(element: Kind<Item>): LongKind<Item[]> {
  return new LongKind({ type: "array", element }, (value, path, issues) =>
    Array.isArray(value)
      ? value.map((item, place) => element.read(item, [...path, place], issues))
      : wrongType(issues, path, "array"),
  );
}

/** The first branch that takes the value. */
export function union<const Options extends readonly Kind<unknown>[]>(
  options: Options,
): Kind<OutputOf<Options[number]>> {
  return new Kind({ type: "union", options }, (value, path, issues) => {
    const errors: Issue[][] = [];
    for (const option of options) {
      const found: Issue[] = [];
      const read = option.read(value, [], found);
      if (found.length === 0) return read as OutputOf<Options[number]>;
      errors.push(found);
    }
    // A value of one branch's type is told what that branch has against it.
    const near = errors.filter((found) => found.every(isOfType));
    const [only] = near;
    if (only && near.length === 1) {
      issues.push(...only.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
      return undefined as never;
    }
    return failed(issues, { code: "invalid_union", errors, path, message: "Invalid input" });
  });
}

/** A map whose keys are not known beforehand. */
export function record<Value>(keyType: Kind<string>, valueType: Kind<Value>): Kind<Record<string, Value>> {
  return new Kind({ type: "record", keyType, valueType }, (value, path, issues) => {
    if (!isRecord(value)) return wrongType(issues, path, "record");
    const entries = Object.entries(value).filter(([key]) => key !== "__proto__");
    return Object.fromEntries(
      entries.map(([key, item]) => {
        const place = [...path, key];
        keyType.read(key, place, issues);
        return [key, valueType.read(item, place, issues)];
      }),
    );
  });
}

type Shape = Readonly<Record<string, Kind<unknown>>>;
type Simplified<Type> = { [Key in keyof Type]: Type[Key] };
type MayLack<Fields extends Shape> = {
  [Key in keyof Fields]: undefined extends OutputOf<Fields[Key]> ? Key : never;
}[keyof Fields];
/** What an object schema gives: keys that may be undefined may be missing. */
type ObjectOutput<Fields extends Shape> = Simplified<
  { -readonly [Key in Exclude<keyof Fields, MayLack<Fields>>]: OutputOf<Fields[Key]> } & {
    -readonly [Key in MayLack<Fields>]?: OutputOf<Fields[Key]>;
  }
>;

function objectOf<Output>(shape: Shape, further: "refused" | "kept" | "dropped") {
  const catchall = { refused: never, kept: unknown(), dropped: undefined }[further];
  return new Kind<Output>({ type: "object", shape, ...(catchall && { catchall }) }, (value, path, issues) => {
    if (!isRecord(value)) return wrongType(issues, path, "object");
    const read: Record<string, unknown> = {};
    for (const [key, field] of Object.entries(shape)) {
      const given = Object.hasOwn(value, key) ? value[key] : undefined;
      const item = field.read(given, [...path, key], issues);
      if (item !== undefined || given !== undefined) read[key] = item;
    }
    const others = Object.keys(value).filter((key) => !Object.hasOwn(shape, key));
    if (further === "refused" && others.length > 0)
      issues.push({ code: "unrecognized_keys", keys: others, path, message: "Unrecognized keys" });
    if (further === "kept") for (const key of others) if (key !== "__proto__") read[key] = value[key];
    return read as Output;
  });
}

/** A map with these keys and no others. */
export const strictObject = <Fields extends Shape>(shape: Fields): Kind<ObjectOutput<Fields>> =>
  objectOf(shape, "refused");

/** A map with these keys; others are kept as they are. */
export const looseObject = <Fields extends Shape>(
  shape: Fields,
): Kind<ObjectOutput<Fields> & { [further: string]: unknown }> => objectOf(shape, "kept");

/** A map with these keys; others are left out. */
export const object = <Fields extends Shape>(shape: Fields): Kind<ObjectOutput<Fields>> =>
  objectOf(shape, "dropped");
