/** Markdown inside a line: emphasis, code, links. */
import type { Style } from "../terminal/style.js";
import type { FormatterOutput } from "./formatter.js";

/**
 * A span that has not ended within this many characters is ordinary text. No decision looks further ahead, so
 * all of them come out the same whether the text arrives at once or bit by bit.
 */
const MAX_SPAN = 300;

/** Spans inside spans, no deeper than this. */
const MAX_DEPTH = 3;

/** Styles a complete line or table cell. */
export function renderInline(text: string, style: Style, depth = 0): string {
  let output = "";
  const append = (piece: string) => void (output += piece);
  scanInline(text, " ", style, true, { text: append, rendered: (piece) => append(piece.output) }, depth);
  return output;
}

/**
 * Styles code spans, strong and emphasised text and links in a piece of a line. `before` is the character that
 * the piece follows. Unless the line is `complete`, a span that has not ended yet is given back.
 */
export function scanInline(
  text: string,
  before: string,
  style: Style,
  complete: boolean,
  out: FormatterOutput,
  depth = 0,
): string {
  let position = 0;
  while (position < text.length) {
    SPECIAL.lastIndex = position;
    const at = SPECIAL.exec(text)?.index ?? text.length;
    if (at > position) out.text(text.slice(position, at));
    if (at === text.length) break;
    const window = text.slice(at, at + MAX_SPAN);
    const isWhole = complete || window.length === MAX_SPAN;
    const previous = at === 0 ? before : text.charAt(at - 1);
    const span = matchSpan({ window, isWhole, previous, style, depth });
    if (span === "unfinished" && !isWhole) return text.slice(at);
    const { length, output, plain } = span === "unfinished" ? literal(runAt(window, 0)) : span;
    if (plain) out.text(output);
    else out.rendered({ output });
    position = at + length;
  }
  return "";
}

const SPECIAL = /[*_`[\\]/g;

interface Place {
  /** The text from the special character on. */
  readonly window: string;
  /** Whether nothing can be learned by waiting for more text. */
  readonly isWhole: boolean;
  readonly previous: string;
  readonly style: Style;
  readonly depth: number;
}

interface Span {
  readonly length: number;
  readonly output: string;
  readonly plain?: boolean;
}

const literal = (text: string): Span => ({ length: text.length, output: text, plain: true });

function matchSpan(place: Place): Span | "unfinished" {
  switch (place.window[0]) {
    case "\\":
      return matchEscape(place);
    case "`":
      return matchCode(place);
    case "[":
      return matchLink(place);
    default:
      return matchEmphasis(place);
  }
}

function matchEscape({ window }: Place): Span | "unfinished" {
  const next = window[1];
  if (next === undefined) return "unfinished";
  return /[\\`*_[\]#|<>~]/.test(next) ? { length: 2, output: next, plain: true } : literal("\\");
}

function matchCode({ window, isWhole, style }: Place): Span | "unfinished" {
  const marker = runAt(window, 0);
  const end = findRun(window, marker, isWhole);
  if (end < 0) return "unfinished";
  const content = window.slice(marker.length, end).replace(/^ (.*[^ ].*) $/, "$1");
  return { length: end + marker.length, output: style.cyan(content) };
}

const LINK = /^\[([^[\]\n]+)\]\(((?:[^()\s]|\([^()\s]*\))+)\)/;
const LINK_BEGINNING = /^\[[^[\]\n]*(?:\](?:\((?:[^()\s]|\([^()\s]*\))*(?:\([^()\s]*)?)?)?$/;

function matchLink({ window, style, depth }: Place): Span | "unfinished" {
  const match = LINK.exec(window);
  if (!match) return LINK_BEGINNING.test(window) ? "unfinished" : literal("[");
  const [whole, label = "", address = ""] = match;
  // The address is always shown: a label alone could claim to lead elsewhere.
  const shown = label === address ? "" : style.dim(` (${address})`);
  return { length: whole.length, output: style.underline(nested(label, style, depth)) + shown };
}

function matchEmphasis(place: Place): Span | "unfinished" {
  const { window, isWhole, previous, style, depth } = place;
  const marker = runAt(window, 0);
  if (marker.length === window.length && !isWhole) return "unfinished";
  const opens = marker.length <= 3 && !isWord(previous) && /^\S/.test(window.slice(marker.length));
  if (!opens) return literal(marker);
  let end = findRun(window, marker, isWhole);
  while (end > 0 && (/\s/.test(window.charAt(end - 1)) || isWord(window.charAt(end + marker.length)))) {
    end = findRun(window, marker, isWhole, end + marker.length);
  }
  if (end < 0) return "unfinished";
  const content = nested(window.slice(marker.length, end), style, depth);
  const strong = marker.length > 1 ? style.bold(content) : content;
  return { length: end + marker.length, output: marker.length === 2 ? strong : style.italic(strong) };
}

const nested = (text: string, style: Style, depth: number) =>
  depth < MAX_DEPTH ? renderInline(text, style, depth + 1) : text;

const isWord = (character: string) => /[\p{L}\p{N}]/u.test(character);

/** Finds the next run exactly like `marker`; -1 also when it touches the end and may yet grow. */
function findRun(window: string, marker: string, isWhole: boolean, from = marker.length): number {
  for (let at = window.indexOf(marker, from); at >= 0;) {
    const run = runAt(window, at);
    if (at + run.length === window.length && !isWhole) return -1;
    if (run.length === marker.length) return at;
    at = window.indexOf(marker, at + run.length);
  }
  return -1;
}

/** The run of one repeated character that begins here. */
function runAt(text: string, at: number): string {
  let end = at + 1;
  while (text[end] === text[at]) end += 1;
  return text.slice(at, end);
}
