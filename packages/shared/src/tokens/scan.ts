/**
 * Counts what a text consists of: words of three kinds of Latin writing, digits, marks, and the characters of other scripts.
 * Latin text is judged in blocks of some lines, because a prompt mixes prose, other languages and code.
 */
import {
  ACCENTED,
  BREAK,
  characterClasses,
  DIGIT,
  LOWER,
  SCRIPTS,
  SPACE,
  SURROGATE,
  UPPER,
} from "./characters.js";

/** English prose; code and the like; other languages in Latin letters; keys, hashes and other noise. */
const LATIN = [
  "prose_words",
  "code_words",
  "code_letters",
  "foreign_words",
  "foreign_letters",
  "accents",
  "digits",
  "noise",
  "breaks",
  "indents",
] as const;
export const KINDS = [...SCRIPTS, ...LATIN] as const;
export type Kind = (typeof KINDS)[number];

const place = (kind: Kind): number => KINDS.indexOf(kind);
const AT = {
  proseWords: place("prose_words"),
  codeWords: place("code_words"),
  codeLetters: place("code_letters"),
  foreignWords: place("foreign_words"),
  foreignLetters: place("foreign_letters"),
  accents: place("accents"),
  digits: place("digits"),
  noise: place("noise"),
  breaks: place("breaks"),
  indents: place("indents"),
  marks: place("marks"),
  han: place("han"),
  emoji: place("emoji"),
};

const BLOCK = 400;
/** Letters that a word has for the price of one token in every vocabulary. */
const SHORT_WORD = 6;
const LONGEST_COMMON = 5;
/** What the next of many equal characters adds: vocabularies have tokens for drawn lines. */
const IN_A_LINE = 1 / 8;
/** The words that English cannot do without: their share tells it from other languages. */
const COMMON = new Set(
  (
    "the of and to a in is it that for on be are as with this or by you not at from an if can will have has was we " +
    "all your but they its no which when"
  ).split(" "),
);

/** The Latin part of a block, until it is clear what it is. */
class LatinBlock {
  start = 0;
  words = 0;
  letters = 0;
  /** Letters beyond the first few of each word. */
  extra = 0;
  /** Capitals after small letters, as in identifiers. */
  humps = 0;
  accents = 0;
  common = 0;
  marks = 0;

  flush(counts: Float64Array, end: number): void {
    add(counts, AT.accents, this.accents);
    if (this.words > 0) {
      if (this.#isForeign(end)) {
        add(counts, AT.foreignWords, this.words);
        add(counts, AT.foreignLetters, this.letters);
      } else if (this.common >= this.words * 0.2) add(counts, AT.proseWords, this.words);
      else {
        add(counts, AT.codeWords, this.words + this.humps);
        add(counts, AT.codeLetters, this.extra);
      }
    }
    this.start = end;
    this.words = this.letters = this.extra = this.humps = this.accents = this.common = this.marks = 0;
  }

  #isForeign(end: number): boolean {
    if (this.accents > this.letters * 0.01) return this.common < this.words * 0.15;
    const isCode = this.humps > 0 || this.marks >= (end - this.start) * 0.04;
    return this.words >= 8 && !isCode && this.common < this.words * 0.08;
  }
}

function add(counts: Float64Array, at: number, amount: number): void {
  counts[at] = (counts[at] ?? 0) + amount;
}

/** How much of each kind the text has, in the order of `KINDS`. One pass, whatever the text is. */
export function scan(text: string, counts: Float64Array = new Float64Array(KINDS.length)): Float64Array {
  const classes = characterClasses();
  const classAt = (at: number): number => classes[text.charCodeAt(at)] ?? 0;
  const block = new LatinBlock();
  let at = 0;
  while (at < text.length) {
    const kind = classAt(at);
    if (kind === LOWER || kind === UPPER || kind === ACCENTED) at = word(text, at, classAt, block, counts);
    else if (kind === DIGIT) at = number(text, at, classAt, counts);
    else if (kind === SPACE || kind === BREAK) {
      at = whitespace(text, at, classAt, counts);
      if (at - block.start >= BLOCK) block.flush(counts, at);
    } else if (kind === SURROGATE) {
      const code = text.codePointAt(at) ?? 0;
      add(counts, code >= 0x2_00_00 && code < 0x4_00_00 ? AT.han : AT.emoji, 1);
      at += 2;
    } else {
      if (kind === AT.marks) block.marks += 1;
      add(counts, kind, isDrawn(text, at) ? IN_A_LINE : 1);
      at += 1;
    }
  }
  block.flush(counts, text.length);
  return counts;
}

/** The fourth or a later of equal characters in a row. */
function isDrawn(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    code === text.charCodeAt(at - 1) && code === text.charCodeAt(at - 2) && code === text.charCodeAt(at - 3)
  );
}

type ClassAt = (at: number) => number;

function word(
  text: string,
  start: number,
  classAt: ClassAt,
  block: LatinBlock,
  counts: Float64Array,
): number {
  let [digits, accents, humps] = [0, 0, 0];
  let afterSmall = false;
  let end = start;
  for (; end < text.length; end += 1) {
    const kind = classAt(end);
    if (kind === UPPER) {
      if (afterSmall) humps += 1;
      afterSmall = false;
      continue;
    }
    if (kind === LOWER) afterSmall = true;
    else if (kind === ACCENTED) accents += 1;
    else if (kind === DIGIT) {
      digits += 1;
      afterSmall = true;
    } else break;
  }
  const length = end - start;
  if (length >= 16 && accents === 0 && digits + humps >= length * 0.15) {
    add(counts, AT.noise, length);
    return end;
  }
  add(counts, AT.digits, digits);
  block.words += 1;
  block.letters += length - digits;
  block.extra += Math.max(0, length - digits - SHORT_WORD);
  block.humps += humps;
  block.accents += accents;
  if (length <= LONGEST_COMMON && COMMON.has(text.slice(start, end).toLowerCase())) block.common += 1;
  return end;
}

/** A number, or a hexadecimal one that begins with a digit. */
function number(text: string, start: number, classAt: ClassAt, counts: Float64Array): number {
  let letters = 0;
  let end = start + 1;
  for (; end < text.length; end += 1) {
    if (classAt(end) === DIGIT) continue;
    const code = text.charCodeAt(end) | 0x20;
    if (code < 0x61 || code > 0x66 || classAt(end) >= ACCENTED) break;
    letters += 1;
  }
  add(counts, letters > 0 && end - start >= SHORT_WORD ? AT.noise : AT.digits, end - start);
  return end;
}

function whitespace(text: string, start: number, classAt: ClassAt, counts: Float64Array): number {
  let breaks = 0;
  let end = start;
  for (; end < text.length; end += 1) {
    const kind = classAt(end);
    if (kind === BREAK) breaks += 1;
    else if (kind !== SPACE) break;
  }
  if (breaks > 0) add(counts, AT.breaks, 1);
  if (end - start - breaks > 1) add(counts, AT.indents, 1);
  return end;
}
