/** Wildcards of file names as shells and .gitignore write them, matched without going back more than one star. */

/** One place of a pattern: a letter, a set of letters, any letter, or any number of them. */
type Token =
  | { readonly kind: "letter"; readonly letter: string }
  | { readonly kind: "set"; readonly members: string; readonly isNegated: boolean }
  | { readonly kind: "any" | "star" };

/** A pattern for a path, part by part; `**` stands for any number of folders. */
export type PathPattern = readonly (readonly Token[] | "**")[];

export const hasWildcard = (text: string): boolean => /[*?[]/.test(text);

export function parsePattern(pattern: string): PathPattern {
  const parts = pattern.split("/").filter((part) => part !== "");
  return parts.map((part) => (part === "**" ? part : parsePart(part)));
}

/** Whether a path, given by its parts, fits. A `**` at the end stands for what is inside a folder, not for the folder. */
export function matchesPath(pattern: PathPattern, parts: readonly string[]): boolean {
  const inside = pattern.at(-1) === "**" ? [...pattern.slice(0, -1), [STAR], "**" as const] : pattern;
  return matches(
    inside,
    parts,
    (part) => part === "**",
    (tokens, name) => tokens !== "**" && matchesPart(tokens, name),
  );
}

const STAR: Token = { kind: "star" };

function matchesPart(tokens: readonly Token[], name: string): boolean {
  return matches(tokens, Array.from(name), ({ kind }) => kind === "star", fits);
}

function fits(token: Token, letter: string): boolean {
  if (token.kind === "letter") return token.letter === letter;
  return token.kind !== "set" || inSet(token.members, letter) !== token.isNegated;
}

/** Only the last star is ever tried again, so the cost is at most the product of the lengths. */
function matches<Place, Item>(
  pattern: readonly Place[],
  items: readonly Item[],
  isStar: (place: Place) => boolean,
  isSame: (place: Place, item: Item) => boolean,
): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let item = 0; item < items.length;) {
    const place = pattern[at];
    const current = items[item];
    if (place !== undefined && isStar(place)) {
      star = at;
      resume = item;
      at += 1;
    } else if (place !== undefined && current !== undefined && isSame(place, current)) {
      at += 1;
      item += 1;
    } else if (star >= 0) {
      resume += 1;
      item = resume;
      at = star + 1;
    } else return false;
  }
  return pattern.slice(at).every(isStar);
}

function parsePart(part: string): Token[] {
  const tokens: Token[] = [];
  const letters = Array.from(part);
  for (let index = 0; index < letters.length; index += 1) {
    const letter = letters[index] ?? "";
    if (letter === "*") {
      if (tokens.at(-1)?.kind !== "star") tokens.push(STAR);
    } else if (letter === "?") tokens.push({ kind: "any" });
    else if (letter === "\\" && index + 1 < letters.length) {
      index += 1;
      tokens.push({ kind: "letter", letter: letters[index] ?? "" });
    } else {
      const end = letter === "[" ? setEnd(letters, index) : -1;
      if (end < 0) tokens.push({ kind: "letter", letter });
      else {
        const isNegated = letters[index + 1] === "!" || letters[index + 1] === "^";
        const members = letters.slice(index + (isNegated ? 2 : 1), end).join("");
        tokens.push({ kind: "set", members, isNegated });
        index = end;
      }
    }
  }
  return tokens;
}

/** Where a set ends; a bracket right at its beginning is a member. */
function setEnd(letters: readonly string[], start: number): number {
  const first = letters[start + 1] === "!" || letters[start + 1] === "^" ? start + 2 : start + 1;
  return letters.indexOf("]", first + 1);
}

function inSet(members: string, letter: string): boolean {
  const letters = Array.from(members);
  for (let index = 0; index < letters.length; index += 1) {
    const from = letters[index] ?? "";
    const to = letters[index + 1] === "-" ? letters[index + 2] : undefined;
    if (to === undefined) {
      if (from === letter) return true;
    } else {
      if (from <= letter && letter <= to) return true;
      index += 2;
    }
  }
  return false;
}
