/** How many cells one character of a reader takes, however many codes it consists of. */
import { eastAsianWidth } from "get-east-asian-width";

/** What is seen by itself: no control codes, no marks over or around another character. */
const SEEN = /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Cs}]/u;
/** Marks beside their letter, and the forms of half and full width, take room of their own. */
const TAKES_ROOM = /[\p{Mc}\uff00-\uffef]/u;

/** One of these is in every emoji of several codes. */
const PART_OF_EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u20e3]/u;
const KEYCAP = /^[\d#*]\u20e3$/;
const PICTOGRAPHS = /\p{Extended_Pictographic}/gu;
const JOINER = "\u200d";
/** Longer ones are made to cost time. */
const LONGEST_EMOJI = 50;

/** Signs of Hangul: a leading one and a vowel, and perhaps one that trails, are written as one syllable. */
const SYLLABLE = /[\u1100-\u115f\ua960-\ua97c][\u1160-\u11a7\ud7b0-\ud7c6][\u11a8-\u11ff\ud7cb-\ud7fb]?/g;
const HANGUL_SIGN = /^[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7c6\ud7cb-\ud7fb]/;

/** 0 where nothing is seen; East Asian wide characters and emoji take two. */
export function characterWidth(character: string): number {
  const [first = "", ...others] = character;
  if (others.length === 0) return SEEN.test(first) ? cells(first) : 0;
  const from = character.search(SEEN);
  if (from === -1) return 0;
  if (isEmoji(character)) return 2;
  const [base = "", ...marks] = character.slice(from);
  return HANGUL_SIGN.test(base)
    ? hangulWidth([base, ...marks].filter((code) => SEEN.test(code)).join(""))
    : sum([base, ...marks.filter((mark) => TAKES_ROOM.test(mark))]);
}

const cells = (code: string): number => eastAsianWidth(code.codePointAt(0) ?? 0);
const sum = (codes: readonly string[]): number => codes.reduce((width, code) => width + cells(code), 0);

function hangulWidth(signs: string): number {
  const single = signs.replace(SYLLABLE, "");
  return 2 * (signs.match(SYLLABLE)?.length ?? 0) + sum(Array.from(single));
}

/** Made when first needed: all emoji are written out for it, which takes longer than many a command. */
let emoji: RegExp | undefined;

function isEmoji(character: string): boolean {
  if (character.length > LONGEST_EMOJI || !PART_OF_EMOJI.test(character)) return false;
  if (KEYCAP.test(character)) return true;
  emoji ??= new RegExp("^\\p{RGI_Emoji}$", "v");
  if (emoji.test(character)) return true;
  return character.includes(JOINER) && (character.match(PICTOGRAPHS)?.length ?? 0) > 1;
}
