/** Link reference definitions: `[label]: address "title"`. */

export interface Reference {
  readonly address: string;
}

const LABEL = /\[((?:[^[\]\\]|\\[^]){1,999})\]/y;
const SPACE_ONE_NEWLINE = /[ \t]*(?:\n[ \t]*)?/y;
const LINE_END = /[ \t]*(?:\n|$)/y;

/** Labels are compared without regard to case and to how their words are separated. */
export const normalLabel = (label: string): string =>
  label.trim().replaceAll(/\s+/g, " ").toLowerCase().toUpperCase();

/** Where a pattern that begins exactly here ends; -1 when it does not match. */
export function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** The address that begins here, and where it ends. */
export function parseDestination(text: string, at: number): { address: string; end: number } | undefined {
  if (text[at] === "<") {
    const end = matchEnd(/<(?:[^<>\n\\]|\\[^\n])*>/y, text, at);
    return end < 0 ? undefined : { address: text.slice(at + 1, end - 1), end };
  }
  let depth = 0;
  let end = at;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code <= 0x20 || code === 0x7f) break;
    if (code === 0x5c) {
      if (end + 1 < text.length && text.charCodeAt(end + 1) > 0x20) end += 1;
    } else if (code === 0x28) {
      depth += 1;
      if (depth > 32) return undefined;
    } else if (code === 0x29) {
      if (depth === 0) break;
      depth -= 1;
    }
  }
  return depth === 0 ? { address: text.slice(at, end), end } : undefined;
}

const TITLE = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\((?:[^()\\]|\\[^])*\)/y;

/** Where the title that begins here ends; -1 when there is none. A title holds no empty line. */
export function titleEnd(text: string, at: number): number {
  const end = matchEnd(TITLE, text, at);
  return end >= 0 && /\n[ \t]*\n/.test(text.slice(at, end)) ? -1 : end;
}

export interface Definition extends Reference {
  readonly label: string;
  /** How much of the text it takes, with its line end. */
  readonly length: number;
  /** A title could still follow on the next line. */
  readonly mayGoOn: boolean;
}

/** The definition that the text begins with; "unfinished" when the next line may complete it. */
export function parseDefinition(text: string): Definition | "unfinished" | undefined {
  if (!text.startsWith("[")) return undefined;
  const labelEnd = matchEnd(LABEL, text, 0);
  if (labelEnd < 0) return /^\[(?:[^[\]\\]|\\[^]?){0,999}$/.test(text) ? "unfinished" : undefined;
  const label = text.slice(1, labelEnd - 1);
  if (text[labelEnd] !== ":" || label.trim() === "") return undefined;
  const start = matchEnd(SPACE_ONE_NEWLINE, text, labelEnd + 1);
  if (start >= text.length) return "unfinished";
  const destination = parseDestination(text, start);
  if (!destination || (destination.address === "" && text[start] !== "<")) return undefined;
  const { address, end } = destination;
  const lineEnd = matchEnd(LINE_END, text, end);
  const plain =
    lineEnd < 0 ? undefined : { label, address, length: lineEnd, mayGoOn: lineEnd >= text.length };
  const titleStart = matchEnd(SPACE_ONE_NEWLINE, text, end);
  if (titleStart === end || !/["'(]/.test(text.charAt(titleStart))) return plain;
  const closed = titleEnd(text, titleStart);
  if (closed < 0) return /\n[ \t]*$/.test(text) && plain ? plain : unfinishedTitle(text, titleStart, plain);
  const titleLineEnd = matchEnd(LINE_END, text, closed);
  return titleLineEnd < 0 ? plain : { label, address, length: titleLineEnd, mayGoOn: false };
}

/** A title that is open at the end of the text may be closed by a later line. */
function unfinishedTitle(text: string, start: number, plain: Definition | undefined) {
  const closer = { '"': '"', "'": "'", "(": ")" }[text.charAt(start)] ?? "";
  return text.slice(start + 1).includes(closer) ? plain : "unfinished";
}
