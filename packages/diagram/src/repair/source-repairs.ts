/** Repairs of a whole source: what stands around the diagram, and characters that no parser knows. */
import { detectKind } from "../kinds.js";
import {
  balanceBraces,
  balanceEnds,
  indentMindmap,
  muteMindmap,
  joinNotes,
  unbracedSubgraphs,
} from "./block-repairs.js";
import { directionWords, mendHeader, oneHeader, outOfProse } from "./header-repairs.js";
import { dropIdleEnds } from "./activations.js";

/** A change that a person would make without thinking, in words, and the source after it. */
export interface Repair {
  readonly what: string;
  readonly source: string;
  /** What it takes away and no diagram shows. */
  readonly dropped?: string;
}

type Change = readonly [
  what: string,
  change: (source: string) => string,
  dropped?: (before: string, after: string) => string,
];

const LOOKS_LIKE_FLOW = /^\s*\w+(?:[[({][^\n]*[\])}])?\s*(?:-->|---|==>|-\.->)/m;

/** In the order in which they are tried; each is small, and none changes a word that is shown. */
const CHANGES: readonly Change[] = [
  [
    "removed invisible characters",
    (source) => source.replace(/[\u200b\u200c\u2060\ufeff]/g, "").replace(/[\u00a0\u202f]/g, " "),
  ],
  ["left out the text around it", outOfProse, without],
  [
    "removed the code fence around it",
    (source) =>
      source
        .replace(/^\s*(?:```+|~~~+)[^\n]*\n/, "")
        .replace(/\n\s*(?:```+|~~~+)\s*$/, "")
        .replace(/^\s*mermaid\s*\n/i, ""),
  ],
  [
    "straightened quotation marks",
    (source) => source.replace(/[\u201c\u201d\u201e\u00ab\u00bb]/g, '"').replace(/[\u2018\u2019]/g, "'"),
  ],
  [
    "turned HTML entities into characters",
    (source) =>
      source
        .replace(/&gt;/g, ">")
        .replace(/&lt;/g, "<")
        .replace(/&quot;/g, '"')
        .replace(/&amp;/g, "&"),
  ],
  [
    "wrote arrows as Mermaid does",
    (source) =>
      source
        .replace(/[\u2192\u27f6]/g, arrowOf(source))
        .replace(/[\u21d2\u27f9]/g, detectKind(source) === "flowchart" ? "==>" : arrowOf(source))
        .replace(/[\u21e2\u290f]/g, detectKind(source) === "sequence" ? "-->>" : "-.->")
        .replace(/[\u2013\u2014]+>/g, "-->")
        .replace(/\u2013\u2013|\u2014\u2014/g, "--"),
  ],
  ["mended the first line", mendHeader, directionWords],
  ["left out the second first line", oneHeader, directionWords],
  [
    "added the missing first line",
    (source) =>
      detectKind(source) === null && LOOKS_LIKE_FLOW.test(source) ? `flowchart TD\n${source}` : source,
  ],
  [
    "turned comments into Mermaid's",
    (source) => source.replace(/^(\s*)(?:\/\/|#(?!\w))\s?(.*)$/gm, "$1%% $2"),
  ],
  [
    "turned comments into Mermaid's",
    (source) => source.replace(/^(\s*)(?:<!--|\/\*)\s*(.*?)\s*(?:-->|\*\/)\s*$/gm, "$1%% $2"),
  ],
  ["removed semicolons", (source) => source.replace(/;[ \t]*$/gm, "")],
  ["wrote a subgraph without braces", unbracedSubgraphs],
  ["closed or opened blocks", balanceEnds],
  ["closed a block", balanceBraces],
  ["put a note on one line", joinNotes, () => "note"],
  ["made what is for screen readers a comment", muteMindmap],
  ["indented what belongs to the root", indentMindmap],
  ["left out the end of what was not active", dropIdleEnds, without],
  [
    "removed a colon behind a title or a setting",
    (source) =>
      source.replace(/^(\s*(?:title|dateFormat|axisFormat|tickInterval|excludes|section))\s*:\s*/gm, "$1 "),
  ],
];

/** The words that a change leaves out. */
function without(before: string, after: string): string {
  const kept = after.split(/\s+/);
  return before
    .split(/\s+/)
    .filter((word) => {
      const at = kept.indexOf(word);
      if (at >= 0) kept.splice(at, 1);
      return at < 0;
    })
    .join(" ");
}

function arrowOf(source: string): string {
  return detectKind(source) === "sequence" ? "->>" : "-->";
}

/** Every repair of the whole that would change this source. */
export function* sourceRepairs(source: string): Generator<Repair> {
  for (const [what, change, dropped] of CHANGES) {
    const changed = change(source);
    if (changed !== source) yield { what, source: changed, dropped: dropped?.(source, changed) ?? "" };
  }
}
