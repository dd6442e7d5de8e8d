/** What kind of writing a character belongs to, as far as vocabularies treat kinds differently. */

/** Scripts whose characters are counted one by one; Latin letters and digits come in words and numbers. */
export const SCRIPTS = [
  "cyrillic",
  "greek",
  "arabic",
  "hebrew",
  "devanagari",
  "indic",
  "thai",
  "southeast",
  "han",
  "kana",
  "hangul",
  "caucasus",
  "ethiopic",
  "marks",
  "symbols",
  "emoji",
] as const;
export type Script = (typeof SCRIPTS)[number];

export const LOWER = 100;
export const UPPER = 101;
export const ACCENTED = 102;
export const DIGIT = 103;
export const SPACE = 104;
export const BREAK = 105;
/** The first half of a character beyond the basic plane. */
export const SURROGATE = 106;

const CODE_UNITS = 0x1_00_00;

/** First and last code unit; later lines win. */
const SCRIPT_RANGES: readonly [number, number, Script][] = [
  [0x0000, 0x00bf, "marks"],
  [0x0370, 0x03ff, "greek"],
  [0x0400, 0x052f, "cyrillic"],
  [0x0530, 0x058f, "caucasus"],
  [0x0590, 0x05ff, "hebrew"],
  [0x0600, 0x08ff, "arabic"],
  [0x0900, 0x097f, "devanagari"],
  [0x0980, 0x0dff, "indic"],
  [0x0e00, 0x0e7f, "thai"],
  [0x0e80, 0x109f, "southeast"],
  [0x10a0, 0x10ff, "caucasus"],
  [0x1100, 0x11ff, "hangul"],
  [0x1200, 0x139f, "ethiopic"],
  [0x1780, 0x17ff, "southeast"],
  [0x1f00, 0x1fff, "greek"],
  [0x2000, 0x206f, "marks"],
  [0x3000, 0x303f, "marks"],
  [0x3040, 0x30ff, "kana"],
  [0x3400, 0x9fff, "han"],
  [0xac00, 0xd7af, "hangul"],
  [0xf900, 0xfaff, "han"],
  [0xfb50, 0xfdff, "arabic"],
  [0xfe70, 0xfefe, "arabic"],
  [0xff00, 0xffef, "marks"],
];
const CLASS_RANGES: readonly [number, number, number][] = [
  [0x61, 0x7a, LOWER],
  [0x41, 0x5a, UPPER],
  [0xc0, 0x24f, ACCENTED],
  [0x300, 0x36f, ACCENTED],
  [0x1e00, 0x1eff, ACCENTED],
  [0x30, 0x39, DIGIT],
  [0x09, 0x09, SPACE],
  [0x0d, 0x0d, SPACE],
  [0x20, 0x20, SPACE],
  [0x0a, 0x0a, BREAK],
  [0xd800, 0xdbff, SURROGATE],
];

let classes: Uint8Array | undefined;

/** The class of every code unit: a place in `SCRIPTS`, or one of the numbers above. */
export function characterClasses(): Uint8Array {
  if (classes) return classes;
  classes = new Uint8Array(CODE_UNITS).fill(SCRIPTS.indexOf("symbols"));
  for (const [first, last, script] of SCRIPT_RANGES) classes.fill(SCRIPTS.indexOf(script), first, last + 1);
  for (const [first, last, value] of CLASS_RANGES) classes.fill(value, first, last + 1);
  return classes;
}
