/** A schema of ours: data that programs read, and a check that names everything wrong at once without repeating a value. */
import type { Issue, Parsed, Schema, SchemaDefinition } from "../provider/schema.js";

export type Path = readonly PropertyKey[];
/** Reads a value; what is wrong with it is added to the issues. */
export type Reader<Output> = (value: unknown, path: Path, issues: Issue[]) => Output;
/** Looks at a value that has the right type already. */
type Check<Output> = (value: Output, path: Path, issues: Issue[]) => Output | void;

/** What a failed value is read as: nobody sees it, since there are issues. */
export const failed = (issues: Issue[], issue: Issue): never => {
  issues.push(issue);
  return undefined as never;
};
export const wrongType = (issues: Issue[], path: Path, expected: string): never =>
  failed(issues, { code: "invalid_type", expected, path, message: "Invalid type" });

/** Whether a value with this issue may still be of the type that was wanted. */
export const isOfType = ({ code }: Issue) =>
  code !== "invalid_type" && code !== "invalid_value" && code !== "invalid_union";

export class Kind<Output> implements Schema<Output> {
  readonly def: SchemaDefinition;
  readonly description: string | undefined;
  readonly read: Reader<Output>;

  constructor(def: SchemaDefinition, read: Reader<Output>, description?: string) {
    this.def = def;
    this.read = read;
    this.description = description;
  }

  safeParse(value: unknown): Parsed<Output> {
    const issues: Issue[] = [];
    const data = this.read(value, [], issues);
    return issues.length === 0 ? { success: true, data } : { success: false, error: { issues } };
  }

  parse(value: unknown): Output {
    const result = this.safeParse(value);
    if (result.success) return result.data;
    const places = result.error.issues.map(({ path, message }) => `${path.join(".") || "it"}: ${message}`);
    throw new TypeError(`The value does not fit its schema: ${places.join("; ")}.`);
  }

  describe(description: string): this {
    return remade(this, {}, this.read, description);
  }

  /** What it holds is checked further; `error` is said of what does not pass. */
  refine(accepts: (value: Output) => boolean, { error }: { error: string }): this {
    return this.check((value, path, issues) => {
      if (!accepts(value)) issues.push({ code: "custom", path, message: error });
    });
  }

  /** A further check, run on values of the right type. */
  check(check: Check<Output>, def: Partial<SchemaDefinition> = {}): this {
    return remade(this, def, (value, path, issues) => {
      const before = issues.length;
      const read = this.read(value, path, issues);
      if (!issues.slice(before).every(isOfType)) return read;
      return check(read, path, issues) ?? read;
    });
  }

  optional(): Kind<Output | undefined> {
    return around(this, "optional", (value, path, issues) =>
      value === undefined ? undefined : this.read(value, path, issues),
    );
  }

  nullable(): Kind<Output | null> {
    return around(this, "nullable", (value, path, issues) =>
      value === null ? null : this.read(value, path, issues),
    );
  }

  nullish(): Kind<Output | null | undefined> {
    return this.nullable().optional();
  }

  /** What holds where nothing is said. */
  default(defaultValue: Output): Kind<Output> {
    const read: Reader<Output> = (value, path, issues) =>
      value === undefined ? structuredClone(defaultValue) : this.read(value, path, issues);
    return new Kind({ type: "default", innerType: this, defaultValue }, read, this.description);
  }

  /** What is read where nothing is said, so that its own defaults hold. */
  prefault(value: unknown): Kind<Output> {
    return around(this, "prefault", (given, path, issues) =>
      this.read(given === undefined ? value : given, path, issues),
    );
  }
}

/** The same kind with another reading around it. */
function around<Other>(innerType: Kind<unknown>, type: string, read: Reader<Other>): Kind<Other> {
  return new Kind({ type, innerType }, read, innerType.description);
}

/** The same kind, methods of its own included, with something changed. */
function remade<Output, Same extends Kind<Output>>(
  kind: Same,
  def: Partial<SchemaDefinition>,
  read: Reader<Output>,
  description = kind.description,
): Same {
  const made: Same = Object.create(Object.getPrototypeOf(kind));
  return Object.assign(made, { def: { ...kind.def, ...def }, read, description });
}
