/**
 * Text as it may be shown to somebody who decides on it: nothing is left out and nothing is obeyed. What cannot be seen, or looks
 * like something else, stands there as `\u{…}`, and is said in words.
 */

export interface ExactText {
  text: string;
  /** How many characters cannot be seen: controls, marks of direction, characters of no width, odd blanks, halves of characters. */
  hidden: number;
  /** What a person should be told about the characters, one sentence each. */
  remarks: string[];
}

/** Nothing in it needs a closer look. */
const PLAIN = /^[\n\t\x20-\x7e]*$/;
/** Joined and coloured pictures are what they look like; their joints hide nothing. */
const PICTURE = String.raw`\p{Extended_Pictographic}\ufe0f?(?:\u200d\p{Extended_Pictographic}\ufe0f?)*`;
const HIDDEN = String.raw`(?![\n\t])[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}|(?<=\p{M}{3})\p{M}`;
/** Made when first needed: it takes longer than many a command. */
let pictureOrHidden: RegExp | undefined;
/** Blanks that would push what follows out of sight. */
const MANY_BLANKS = / {40,}/g;

/** Everything in the text made visible. Line ends and tabs stay. */
export function exactText(text: string): ExactText {
  let hidden = 0;
  let blanks = 0;
  const lookAlikes = new Map<string, string>();
  const escape = (character: string, picture?: string) => {
    if (picture !== undefined) return picture;
    hidden += 1;
    return escaped(character);
  };
  pictureOrHidden ??= new RegExp(`(${PICTURE})|${HIDDEN}`, "gu");
  const visible = PLAIN.test(text)
    ? text
    : text
        .replaceAll(pictureOrHidden, escape)
        .split("\n")
        .map((line) => (PLAIN.test(line) ? line : markLookAlikes(line, lookAlikes)))
        .join("\n");
  const compact = visible.replaceAll(MANY_BLANKS, ({ length }) => {
    blanks += 1;
    return `‹${length} blanks›`;
  });
  const remarks: string[] = [];
  if (hidden > 0)
    remarks.push(
      `It contains ${hidden === 1 ? "1 hidden character" : `${hidden} hidden characters`}, shown as \\u{…}.`,
    );
  if (lookAlikes.size > 0) {
    const pairs = [...lookAlikes].slice(0, 8).map(([odd, usual]) => `${escaped(odd)} looks like ${usual}`);
    remarks.push(`It contains characters that look like others: ${pairs.join(", ")}.`);
  }
  if (blanks > 0) remarks.push("It contains long runs of blanks, shown as ‹n blanks›.");
  return { text: compact, hidden, remarks };
}

/** Half a character has the number of the half. */
const escaped = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;

/** Letters of other alphabets beside the Latin letter they are taken for, and signs beside theirs. */
const TWINS = new Map<string, string>(
  [
    // Cyrillic
    "аa еe ѕs іi јj оo рp сc уy хx ԁd һh ӏl ԛq ԝw ѵv",
    "АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX ԌG ԚQ ԜW ӀI",
    // Greek
    "αa γy ιi κk νv οo ρp τt υu χx ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ϲc ϳj ϹC ͿJ",
    // Armenian and Cherokee
    "օo սu հh ոn յj ցg զq ԼL ՍU ՏS ՕO ᎪA ᏴB ᏟC ᎠD ᎬE ᎻH ᎫJ ᏦK ᏞL ᎷM ᏢP ᏚS ᎢT ᏙV ᎳW ᏃZ",
    // Latin that is not ASCII
    "ɑa ɡg ıi ȷj ɩi ʟL ɴN ʀR ǀl",
    // Signs
    "⁄/ ∕/ ⧸/ ⁒% ∶: ꞉: ։: ׃: ‚, ٫, ∗* ⁎* ∼~ ˗- ‐- ‑- −- ⎼- ʹ' ‹< ›> ❮< ❯> ǃ! ⧵\\ ∖\\ ˆ^",
  ]
    .join(" ")
    .split(" ")
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
const LETTER = /\p{L}/u;
const LATIN = /\p{Script=Latin}/u;
const OF_THE_EAST = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Wide, styled and small forms of ASCII characters, but not the raised ones, which nobody takes for others. */
const STYLED =
  /[\u037e\u1fef\u2024\u2100-\u214f\u2160-\u217f\ufe50-\ufe6b\uff01-\uff5e]|[\u{1d400}-\u{1d7ff}]/gu;

/**
 * Marks what looks like another character. A letter of another alphabet is marked in a word that has Latin letters too, and
 * everywhere in a line whose other letters of that kind could all be taken for Latin ones: a line of Russian stays as it is.
 */
function markLookAlikes(line: string, found: Map<string, string>): string {
  const mark = (character: string, usual: string) => {
    found.set(character, usual);
    return escaped(character);
  };
  const foreign = Array.from(line).filter(
    (letter) => letter > "\u007f" && LETTER.test(letter) && !STYLED_ONE.test(letter),
  );
  const allTwins = foreign.every((letter) => TWINS.has(letter));
  const words = line.replaceAll(WORD, (word) =>
    allTwins || LATIN.test(word) ? replaceTwins(word, mark) : word,
  );
  const signs = words.replaceAll(/[^\p{L}\p{M}\p{N}_\x00-\x7f]/gu, (sign) => {
    const usual = TWINS.get(sign);
    return usual === undefined ? sign : mark(sign, usual);
  });
  if (OF_THE_EAST.test(line)) return signs;
  return signs.replaceAll(STYLED, (character) => {
    const usual = character.normalize("NFKC");
    return usual !== character && /^[\x20-\x7e]$/.test(usual) ? mark(character, usual) : character;
  });
}

const STYLED_ONE = new RegExp(STYLED.source, "u");

const replaceTwins = (word: string, mark: (character: string, usual: string) => string): string =>
  word.replaceAll(/[^\x00-\x7f]/gu, (letter) => {
    const usual = TWINS.get(letter);
    return usual === undefined ? letter : mark(letter, usual);
  });
