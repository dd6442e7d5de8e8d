/** Files of `NAME=value` lines. */
import { ConfigurationError } from "../provider/errors.js";
import { readText } from "../system/read-text.js";

const SIZE_LIMIT = 1024 * 1024;

/** The variables of an env file; see `parseEnvFile`. */
export async function readEnvFile(file: string): Promise<Record<string, string>> {
  return parseEnvFile(await readText(file, SIZE_LIMIT), file);
}

/**
 * Lines of `NAME=value`, as shells and the usual tools read them: `export` before the name, `#` comments, single quotes
 * (taken as they are), double quotes (with `\n \r \t \" \\ \$`); a quoted value may span lines. Nothing is expanded; the
 * last of several equal names counts. All faults are reported at once, by line, and no message repeats what the file
 * says, because it may be a secret.
 */
export function parseEnvFile(text: string, file: string): Record<string, string> {
  const source = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const variables = new Map<string, string>();
  const faults: string[] = [];
  let position = 0;
  let line = 1;

  while (position < source.length) {
    const entry = readEntry(source, position);
    if (typeof entry.result === "string") faults.push(`${file}:${line}: ${entry.result}`);
    else if (entry.result) variables.set(entry.result.name, entry.result.value);
    for (
      let at = source.indexOf("\n", position);
      at !== -1 && at < entry.end;
      at = source.indexOf("\n", at + 1)
    )
      line += 1;
    position = entry.end;
  }
  if (faults.length > 0) throw new ConfigurationError(faults.join("\n"));
  return Object.fromEntries(variables);
}

interface Entry {
  /** Undefined for a blank line or a comment; text is the reason of a fault. */
  result: { name: string; value: string } | string | undefined;
  /** Where the next line begins. */
  end: number;
}

const BLANK = /[^\S\n]*(?:#[^\n]*)?(?:\n|$)/y;
const ASSIGNMENT = /[^\S\n]*(?:export[^\S\n]+)?([A-Za-z_][A-Za-z0-9_]*)[^\S\n]*=[^\S\n]*/y;
const BARE = /(?:(?!\s#)[^\n])*/y;
const DOUBLE_QUOTED = /"((?:[^"\\]|\\[^])*)"/y;
const SINGLE_QUOTED = /'([^']*)'/y;

function readEntry(source: string, start: number): Entry {
  const empty = matchAt(BLANK, source, start);
  if (empty) return { result: undefined, end: start + empty[0].length };

  const end = lineEnd(source, start);
  const head = matchAt(ASSIGNMENT, source, start);
  if (!head) return { result: explainHead(source.slice(start, end)), end };

  const name = head[1] ?? "";
  const at = start + head[0].length;
  const quote = source[at];
  if (quote !== '"' && quote !== "'") {
    const value = quote === "#" ? "" : (matchAt(BARE, source, at)?.[0] ?? "").trim();
    return value.includes("\0")
      ? { result: "the value holds a NUL character: is this a text file?", end }
      : { result: { name, value }, end };
  }

  const quoted = matchAt(quote === '"' ? DOUBLE_QUOTED : SINGLE_QUOTED, source, at);
  if (!quoted) {
    return { result: `the value of ${name} opens a ${quote} that is never closed`, end: source.length };
  }
  const rest = matchAt(BLANK, source, at + quoted[0].length);
  if (!rest) {
    const next = lineEnd(source, at + quoted[0].length);
    return { result: `the value of ${name} goes on after its closing ${quote}`, end: next };
  }
  const inner = quoted[1] ?? "";
  const value =
    quote === '"'
      ? inner.replaceAll(/\\([nrt"\\$])/g, (_, letter: string) => escapes[letter] ?? letter)
      : inner;
  return { result: { name, value }, end: at + quoted[0].length + rest[0].length };
}

const escapes: Record<string, string> = { n: "\n", r: "\r", t: "\t" };

function explainHead(line: string): string {
  return line.includes("=")
    ? "the part before = is not a variable name (letters, digits and _, not beginning with a digit)"
    : "no = found; write NAME=value";
}

function matchAt(pattern: RegExp, source: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(source);
}

function lineEnd(source: string, position: number): number {
  const found = source.indexOf("\n", position);
  return found === -1 ? source.length : found + 1;
}
