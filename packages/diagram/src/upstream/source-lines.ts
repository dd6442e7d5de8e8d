/** Line numbers of Mermaid's parsers, turned into those of the source as it was written. */
import { detectKind } from "../kinds.js";

/** A text with the number of the source line that each of its characters came from. */
interface TracedText {
  readonly text: string;
  readonly lines: readonly number[];
}

/** Blank lines at the start, after which Mermaid would not see front matter. */
export const LEADING_BLANK_LINES = /^(?:[^\S\n\r]*\r?\n)+/g;

const LEADING_SPACE = /^\s+/g;
const COMMENTS = /^\s*%%(?!\{)[^\n]+\n?/gm;

/** Kinds whose parsers are given the comments as well. */
const KEEPS_COMMENTS: ReadonlySet<string | null> = new Set(["agentflow", "eventmodeling"]);

const REMOVALS: readonly RegExp[] = [
  LEADING_BLANK_LINES,
  /^([^\S\n\r]*)-{3}\s*[\n\r](.*?)[\n\r]\1-{3}\s*[\n\r]+/gs, // front matter
  /%{2}\{\s*(?:\w+\s*:|\w+)\s*(?:\w+|(?:(?!\}%{2}).|\r?\n)*)?\s*(?:\}%{2})?/gi, // directives
  COMMENTS,
  LEADING_SPACE,
];

function remove({ text, lines }: TracedText, pattern: RegExp): TracedText {
  let kept = "";
  const keptLines: number[] = [];
  let from = 0;
  const keep = (to: number): void => {
    kept += text.slice(from, to);
    for (let index = from; index < to; index += 1) keptLines.push(lines[index] ?? 0);
  };
  for (const match of text.matchAll(pattern)) {
    keep(match.index);
    from = match.index + match[0].length;
  }
  keep(text.length);
  return { text: kept, lines: keptLines };
}

/**
 * Mermaid takes front matter, directives and comments out before it parses, so its line numbers count what is left.
 * This gives the line in the source as it was written.
 */
export function originalLine(source: string, parsedLine: number): number {
  const text = source.replace(/\r\n?/g, "\n");
  const lines: number[] = [];
  let number = 1;
  for (const char of text) {
    for (let unit = 0; unit < char.length; unit += 1) lines.push(number);
    if (char === "\n") number += 1;
  }
  const keepsComments = KEEPS_COMMENTS.has(detectKind(source));
  const removals = keepsComments
    ? REMOVALS.filter((one) => one !== COMMENTS && one !== LEADING_SPACE)
    : REMOVALS;
  const traced = removals.reduce(remove, { text, lines });
  let at = 0;
  for (let line = 1; line < parsedLine; line += 1) {
    const end = traced.text.indexOf("\n", at);
    if (end < 0) break;
    at = end + 1;
  }
  return traced.lines[at] ?? Math.min(number, Math.max(1, traced.lines.at(-1) ?? 1));
}
