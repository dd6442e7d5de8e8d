/**
 * Mends sources that are nearly right, as models write them. A change is kept only when the parser gets further with it, and
 * all of them together only when the parser takes the result and no word is lost.
 */
import { lineRepairs } from "./line-repairs.js";
import { type Repair, sourceRepairs } from "./source-repairs.js";

/** Where the parser stopped; null when it took the source. */
export type TryParse = (source: string) => Promise<{ readonly line: number } | null>;

/** A source that the parser takes, and what was done to it in words. */
export interface Repaired {
  readonly source: string;
  readonly repairs: readonly string[];
}

/** A source on the way there: where the parser stops now, and what was taken away that no diagram shows. */
interface Progress extends Repaired {
  readonly line: number;
  readonly dropped: string;
}

const MAX_ATTEMPTS = 120;

/** Longer than any model indents: the patterns of repairs take time by the square of such a run. */
const LONG_BLANK = /\s{500}/;

/** Letters and digits of a source by how often they occur: what a repair must not lose. */
function words(source: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of source.normalize("NFKC").matchAll(/[\p{L}\p{N}]+/gu))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Words that a repair may take away: fences, headers, blocks, and the names of characters. */
const SYNTAX =
  /^(?:mermaid|end|subgraph|loop|alt|opt|par|critical|break|rect|box|gt|lt|amp|quot|flow|chart|sequence|diagram|diagrams|class|state|er|entity|relationship|git|graph|mind|map|pie|gantt|td|tb|lr|rl|bt|sequencediagram|classdiagram|statediagram|erdiagram|gitgraph|flowchart|mindmap|piechart)$/i;

function keepsWords(before: string, after: string, dropped: string): boolean {
  const kept = words(after);
  const unseen = words(dropped);
  for (const [word, count] of words(before))
    if (!SYNTAX.test(word) && (kept.get(word) ?? 0) + (unseen.get(word) ?? 0) < count) return false;
  return true;
}

/** Every change that may help when the parser stopped at `line`: there first, then wherever else the same was done. */
function* candidates(source: string, line: number): Generator<Repair> {
  yield* sourceRepairs(source);
  const lines = source.split("\n");
  for (const { what, change, dropped = () => "" } of lineRepairs(source)) {
    for (const at of [line - 1, line - 2]) {
      const one = lines[Math.max(0, at)] ?? "";
      const changed = lines.with(Math.max(0, at), change(one)).join("\n");
      if (at >= 0 && changed !== source) yield { what, source: changed, dropped: dropped(one) };
    }
    const everywhere = lines.map((one, index) => (index === 0 ? one : change(one))).join("\n");
    if (everywhere !== source)
      yield { what: `${what}, throughout`, source: everywhere, dropped: lines.map(dropped).join(" ") };
  }
  // Two mistakes in one line: neither change alone gets the parser any further.
  for (const first of lineRepairs(source)) {
    for (const second of lineRepairs(source)) {
      const at = line - 1;
      const once = first.change(lines[at] ?? "");
      const twice = second.change(once);
      if (first !== second && once !== lines[at] && twice !== once)
        yield { what: `${first.what}; ${second.what}`, source: lines.with(at, twice).join("\n") };
    }
  }
}

/** The smallest repair that is found; null when there is none. */
export async function repair(source: string, line: number, tryParse: TryParse): Promise<Repaired | null> {
  if (LONG_BLANK.test(source.trimEnd())) return null;
  let current: Progress = { source: source.trimEnd(), repairs: [], line, dropped: "" };
  let attempts = 0;
  for (;;) {
    let better: Progress | null = null;
    for (const { what, source: changed, dropped: more = "" } of candidates(current.source, current.line)) {
      attempts += 1;
      if (attempts > MAX_ATTEMPTS) return null;
      const dropped = `${current.dropped} ${more}`;
      if (!keepsWords(source, changed, dropped)) continue;
      const stopped = await tryParse(changed);
      const repairs = [...current.repairs, what];
      if (!stopped) return { source: changed, repairs };
      // Lines may have been taken away above: compared is what is left below.
      const left = changed.split("\n").length - stopped.line;
      const leftBefore = current.source.split("\n").length - current.line;
      if (left < leftBefore) {
        better = { source: changed, repairs, line: stopped.line, dropped };
        break;
      }
    }
    if (!better) return null;
    current = better;
  }
}
