/**
 * Python literals as data, for models that write tool arguments in Python's notation. Takes what `ast.literal_eval` takes,
 * as far as JSON can hold it; nothing is ever evaluated.
 *
 * What becomes of Python's own kinds: tuples and sets become arrays (equal members of a set once, in the order written). A
 * dictionary's keys are strings, or integers, which become their digits; other keys are refused, and so are two keys that
 * become the same text. Refused as well, because JSON has no such value: bytes, complex numbers, `...`, infinite floats, and
 * integers beyond 2^53 - 1, which would silently become other integers. `\N{…}` and f-strings are not read.
 */
import { decodePythonString } from "./python-string.js";

export type PythonLiteral = { ok: true; value: unknown } | { ok: false; reason: string };

const LONGEST = 1_000_000;
const DEEPEST = 100;

/** Parses one Python literal, with white space and comments around it. */
export function parsePythonLiteral(text: string): PythonLiteral {
  if (text.length > LONGEST) return { ok: false, reason: `is longer than ${LONGEST} characters` };
  if (text.includes("\0")) return { ok: false, reason: "holds a NUL character" };
  const parser = new Parser(text.replaceAll(/\r\n?/g, "\n"));
  try {
    return { ok: true, value: toJson(parser.parse()) };
  } catch (error) {
    if (error instanceof NotALiteral) return { ok: false, reason: error.message };
    throw error;
  }
}

class NotALiteral extends Error {}

type Literal =
  | { kind: "string"; value: string }
  /** A sign may stand once before a number, and not before `True`. */
  | { kind: "number"; value: number; isInteger: boolean; isSigned: boolean }
  | { kind: "constant"; value: boolean | null }
  | { kind: "list" | "tuple" | "set"; items: Literal[] }
  | { kind: "dictionary"; entries: Map<string, { kind: string; value: Literal }> };

const CONSTANTS = new Map<string, boolean | null>([
  ["True", true],
  ["False", false],
  ["None", null],
]);

const DIGITS = "[0-9](?:_?[0-9])*";
const RADIX_INTEGER = /0(?:[xX](?:_?[0-9a-fA-F])+|[oO](?:_?[0-7])+|[bB](?:_?[01])+)/y;
const float = new RegExp(
  `(?:${DIGITS}\\.(?:${DIGITS})?|\\.${DIGITS})(?:[eE][+-]?${DIGITS})?|${DIGITS}[eE][+-]?${DIGITS}`,
  "y",
);
const INTEGER = /[1-9](?:_?[0-9])*|0(?:_?0)*/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;

