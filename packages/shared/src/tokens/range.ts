/** How many tokens a text has, as a range: the thriftiest of the measured vocabularies, what is usual, and the most wasteful. */
import { KINDS, scan } from "./scan.js";
import { TABLE } from "./table.js";

/** How many tokens a text may have; which it is depends on the model. */
export interface TokenRange {
  /** With the thriftiest of the vocabularies that were measured. */
  low: number;
  /** With a usual one. */
  usual: number;
  /** With the most wasteful one: to be sure that something fits, count with this. */
  high: number;
}

export const NO_TOKENS: TokenRange = { low: 0, usual: 0, high: 0 };

export const addRanges = (left: TokenRange, right: TokenRange): TokenRange => ({
  low: left.low + right.low,
  usual: left.usual + right.usual,
  high: left.high + right.high,
});

const PER_KIND = KINDS.map((kind) => TABLE[kind]);

/** Adds what so much of the kind at a place comes to. */
export function addKind(range: TokenRange, place: number, amount: number): void {
  const [low, usual, high] = PER_KIND[place] ?? [0, 0, 0];
  range.low += amount * low;
  range.usual += amount * usual;
  range.high += amount * high;
}

/** The range of scanned text; not rounded, so that parts can be added up. */
export function rangeOf(counts: Float64Array): TokenRange {
  const range = { ...NO_TOKENS };
  counts.forEach((amount, place) => addKind(range, place, amount));
  return range;
}

/**
 * How many tokens a text has, as a range: no vocabulary is loaded, so it is exact for no model and near for
 * all.
 *
 * @example
 * const { usual, high } = tokensIn("Why is the sea salty?");
 */
export const tokensIn = (text: string): TokenRange => rangeOf(scan(text));
