/**
 * Reads JSON while it comes. Every character is looked at once: what is read so far is one value that grows in place, not a new one
 * for each piece. A text is in it as far as it has come; names, numbers and words only when they are complete.
 */

/** Deeper than any real answer; what nests deeper is not followed. */
const DEEPEST = 200;

type Container = Record<string, unknown> | unknown[];

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};
const WORDS = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

export class PartialJson {
  /** What has come so far; it grows. Undefined before the first bracket. */
  value: unknown;
  readonly #open: Container[] = [];
  /** The name that waits for its value, for each open object. */
  readonly #names: (string | undefined)[] = [];
  #state: "before" | "between" | "text" | "word" | "over" = "before";
  #token = "";
  /** The text ends in the first half of a character, which is not shown before the second. */
  #endsInHalf = false;
  /** An escape that has begun: what of it has come. */
  #escape: string | undefined;
  #isName = false;

  /** Reads on; true when the value has changed. */
  push(text: string): boolean {
    let changed = false;
    for (let place = 0; place < text.length && this.#state !== "over";) {
      if (this.#state === "text" && this.#escape === undefined) {
        // The plain part of a text at once.
        let end = place;
        while (end < text.length && text[end] !== '"' && text[end] !== "\\") end += 1;
        this.#append(text.slice(place, end));
        place = end;
        if (place === text.length) break;
      }
      changed = this.#read(text.charAt(place)) || changed;
      place += 1;
    }
    if (this.#state === "text" && !this.#isName && this.#token !== "") {
      this.#put(this.#endsInHalf ? this.#token.slice(0, -1) : this.#token);
      changed = true;
    }
    return changed;
  }

  #read(character: string): boolean {
    switch (this.#state) {
      case "before":
        return (character === "{" || character === "[") && this.#begin(character);
      case "text":
        return this.#escape === undefined ? this.#special(character) : this.#escaped(character);
      case "word":
        if (/[\w.+-]/.test(character)) {
          this.#token += character;
          return false;
        }
        this.#endWord();
        this.#between(character);
        return true;
      default:
        return this.#between(character);
    }
  }

  /** Between values: brackets, commas, colons, and the beginning of the next value. */
  #between(character: string): boolean {
    this.#state = "between";
    switch (character) {
      case "{":
      case "[":
        return this.#begin(character);
      case "}":
      case "]":
        this.#open.pop();
        this.#names.pop();
        if (this.#open.length === 0) this.#state = "over";
        else this.#forgetName();
        return true;
      case '"':
        this.#state = "text";
        this.#token = "";
        this.#endsInHalf = false;
        this.#isName = !Array.isArray(this.#open.at(-1)) && this.#names.at(-1) === undefined;
        if (!this.#isName) this.#place("");
        return false;
      default:
        if (!/[-\w]/.test(character)) return false;
        this.#state = "word";
        this.#token = character;
        return false;
    }
  }

  #begin(character: string): boolean {
    const container: Container = character === "{" ? {} : [];
    if (this.#open.length >= DEEPEST) {
      this.#state = "over";
      return false;
    }
    if (this.#open.length === 0) this.value = container;
    else this.#place(container);
    this.#open.push(container);
    this.#names.push(undefined);
    this.#state = "between";
    return true;
  }

  /** A quote that ends the text, or a backslash. */
  #special(character: string): boolean {
    if (character === "\\") {
      this.#escape = "";
      return false;
    }
    this.#state = "between";
    if (this.#isName) {
      this.#names[this.#names.length - 1] = this.#token;
      return false;
    }
    this.#put(this.#token);
    this.#forgetName();
    return true;
  }

  #escaped(character: string): boolean {
    this.#escape += character;
    const escape = this.#escape ?? "";
    if (escape.startsWith("u") && escape.length < 5) return false;
    const isCode = escape.startsWith("u");
    this.#append(
      isCode ? String.fromCharCode(Number.parseInt(escape.slice(1), 16) || 0) : (ESCAPES[escape] ?? ""),
    );
    this.#escape = undefined;
    return false;
  }

  /** More of a text. Its end is looked at here: to look at the end of the whole would copy it each time. */
  #append(text: string): void {
    if (text === "") return;
    this.#token += text;
    this.#endsInHalf = /[\ud800-\udbff]$/.test(text);
  }

  #endWord(): void {
    const number = Number(this.#token);
    if (WORDS.has(this.#token)) this.#place(WORDS.get(this.#token));
    else if (Number.isFinite(number)) this.#place(number);
    this.#forgetName();
  }

  /** A value in its place, for the first time. */
  #place(value: unknown): void {
    const container = this.#open.at(-1);
    if (Array.isArray(container)) container.push(value);
    else this.#put(value);
  }

  /** A value in the place that was made for it. */
  #put(value: unknown): void {
    const container = this.#open.at(-1);
    const name = this.#names.at(-1);
    if (Array.isArray(container)) container[container.length - 1] = value;
    // A property of that name would be another thing than the one that JSON means.
    else if (name === "__proto__" && container)
      Object.defineProperty(container, name, { value, enumerable: true, writable: true, configurable: true });
    else if (name !== undefined && container) container[name] = value;
  }

  #forgetName(): void {
    if (this.#names.length > 0) this.#names[this.#names.length - 1] = undefined;
  }
}