class Parser {
  readonly #text: string;
  #at = 0;
  /** Open brackets; inside them a line end is white space. */
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): Literal {
    this.#skip(true);
    const first = this.#value();
    const literal: Literal = this.#peek(",") ? { kind: "tuple", items: [first, ...this.#more("")] } : first;
    this.#skip(true);
    if (this.#at < this.#text.length) this.#fail("the text goes on after the value");
    return literal;
  }

  #value(): Literal {
    const sign = this.#take("-") ? -1 : this.#take("+") ? 1 : undefined;
    const literal = this.#atom();
    if (sign === undefined) return literal;
    if (literal.kind !== "number" || literal.isSigned) return this.#fail("a sign must stand before a number");
    // Integers have no negative zero.
    const value = literal.isInteger && literal.value === 0 ? 0 : sign * literal.value;
    return { ...literal, value, isSigned: true };
  }

  #atom(): Literal {
    if (this.#take("[")) return this.#nested(() => ({ kind: "list", items: this.#items("]") }));
    if (this.#take("(")) return this.#nested(() => this.#parentheses());
    if (this.#take("{")) return this.#nested(() => this.#braces());
    return this.#string() ?? this.#number() ?? this.#word();
  }

  #nested(parse: () => Literal): Literal {
    this.#depth += 1;
    if (this.#depth > DEEPEST) this.#fail("is nested too deeply");
    const literal = parse();
    this.#depth -= 1;
    return literal;
  }

  /** Values up to the closing bracket. */
  #items(close: string): Literal[] {
    if (this.#take(close)) return [];
    const first = this.#value();
    return [first, ...this.#more(close)];
  }

  /** What follows the first value: `, value` any number of times, and perhaps one comma more. */
  #more(close: string): Literal[] {
    const items: Literal[] = [];
    const isClosed = () => (close === "" ? this.#isAtEnd() : this.#take(close));
    while (!isClosed()) {
      this.#expect(",");
      if (isClosed()) break;
      items.push(this.#value());
    }
    return items;
  }

  #parentheses(): Literal {
    if (this.#take(")")) return { kind: "tuple", items: [] };
    const first = this.#value();
    return this.#take(")") ? first : { kind: "tuple", items: [first, ...this.#more(")")] };
  }

  #braces(): Literal {
    if (this.#take("}")) return { kind: "dictionary", entries: new Map() };
    const first = this.#value();
    if (this.#peek(":")) return this.#dictionary(first);
    const members = new Map<string, Literal>();
    for (const item of [first, ...this.#more("}")]) {
      const identity = this.#identity(item);
      // Of equal members Python keeps the one that came first.
      if (!members.has(identity)) members.set(identity, item);
    }
    return { kind: "set", items: [...members.values()] };
  }

  #dictionary(firstKey: Literal): Literal {
    const entries = new Map<string, { kind: string; value: Literal }>();
    for (let key = firstKey; ; key = this.#value()) {
      this.#expect(":");
      const value = this.#value();
      if (key.kind !== "string" && !(key.kind === "number" && key.isInteger)) {
        return this.#fail("only strings and integers can be keys");
      }
      const text = String(key.value);
      const earlier = entries.get(text);
      if (earlier && earlier.kind !== key.kind) this.#fail("two keys become the same text");
      entries.set(text, { kind: key.kind, value });
      if (this.#take("}")) break;
      this.#expect(",");
      if (this.#take("}")) break;
    }
    return { kind: "dictionary", entries };
  }

  /** Equal for values that Python calls equal; what Python cannot hash cannot be in a set. */
  #identity(literal: Literal): string {
    if (literal.kind === "string") return JSON.stringify(literal.value);
    if (literal.kind === "number") return String(literal.value + 0);
    if (literal.kind === "constant") return literal.value === null ? "None" : String(Number(literal.value));
    if (literal.kind === "tuple") return `(${literal.items.map((item) => this.#identity(item)).join(",")})`;
    return this.#fail("lists, sets and dictionaries cannot be members of a set");
  }

  /** One string, or several in a row, which are one. */
  #string(): Literal | undefined {
    const parts: string[] = [];
    for (;;) {
      const part = decodePythonString(this.#text, this.#at);
      if (!part) break;
      if ("reason" in part) return this.#fail(part.reason);
      parts.push(part.value);
      this.#at = part.end;
      this.#skip(this.#depth > 0);
    }
    return parts.length > 0 ? { kind: "string", value: parts.join("") } : undefined;
  }

  #number(): Literal | undefined {
    const fraction = this.#match(float);
    const source = fraction ?? this.#match(RADIX_INTEGER) ?? this.#match(INTEGER);
    if (source === undefined) return undefined;
    if (/[0-9A-Za-z_]/.test(this.#text.charAt(this.#at))) this.#fail("not a number JSON can hold");
    const value = Number(source.replaceAll("_", ""));
    const isInteger = fraction === undefined;
    if (isInteger ? !Number.isSafeInteger(value) : !Number.isFinite(value))
      this.#fail("the number is too large");
    this.#skip(this.#depth > 0);
    return { kind: "number", value, isInteger, isSigned: false };
  }

  #word(): Literal {
    const word = this.#match(NAME);
    if (word === undefined)
      return this.#fail(this.#isAtEnd() ? "a value is missing" : "no value begins here");
    const value = CONSTANTS.get(word);
    if (value === undefined && word !== "set")
      return this.#fail("names, calls and prefixed strings are no literals");
    this.#skip(this.#depth > 0);
    if (value !== undefined) return { kind: "constant", value };
    // Python has no other way to write an empty set.
    this.#expect("(");
    return this.#nested(() => {
      this.#expect(")");
      return { kind: "set", items: [] };
    });
  }

  #isAtEnd(): boolean {
    const rest = this.#text.charAt(this.#at);
    return rest === "" || rest === "\n";
  }

  #peek(sign: string): boolean {
    return this.#text.charAt(this.#at) === sign;
  }

  /** Takes a sign if it is next, and the white space behind it. */
  #take(sign: string): boolean {
    if (!this.#peek(sign)) return false;
    this.#at += 1;
    // The depth changes with a bracket, but only after this: an opening one already makes line ends white space.
    const opens = "([{".includes(sign);
    const closes = ")]}".includes(sign);
    this.#skip(this.#depth + (opens ? 1 : 0) - (closes ? 1 : 0) > 0);
    return true;
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) this.#fail(`"${sign}" is missing`);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #skip(linesToo: boolean): void {
    for (;;) {
      const letter = this.#text.charAt(this.#at);
      if (letter === " " || letter === "\t" || letter === "\f" || (linesToo && letter === "\n")) {
        this.#at += 1;
      } else if (letter === "\\" && this.#text.charAt(this.#at + 1) === "\n") {
        this.#at += 2;
      } else if (letter === "#") {
        const end = this.#text.indexOf("\n", this.#at);
        this.#at = end === -1 ? this.#text.length : end;
      } else {
        return;
      }
    }
  }

  #fail(reason: string): never {
    throw new NotALiteral(`not a Python literal: ${reason} (character ${this.#at + 1})`);
  }
}

function toJson(literal: Literal): unknown {
  if (literal.kind === "dictionary") {
    return Object.fromEntries([...literal.entries].map(([key, { value }]) => [key, toJson(value)]));
  }
  return "items" in literal ? literal.items.map(toJson) : literal.value;
}
