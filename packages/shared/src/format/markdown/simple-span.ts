/** The spans that a glance tells, which are most: code, and emphasis around nothing but words. */
import { MAX_SPAN, nextSpecial, type Unit } from "./inline.js";
import type { Theme } from "./theme.js";

const STAR = 0x2a;
const BACKTICK = 0x60;
const SLASH = 0x2f;
const PLAIN_SLASH: Unit = { length: 1, output: "/", isPlain: true };

/** Reads the span that begins at a place; undefined where it takes a closer look, or more text. */
export function simpleSpan(text: string, at: number, before: string, theme: Theme): Unit | undefined {
  const first = text.charCodeAt(at);
  if (first === SLASH) return before === ":" ? undefined : PLAIN_SLASH;
  if (first === BACKTICK) return simpleCode(text, at, theme);
  return first === STAR ? simpleEmphasis(text, at, theme) : undefined;
}

function simpleCode(text: string, at: number, theme: Theme): Unit | undefined {
  const first = text.charCodeAt(at + 1);
  if (first === BACKTICK || first === 0x20) return undefined;
  const close = text.indexOf("`", at + 1);
  if (close < 0 || close + 1 >= text.length || close - at >= MAX_SPAN) return undefined;
  if (text.charCodeAt(close + 1) === BACKTICK) return undefined;
  const code = text.slice(at + 1, close);
  if (code.includes("\n")) return undefined;
  return { length: close + 1 - at, output: theme.code(code), isPlain: false };
}

/** Right behind the stars that open and right before those that close stands a letter: so they do, whatever is around. */
function simpleEmphasis(text: string, at: number, theme: Theme): Unit | undefined {
  const start = text.charCodeAt(at + 1) === STAR ? at + 2 : at + 1;
  const size = start - at;
  if (!isLetter(text.charCodeAt(start))) return undefined;
  const close = nextSpecial(text, start);
  const end = close + size;
  if (end >= text.length || end - at > MAX_SPAN || !isLetter(text.charCodeAt(close - 1))) return undefined;
  for (let star = close; star < end; star += 1) if (text.charCodeAt(star) !== STAR) return undefined;
  if (text.charCodeAt(end) === STAR) return undefined;
  const paint = size === 2 ? theme.strong : theme.emphasis;
  return { length: end - at, output: paint(text.slice(start, close)), isPlain: false };
}

const isLetter = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
