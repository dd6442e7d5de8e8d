/**
 * What the backend's own counts say about its vocabulary. Vocabularies differ by script: one that is thrifty with English may
 * be wasteful with Hindi. So a count corrects only the kind of writing that most of the counted prompt consisted of.
 */
import { addKind, NO_TOKENS, rangeOf, type TokenRange } from "./range.js";
import { KINDS, type Kind } from "./scan.js";

/** Kinds that belong together; every other kind is a group of its own. */
const GROUPS: readonly (readonly Kind[])[] = [
  ["prose_words"],
  ["code_words", "code_letters", "marks", "breaks", "indents"],
  ["foreign_words", "foreign_letters", "accents"],
  ["digits", "noise"],
];
const groupOf = (kind: Kind, place: number): number => {
  const found = GROUPS.findIndex((group) => group.includes(kind));
  return found < 0 ? GROUPS.length + place : found;
};
const GROUP_OF_KIND = KINDS.map(groupOf);

/** A group must be this much of a prompt before its count is taken for the group's. */
const LARGE_PART = 0.6;
/** Tokens of a group that weigh as much as the table. */
const PRIOR_TOKENS = 500;
/** How far a text may differ from the counted one of the same group. */
const [BELOW, ABOVE] = [0.75, 1.2];

interface Learned {
  /** Counted tokens for one usual token. */
  factor: number;
  /** 0 is no knowledge, 1 is full. */
  weight: number;
}

const mix = (from: number, to: number, weight: number): number => from + (to - from) * weight;

export class Calibration {
  readonly #learned = new Map<number, Learned>();

  /** The range of scanned text, narrowed by what is known. */
  range(text: Float64Array): TokenRange {
    if (this.#learned.size === 0) return rangeOf(text);
    const sum = { ...NO_TOKENS };
    for (const [group, { low, usual, high }] of rangesOfGroups(text)) {
      const { factor, weight } = this.#learned.get(group) ?? { factor: 1, weight: 0 };
      sum.low += mix(low, Math.max(low, usual * factor * BELOW), weight);
      sum.usual += mix(usual, usual * factor, weight);
      sum.high += mix(high, Math.min(high, usual * factor * ABOVE), weight);
    }
    return sum;
  }

  /** `tokens` is what the backend counted for this text. */
  learn(text: Float64Array, tokens: number): void {
    const ranges = [...rangesOfGroups(text)];
    const total = ranges.reduce((sum, [, { usual }]) => sum + usual, 0);
    const largest = ranges.reduce((best, each) => (each[1].usual > best[1].usual ? each : best));
    const [group, { low, usual, high }] = largest;
    if (total === 0 || usual < total * LARGE_PART) return;
    const own = Math.min(high, Math.max(low, tokens - (total - usual)));
    this.#learned.set(group, { factor: own / usual, weight: usual / (usual + PRIOR_TOKENS) });
  }
}

/** The range of each group, in one pass: it is asked for with every answer. */
function rangesOfGroups(text: Float64Array): Map<number, TokenRange> {
  const ranges = new Map<number, TokenRange>();
  GROUP_OF_KIND.forEach((group, place) => {
    const range = ranges.get(group) ?? { ...NO_TOKENS };
    addKind(range, place, text[place] ?? 0);
    ranges.set(group, range);
  });
  return ranges;
}
