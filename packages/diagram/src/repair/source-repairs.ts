/** Repairs of a whole source: what stands around the diagram, and characters that no parser knows. */
import { detectKind } from "../kinds.js";

/** A change that a person would make without thinking, in words, and the source after it. */
export interface Repair {
  readonly what: string;
  readonly source: string;
}

type Change = readonly [what: string, change: (source: string) => string];

const OPENS_BLOCK: Readonly<Record<string, RegExp>> = {
  flowchart: /^\s*subgraph\b/i,
  sequence: /^\s*(?:loop|alt|opt|par|critical|break|rect|box)\b/i,
};

/** The source with as many `end` lines as blocks were opened. */
function balanceEnds(source: string): string {
  const opens = OPENS_BLOCK[detectKind(source) ?? ""];
  if (!opens) return source;
  const lines = source.trimEnd().split("\n");
  let depth = 0;
  const kept = lines.filter((line) => {
    if (opens.test(line)) depth += 1;
    else if (/^\s*end\s*;?\s*$/i.test(line)) {
      if (depth === 0) return false;
      depth -= 1;
    }
    return true;
  });
  return [...kept, ...Array.from({ length: depth }, () => "end")].join("\n");
}

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

/** The first line with its keyword as Mermaid spells it, without a colon, and with a direction it knows. */
function mendHeader(source: string): string {
  const [first = "", ...rest] = source.replace(/^\s*\n/, "").split("\n");
  let header = first.replace(/^\s*mermaid[:\s]+/i, "");
  for (const [pattern, spelled] of HEADERS) header = header.replace(pattern, spelled);
  header = header
    .replace(/^(\s*[\w-]+)\s*:/, "$1 ")
    .replace(
      /^(\s*(?:graph|flowchart)\s+)(td|tb|bt|lr|rl)\b/i,
      (_, open: string, direction: string) => open + direction.toUpperCase(),
    )
    .trimEnd();
  return [header, ...rest].join("\n");
}

const LOOKS_LIKE_FLOW = /^\s*\w+(?:[[({][^\n]*[\])}])?\s*(?:-->|---|==>|-\.->)/m;

/** In the order in which they are tried; each is small, and none changes a word that is shown. */
const CHANGES: readonly Change[] = [
  [
    "removed invisible characters",
    (source) => source.replace(/[\u200b\u200c\u2060\ufeff]/g, "").replace(/[\u00a0\u202f]/g, " "),
  ],
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
        .replace(/[\u2013\u2014]+>/g, "-->")
        .replace(/\u2013\u2013|\u2014\u2014/g, "--"),
  ],
  ["mended the first line", mendHeader],
  [
    "added the missing first line",
    (source) =>
      detectKind(source) === null && LOOKS_LIKE_FLOW.test(source) ? `flowchart TD\n${source}` : source,
  ],
  [
    "turned comments into Mermaid's",
    (source) => source.replace(/^(\s*)(?:\/\/|#(?!\w))\s?(.*)$/gm, "$1%% $2"),
  ],
  ["removed semicolons", (source) => source.replace(/;[ \t]*$/gm, "")],
  ["closed or opened blocks", balanceEnds],
];

function arrowOf(source: string): string {
  return detectKind(source) === "sequence" ? "->>" : "-->";
}

/** Every repair of the whole that would change this source. */
export function* sourceRepairs(source: string): Generator<Repair> {
  for (const [what, change] of CHANGES) {
    const changed = change(source);
    if (changed !== source) yield { what, source: changed };
  }
}
