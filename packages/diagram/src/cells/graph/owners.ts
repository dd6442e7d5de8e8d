/**
 * Which edges may run on one line: those with the same source, or those with the same target, never both, and only if the
 * signs at their ends leave no doubt about who leads where.
 */
import type { GraphEdge } from "./model.js";

const canShare = (edge: GraphEdge): boolean =>
  (edge.start === "none") !== (edge.end === "none") &&
  !edge.startText &&
  !edge.endText &&
  edge.from !== edge.to;

const look = (edge: GraphEdge): string => [edge.stroke, edge.start, edge.end, String(edge.color)].join(" ");

/** For each edge, whose line its first and its second half (before and after the label) are part of. */
export function shareLines(edges: readonly GraphEdge[]): (readonly [number, number])[] {
  const forks = new Map<string, number>();
  const merges = new Map<string, number>();
  const fork = (edge: GraphEdge): string => `from ${edge.from} ${look(edge)}`;
  const merge = (edge: GraphEdge): string => `to ${edge.to} ${look(edge)}`;
  const count = (counts: Map<string, number>, key: string): void =>
    void counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const edge of edges)
    if (canShare(edge)) {
      count(forks, fork(edge));
      count(merges, merge(edge));
    }
  const numbers = new Map<string, number>();
  let next = 0;
  const unique = (): number => {
    next += 1;
    return next;
  };
  const numberOf = (key: string): number => {
    const known = numbers.get(key) ?? unique();
    numbers.set(key, known);
    return known;
  };
  const pairs = new Set<string>();
  return edges.map((edge) => {
    const pair = `${edge.from} ${edge.to} ${look(edge)}`;
    const isAgain = edge.label.length === 0 && pairs.has(pair);
    pairs.add(pair);
    if (isAgain || !canShare(edge)) return [unique(), unique()];
    const isFork = (forks.get(fork(edge)) ?? 0) >= (merges.get(merge(edge)) ?? 0);
    if (isFork) return [numberOf(fork(edge)), unique()];
    const shared = numberOf(merge(edge));
    return edge.label.length > 0 ? [unique(), shared] : [shared, shared];
  });
}
