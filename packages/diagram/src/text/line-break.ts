/** Where a line may be broken, by the rules of Unicode as Chromium applies them. */
import { createRequire } from "node:module";

/** Stands for an inline object in text that is looked at for breaks. */
export const OBJECT_CHARACTER = "\ufffc";

/** The bundled implementation of UAX 14. */
interface UnicodeLineBreaker {
  nextBreak(): { readonly position: number } | null;
}

const require = createRequire(import.meta.url);
let LineBreaker: (new (text: string) => UnicodeLineBreaker) | undefined;

/** Small kana and the sign for a long vowel: where the language is not known, a line may begin with one. */
const SMALL_KANA =
  /[\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u3095\u3096\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u30f5\u30f6\u30fc\u31f0-\u31ff\uff67-\uff70]/g;

/** Where UAX 14 allows a break. Loaded on first use: plain ASCII does not need it. */
function unicodeBreaks(text: string): Set<number> {
  LineBreaker ??= require("../../dist/vendor/line-break.cjs");
  const breaks = new Set<number>();
  if (!LineBreaker) return breaks;
  const breaker = new LineBreaker(text.replace(SMALL_KANA, "\u3042"));
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) breaks.add(next.position);
  return breaks;
}

// Chromium has a table of its own for pairs of ASCII characters, which differs from UAX 14; this is what it allows,
// read off with a probe of all 94 x 94 pairs.
const OPENS_AFTER_THESE = new Set('!"#%&)*+,.:;=>\\]|}~');
const OPENING = new Set("(<[{");
const STAYS_WITH_HYPHEN = new Set("!$),./:;?]}");
const STAYS_WITH_QUESTION = new Set(`!"'),./:;?]}`);
const isDigit = (char: string): boolean => char >= "0" && char <= "9";
const isAlphanumeric = (char: string): boolean => /[A-Za-z0-9]/.test(char);

function asciiBreak(beforeLast: string, last: string, next: string): boolean {
  if (last === "-") {
    // A hyphen before a digit may be a minus sign, unless it joins words or numbers.
    if (isDigit(next)) return isAlphanumeric(beforeLast);
    return !STAYS_WITH_HYPHEN.has(next);
  }
  if (last === "?") return !STAYS_WITH_QUESTION.has(next);
  return OPENING.has(next) && OPENS_AFTER_THESE.has(last);
}

const DICTIONARY_SCRIPTS = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;

/** Thai, Lao, Burmese and Khmer are written without spaces: words come from a dictionary. */
function wordBreaks(text: string): Set<number> {
  const segmenter = new Intl.Segmenter("th", { granularity: "word" });
  return new Set(Array.from(segmenter.segment(text), (segment) => segment.index));
}

/** Positions in `text` where a line may end, in rising order; the end of the text is not among them. */
export function breakOpportunities(text: string): number[] {
  const positions: number[] = [];
  let unicode: Set<number> | undefined;
  let words: Set<number> | undefined;
  for (let index = 1; index < text.length; index += 1) {
    const last = text.charAt(index - 1);
    const next = text.charAt(index);
    if (next === " ") continue;
    let allowed: boolean;
    if (last === " ") allowed = true;
    else if (last < "\u0080" && next < "\u0080") allowed = asciiBreak(text.charAt(index - 2), last, next);
    else if (DICTIONARY_SCRIPTS.test(last) && DICTIONARY_SCRIPTS.test(next))
      allowed = (words ??= wordBreaks(text)).has(index);
    else allowed = (unicode ??= unicodeBreaks(text)).has(index);
    if (allowed) positions.push(index);
  }
  return positions;
}
