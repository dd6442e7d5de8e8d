/** Repairs of one line: the one that the parser stopped at, or the one before it. */
import { detectKind } from "../kinds.js";
import { GANTT, GIT, PIE, QUADRANT, XYCHART } from "./chart-repairs.js";
import { FLOW } from "./flow-repairs.js";
import type { LineRepair } from "./line-repair.js";
import { CLASS, ER, STATE } from "./model-repairs.js";
import { SEQUENCE } from "./sequence-repairs.js";

/** A comment behind a statement, on a line of its own: Mermaid knows no others. */
const COMMENT: LineRepair = {
  what: "gave a comment a line of its own",
  change: (line) => line.replace(/^(\s*)(\S[^"]*?)\s+(?:\/\/|%%)\s*(.*)$/, "$1%% $3\n$1$2"),
};

const BY_KIND: Readonly<Record<string, readonly LineRepair[]>> = {
  flowchart: FLOW,
  sequence: SEQUENCE,
  state: STATE,
  class: CLASS,
  er: ER,
  pie: PIE,
  gantt: GANTT,
  gitgraph: GIT,
  xychart: XYCHART,
  quadrant: QUADRANT,
};

/** The repairs of lines that are tried for the kind of a source. */
export const lineRepairs = (source: string): readonly LineRepair[] => [
  ...(BY_KIND[detectKind(source) ?? ""] ?? []),
  COMMENT,
];
