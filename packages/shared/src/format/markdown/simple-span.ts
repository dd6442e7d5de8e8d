/** The spans that a glance tells, which are most: code, and emphasis around nothing but words. */
import { MAX_SPAN, nextSpecial, type Unit } from "./inline.js";
import type { Theme } from "./theme.js";

const STAR = 0x2a;
const BACKTICK = 0x60;
const SLASH = 0x2f;
const PLAIN_SLASH: Unit = { length: 1, output: "/", isPlain: true };

/**
 * Reads the span that begins at a place; undefined where it takes a closer look. That a span goes on behind the text is
 * mostly told by a glance too: so it is with most pieces of a few characters.
 */
export function simpleSpan(
  text: string,
  at: number,
  before: string,
  isWhole: boolean,
  theme: Theme,
): Unit | "unfinished" | undefined {
  const first = text.charCodeAt(at);
  if (first === SLASH) return before === ":" ? undefined : PLAIN_SLASH;
  if (first !== BACKTICK && first !== STAR) return undefined;
  const isCut = !isWhole && text.length - at < MAX_SPAN;
  if (at + 1 === text.length) return isCut ? "unfinished" : undefined;
  return first === STAR ? simpleEmphasis(text, at, isCut, theme) : simpleCode(text, at, isCut, theme);
}

function simpleCode(text: string, at: number, isCut: boolean, theme: Theme): Unit | "unfinished" | undefined {
  const first = text.charCodeAt(at + 1);
  if (first === BACKTICK || first === 0x20) return undefined;
  const close = text.indexOf("`", at + 1);
  if (close < 0 || close + 1 === text.length) return isCut ? "unfinished" : undefined;
  if (close - at >= MAX_SPAN) return undefined;
  if (text.charCodeAt(close + 1) === BACKTICK) return undefined;
  const code = text.slice(at + 1, close);
  if (code.includes("\n")) return undefined;
  return { length: close + 1 - at, output: theme.code(code), isPlain: false };
}

/** Right behind the stars that open and right before those that close stands a letter: so they do, whatever is around. */
function simpleEmphasis(
  text: string,
  at: number,
  isCut: boolean,
  theme: Theme,
): Unit | "unfinished" | undefined {
  const start = text.charCodeAt(at + 1) === STAR ? at + 2 : at + 1;
  const size = start - at;
  if (start === text.length || !isLetter(text.charCodeAt(start))) return undefined;
  const close = nextSpecial(text, start);
  const end = close + size;
  for (let star = close; star <= end; star += 1) {
    if (star === text.length) return isCut ? "unfinished" : undefined;
    if ((text.charCodeAt(star) === STAR) !== star < end) return undefined;
  }
  if (end - at > MAX_SPAN || !isLetter(text.charCodeAt(close - 1))) return undefined;
  const paint = size === 2 ? theme.strong : theme.emphasis;
  return { length: end - at, output: paint(text.slice(start, close)), isPlain: false };
}

const isLetter = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
