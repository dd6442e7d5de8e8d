/** A string literal that was read, or why it could not be. */
export type DecodedString = { value: string; end: number } | { reason: string };

const OPENING = /([A-Za-z]{0,2})("""|'''|"|')/y;
/** What runs up to the next character with a meaning, by the quote. */
const PLAIN = new Map([
  ['"', /[^"\\\n]+/y],
  ["'", /[^'\\\n]+/y],
  ['"""', /[^"\\]+/y],
  ["'''", /[^'\\]+/y],
]);
const NUMERIC = /x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})/y;
const simple: Record<string, string> = {
  "\n": "",
  "\\": "\\",
  "'": "'",
  '"': '"',
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** Reads the Python string literal that begins at a place of the text; undefined when none does. */
export function decodePythonString(text: string, start: number): DecodedString | undefined {
  const head = matchAt(OPENING, text, start);
  const [all = "", prefix = "", quote = ""] = head ?? [];
  const plainRun = PLAIN.get(quote);
  if (!plainRun) return undefined;
  if (!/^[rRuU]?$/.test(prefix)) return { reason: "bytes and formatted strings are not supported" };
  const isRaw = prefix.toLowerCase() === "r";
  const parts: string[] = [];
  let at = start + all.length;
  for (;;) {
    const run = matchAt(plainRun, text, at)?.[0];
    if (run !== undefined) {
      parts.push(run);
      at += run.length;
    } else if (text.startsWith(quote, at)) {
      return { value: parts.join(""), end: at + quote.length };
    } else if (text.charAt(at) === "\\") {
      const escape = isRaw ? rawEscape(text, at) : readEscape(text, at);
      if ("reason" in escape) return escape;
      parts.push(escape.value);
      at = escape.end;
    } else if (quote.length === 3 && at < text.length) {
      // A quote that is no closing one.
      parts.push(text.charAt(at));
      at += 1;
    } else {
      return { reason: "a string is not closed" };
    }
  }
}

function rawEscape(text: string, at: number): DecodedString {
  return { value: text.slice(at, at + 2), end: at + 2 };
}

function readEscape(text: string, at: number): DecodedString {
  const letter = text.charAt(at + 1);
  const value = simple[letter];
  if (value !== undefined) return { value, end: at + 2 };
  const found = matchAt(NUMERIC, text, at + 1);
  if (found) {
    const [digits, two, four, eight, octal] = found;
    const code =
      octal === undefined ? Number.parseInt(two ?? four ?? eight ?? "", 16) : Number.parseInt(octal, 8);
    if (code > 0x10_ff_ff) return { reason: "an escape names no character" };
    return { value: String.fromCodePoint(code), end: at + 1 + digits.length };
  }
  if ("xuU".includes(letter)) return { reason: "an escape is cut short" };
  if (letter === "N") return { reason: "characters by name are not supported" };
  // Python keeps a backslash that begins no escape.
  return { value: "\\", end: at + 1 };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
