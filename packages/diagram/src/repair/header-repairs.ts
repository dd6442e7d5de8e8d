/** Repairs of what a diagram opens with: its first line, and prose around it. */
import { detectKind } from "../kinds.js";

const HEADERS: readonly (readonly [RegExp, string])[] = [
  [/^(\s*)flow[\s-]?chart\b/i, "$1flowchart"],
  [/^(\s*)sequence[\s-]?diagrams?\b/i, "$1sequenceDiagram"],
  [/^(\s*)class[\s-]?diagrams?\b(?!-v2)/i, "$1classDiagram"],
  [/^(\s*)state[\s-]?diagrams?\b(?!-v2)/i, "$1stateDiagram-v2"],
  [/^(\s*)(?:er|entity[\s-]?relationship)[\s-]?diagrams?\b/i, "$1erDiagram"],
  [/^(\s*)git[\s-]?graph\b/i, "$1gitGraph"],
  [/^(\s*)mind[\s-]?map\b/i, "$1mindmap"],
  [/^(\s*)pie[\s-]?chart\b/i, "$1pie"],
  [/^(\s*)gantt[\s-]?(?:chart|diagram)\b/i, "$1gantt"],
];

const DIRECTIONS: readonly (readonly [RegExp, string])[] = [
  [/^(?:top[\s-]*(?:to[\s-]*)?(?:down|bottom)|vertical)$/i, "TD"],
  [/^(?:left[\s-]*(?:to[\s-]*)?right|horizontal)$/i, "LR"],
  [/^bottom[\s-]*(?:to[\s-]*)?(?:up|top)$/i, "BT"],
  [/^right[\s-]*(?:to[\s-]*)?left$/i, "RL"],
  [/^(?:td|tb|bt|lr|rl)$/i, "$&"],
];

/** What stands behind the keyword of a flowchart, when it is no direction that Mermaid knows. */
const FLOW_HEADER = /^(\s*(?:graph|flowchart))[\s-]*(\S.*?)[\s;]*$/i;

function direct(header: string): string {
  return header.replace(FLOW_HEADER, (whole, keyword: string, written: string) => {
    const known = DIRECTIONS.find(([pattern]) => pattern.test(written));
    return known ? `${keyword} ${written.replace(known[0], known[1]).toUpperCase()}` : whole;
  });
}

/** The words of a flowchart's first line, which are not shown. */
export const directionWords = (source: string): string =>
  FLOW_HEADER.exec(source.trimStart().split("\n")[0] ?? "")?.[0] ?? "";

/** The first line with its keyword as Mermaid spells it, without a colon, and with a direction it knows. */
export function mendHeader(source: string): string {
  const [first = "", ...rest] = source.replace(/^\s*\n/, "").split("\n");
  let header = first
    .replace(/^\s*mermaid[:\s]+/i, "")
    .replace(/^(\s*(?:graph|flowchart))(?=(?:TD|TB|BT|LR|RL)\s*$)/i, "$1 ");
  for (const [pattern, spelled] of HEADERS) header = header.replace(pattern, spelled);
  header = direct(
    header.replace(/^(\s*[\w-]+)\s*:/, "$1 ").replace(/^(\s*pie(?:\s+showData)?\s+title)\s*:/, "$1"),
  ).trimEnd();
  return [header, ...rest].join("\n");
}

/** Without a second first line of the same kind. */
export function oneHeader(source: string): string {
  const lines = source.split("\n");
  const at = lines.findIndex((line) => line.trim());
  const next = lines.findIndex((line, index) => index > at && line.trim());
  const isHeader = (line: string): boolean => /^\s*[\w-]+(?:\s+(?:TD|TB|BT|LR|RL))?\s*;?\s*$/i.test(line);
  const [one, other] = [lines[at] ?? "", lines[next] ?? ""];
  const same = detectKind(one) !== null && detectKind(one) === detectKind(other);
  return same && isHeader(one) && isHeader(other) ? lines.toSpliced(next, 1).join("\n") : source;
}

const FENCED = /^[ \t]*(```+|~~~+)[ \t]*mermaid[^\n]*\n([\s\S]*?)^[ \t]*\1/gim;

/** The one diagram in prose, without the prose; the source when there is none or are several. */
export function outOfProse(source: string): string {
  const fenced = Array.from(source.matchAll(FENCED), ([, , diagram = ""]) => diagram);
  const [only] = fenced;
  const around = source.replace(FENCED, "").trim();
  return only !== undefined && fenced.length === 1 && around && !/^\s*(?:```|~~~)/m.test(around)
    ? only.trimEnd()
    : source;
}
