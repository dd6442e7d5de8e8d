/**
 * What of a line is written from right to left. Lines run from left to right, as they do in SVG and in labels, and the rules
 * are those of the Unicode Bidirectional Algorithm (W1 to W7, N0 to N2) for text without characters that embed or override.
 */

/** Strong to the left, strong to the right, European and Arabic numbers, what belongs to numbers, marks, and all else. */
type Class = "L" | "R" | "AL" | "EN" | "AN" | "ES" | "ET" | "CS" | "NSM" | "ON";

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200f]/u;

const CLASSES: readonly (readonly [Class, RegExp])[] = [
  ["NSM", /^\p{M}/u],
  ["AN", /^[\u0600-\u0605\u0660-\u0669\u066b\u066c\u06dd]/],
  ["EN", /^[\d\u00b2\u00b3\u00b9\u06f0-\u06f9\u2070-\u2079\u2080-\u2089]/],
  ["R", /^(?:(?=[\p{L}\p{P}])[\p{Script=Hebrew}\p{Script=Nko}]|\u200f)/u],
  [
    "AL",
    /^(?:(?=\p{L})[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]|[\u0608\u060b\u060d\u061b-\u061f\u066d\u06d4])/u,
  ],
  ["ES", /^[+\u2212-]/],
  ["ET", /^[#$%\u00a2-\u00a5\u00b0\u00b1\u2030-\u2034\u066a\p{Sc}]/u],
  ["CS", /^[,./:\u00a0\u060c]/],
  ["L", /^[\p{L}\p{N}\u200e]/u],
];

const classOf = (char: string): Class => CLASSES.find(([, pattern]) => pattern.test(char))?.[0] ?? "ON";

/** Numbers and the signs between them (W1 to W7). */
function resolveNumbers(classes: Class[]): void {
  let strong: Class = "L";
  for (const [at, one] of classes.entries()) {
    if (one === "NSM") classes[at] = classes[at - 1] ?? "ON";
    else if (one === "EN" && strong === "AL") classes[at] = "AN";
    if (one === "L" || one === "R" || one === "AL") strong = one;
  }
  for (const [at, one] of classes.entries()) {
    const [before, after] = [classes[at - 1], classes[at + 1]];
    const between = before === after ? before : undefined;
    if (one === "AL") classes[at] = "R";
    else if ((one === "ES" || one === "CS") && between === "EN") classes[at] = "EN";
    else if (one === "CS" && between === "AN") classes[at] = "AN";
  }
  strong = "L";
  for (const [at, one] of classes.entries()) {
    if (one === "ET") {
      const last = classes.slice(at).find((next) => next !== "ET");
      classes[at] = classes[at - 1] === "EN" || last === "EN" ? "EN" : "ON";
    } else if (one === "ES" || one === "CS") classes[at] = "ON";
  }
  for (const [at, one] of classes.entries()) {
    if (one === "L" || one === "R") strong = one;
    else if (one === "EN" && strong === "L") classes[at] = "L";
  }
}

const CLOSED_BY: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "\u300c": "\u300d" };

/** Which way a class runs for what stands beside it. */
const wayOf = (one: Class | undefined): "L" | "R" | null =>
  one === undefined || one === "L" ? "L" : one === "ON" ? null : "R";

/** A pair of brackets runs with what is inside it (N0). */
function resolveBrackets(characters: readonly string[], classes: Class[]): void {
  const open: { close: string; at: number }[] = [];
  const pairs: (readonly [from: number, to: number])[] = [];
  for (const [at, char] of characters.entries()) {
    if (classes[at] !== "ON") continue;
    const close = CLOSED_BY[char];
    const opening = open.findLastIndex((one) => one.close === char);
    if (close) open.push({ close, at });
    else if (opening >= 0) pairs.push([open.splice(opening)[0]?.at ?? at, at]);
  }
  for (const [from, to] of pairs.toSorted(([a], [b]) => a - b)) {
    const inside = new Set(classes.slice(from + 1, to).map(wayOf));
    const before = classes.slice(0, from).map(wayOf).findLast(Boolean) ?? "L";
    const way = inside.has("L") ? "L" : inside.has("R") ? before : null;
    if (way) [classes[from], classes[to]] = [way, way];
  }
}

/** Takes no room, and what stands beside it runs from right to left. */
export const LEFTWARD_MARK = "\u200f";

/** Where what runs from right to left begins and ends, numbers in it and signs between its words included. */
export function leftwardStretches(text: string): { start: number; end: number }[] {
  if (!RIGHT_TO_LEFT.test(text)) return [];
  const characters = Array.from(text);
  const classes = characters.map(classOf);
  resolveNumbers(classes);
  resolveBrackets(characters, classes);
  const stretches: { start: number; end: number }[] = [];
  let before: "L" | "R" = "L";
  let at = 0;
  for (const [index, char] of characters.entries()) {
    const way = wayOf(classes[index]);
    const last = stretches.at(-1);
    if (way === "R") {
      // Signs between two of them go with them (N1), all others with the line (N2).
      if (before === "R" && last) last.end = at + char.length;
      else stretches.push({ start: at, end: at + char.length });
    }
    before = way ?? before;
    at += char.length;
  }
  return stretches.filter(({ start, end }) => RIGHT_TO_LEFT.test(text.slice(start, end)));
}
