/**
 * The candidate a mistyped word was most likely meant to be, for "did you mean". A word that differs only in letter
 * case or in `-`, `_` and spaces comes first; then the nearest by typing mistakes, one allowed per three letters.
 */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  const plain = simplify(word);
  if (plain === "" || plain.length > LONGEST_WORD) return undefined;
  let best: string | undefined;
  let limit = Math.min(3, Math.floor(plain.length / 3));
  for (const candidate of candidates) {
    const other = simplify(candidate);
    if (other === plain) return candidate;
    if (Math.abs(other.length - plain.length) > limit) continue;
    const distance = typingMistakes(plain, other);
    if (distance > limit) continue;
    best = candidate;
    limit = distance - 1;
  }
  return best;
}

/** ` (did you mean "host"?)`, or nothing when no candidate is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const candidate = closest(word, candidates);
  return candidate === undefined ? "" : ` (did you mean "${candidate}"?)`;
}

const LONGEST_WORD = 64;

const simplify = (word: string) => word.toLowerCase().replaceAll(/[-_\s]/g, "");

/** Letters left out, added, replaced, or swapped with their neighbour. */
function typingMistakes(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped) cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, right.length);
}

const at = (row: readonly number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY;
