/** The kinds of diagram, and how a source says which one it is. */

/** The kinds of diagram, by a short name of ours. */
export type DiagramKind = (typeof KINDS)[number]["kind"];

/**
 * Opening keywords as Mermaid's detectors read them, in their order. Mermaid's type names are those of the
 * detectors; several of them are one kind.
 */
export const KINDS = [
  { kind: "c4", keyword: /^C4(?:Context|Container|Component|Dynamic|Deployment)/i, types: ["c4"] },
  { kind: "kanban", keyword: /^kanban/i, types: ["kanban"] },
  { kind: "class", keyword: /^classDiagram/i, types: ["classDiagram"] },
  { kind: "er", keyword: /^erDiagram/i, types: ["er"] },
  { kind: "gantt", keyword: /^gantt/i, types: ["gantt"] },
  { kind: "info", keyword: /^info/i, types: ["info"] },
  { kind: "pie", keyword: /^pie/i, types: ["pie"] },
  { kind: "requirement", keyword: /^requirement/i, types: ["requirement"] },
  { kind: "sequence", keyword: /^sequenceDiagram/i, types: ["sequence"] },
  {
    kind: "flowchart",
    keyword: /^(?:graph|flowchart)/i,
    types: ["flowchart-v2", "flowchart-elk"],
  },
  { kind: "mindmap", keyword: /^mindmap/i, types: ["mindmap"] },
  { kind: "timeline", keyword: /^timeline/i, types: ["timeline"] },
  { kind: "gitgraph", keyword: /^gitGraph/i, types: ["gitGraph"] },
  { kind: "state", keyword: /^stateDiagram/i, types: ["stateDiagram"] },
  { kind: "journey", keyword: /^journey/i, types: ["journey"] },
  { kind: "quadrant", keyword: /^quadrantChart/i, types: ["quadrantChart"] },
  { kind: "sankey", keyword: /^sankey/i, types: ["sankey"] },
  { kind: "packet", keyword: /^packet/i, types: ["packet"] },
  { kind: "xychart", keyword: /^xychart/i, types: ["xychart"] },
  { kind: "block", keyword: /^block/i, types: ["block"] },
  { kind: "treeview", keyword: /^treeView/i, types: ["treeView"] },
  { kind: "eventmodeling", keyword: /^eventmodeling/i, types: ["eventmodeling"] },
  { kind: "radar", keyword: /^radar/i, types: ["radar"] },
  { kind: "treemap", keyword: /^treemap/i, types: ["treemap"] },
  { kind: "architecture", keyword: /^architecture/i, types: ["architecture"] },
  { kind: "ishikawa", keyword: /^ishikawa/i, types: ["ishikawa"] },
  { kind: "venn", keyword: /^venn/i, types: ["venn"] },
  { kind: "wardley", keyword: /^wardley/i, types: ["wardley"] },
  { kind: "cynefin", keyword: /^cynefin/i, types: ["cynefin"] },
  {
    kind: "railroad",
    keyword: /^railroad/i,
    types: ["railroad", "railroadEbnf", "railroadAbnf", "railroadPeg"],
  },
  { kind: "swimlane", keyword: /^swimlane/i, types: ["swimlane"] },
  { kind: "agentflow", keyword: /^agentflow/i, types: ["agentflow"] },
  { kind: "usecase", keyword: /^usecase/i, types: ["usecase"] },
  // Mermaid's picture of an error, which can be asked for.
  { kind: "error", keyword: /^error\s*$/i, types: ["error"] },
] as const satisfies readonly { kind: string; keyword: RegExp; types: readonly string[] }[];

/** Keywords that Mermaid takes in one spelling only and that people write in another. */
export const SPELLINGS = new Map(
  [
    "gitGraph",
    "sequenceDiagram",
    "classDiagram",
    "classDiagram-v2",
    "stateDiagram",
    "stateDiagram-v2",
    "erDiagram",
    "quadrantChart",
    "graph",
    "flowchart",
    "gantt",
    "pie",
    "mindmap",
    "timeline",
    "sankey",
    "sankey-beta",
    "journey",
    "requirementDiagram",
  ].map((keyword) => [keyword.toLowerCase(), keyword]),
);

const FRONT_MATTER = /^(?:[^\S\n\r]*[\n\r])*[^\S\n\r]*-{3}\s*[\n\r][\s\S]*?[\n\r][^\S\n\r]*-{3}\s*[\n\r]+/;
const SKIPPABLE = /^(?:\s+|%%\{[\s\S]*?\}%%|%%[^\n]*)/;

/** Where the diagram begins after front matter, directives, comments and blank lines. */
export function openingAt(source: string): number {
  let at = FRONT_MATTER.exec(source)?.[0].length ?? 0;
  for (let skip = SKIPPABLE.exec(source.slice(at)); skip; skip = SKIPPABLE.exec(source.slice(at)))
    at += skip[0].length;
  return at;
}

/**
 * The kind of diagram that a source opens with; null when Mermaid knows no such keyword.
 *
 * @example
 * detectKind("sequenceDiagram\n  A->>B: hello"); // "sequence"
 */
export function detectKind(source: string): DiagramKind | null {
  const opening = source.slice(openingAt(source));
  return KINDS.find(({ keyword }) => keyword.test(opening))?.kind ?? null;
}

/** Why a source is not drawn whose kind is known and lives outside of Mermaid; null for every other one. */
export function undrawnKind(opening: string): string | null {
  return /^zenuml\b/i.test(opening)
    ? "zenuml diagrams are not drawn: they are a plug-in of their own and not part of Mermaid; write sequenceDiagram instead"
    : null;
}

/** The kind for a type name of Mermaid's. */
export function kindOfType(type: string): DiagramKind | null {
  return KINDS.find(({ types }) => types.some((one) => one === type))?.kind ?? null;
}

/** The source with its opening keyword in the spelling that Mermaid wants; positions do not change. */
export function withCanonicalKeyword(source: string): string {
  const at = openingAt(source);
  const written = /^[\w-]+/.exec(source.slice(at))?.[0] ?? "";
  const canonical = SPELLINGS.get(written.toLowerCase());
  return canonical ? source.slice(0, at) + canonical + source.slice(at + written.length) : source;
}
