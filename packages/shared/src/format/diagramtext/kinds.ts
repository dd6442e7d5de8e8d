/** What a diagram of each opening keyword is called. Spellings that add `-beta` or `-v2` count as the same. */
const KINDS: Readonly<Record<string, string>> = {
  graph: "flowchart",
  flowchart: "flowchart",
  sequencediagram: "sequence diagram",
  classdiagram: "class diagram",
  statediagram: "state diagram",
  erdiagram: "entity relationship diagram",
  gantt: "Gantt chart",
  pie: "pie chart",
  gitgraph: "Git graph",
  mindmap: "mind map",
  timeline: "timeline",
  quadrantchart: "quadrant chart",
  sankey: "Sankey diagram",
};

/** Names the kind of a diagram for people; a kind that is not in the table is just a "diagram". */
export function diagramKind(source: string): string {
  const keyword = /^[a-z]+/i.exec(firstStatement(source))?.[0].toLowerCase() ?? "";
  return Object.hasOwn(KINDS, keyword) ? (KINDS[keyword] ?? "diagram") : "diagram";
}

/** The first line that is no front matter, directive, comment or blank. */
function firstStatement(source: string): string {
  return (
    statementLines(source)
      .map(({ text }) => text.trim())
      .find((line) => line !== "") ?? ""
  );
}

/**
 * The lines as the parser of the diagram language counts them, each with its number in the source: front matter
 * and comments are taken out, directives emptied, and blank lines at the beginning dropped.
 */
export function statementLines(source: string): { text: string; number: number }[] {
  const lines = source.split("\n").map((text, index) => ({ text, number: index + 1 }));
  const start = lines.findIndex(({ text }) => text.trim() !== "");
  let rest = lines;
  if (lines[start]?.text.trim() === "---") {
    const end = lines.findIndex(({ text }, index) => index > start && text.trim() === "---");
    if (end > 0) rest = lines.slice(end + 1);
  }
  const kept = rest
    .filter(({ text }) => !/^\s*%%(?!\{)/.test(text))
    .map(({ text, number }) => ({ text: withoutDirectives(text), number }));
  const first = kept.findIndex(({ text }) => text.trim() !== "");
  return kept.slice(Math.max(0, first));
}

/** By hand: a regular expression would try every opening of a long line to its end. */
function withoutDirectives(line: string): string {
  let kept = "";
  let position = 0;
  for (;;) {
    const start = line.indexOf("%%{", position);
    const end = start < 0 ? -1 : line.indexOf("}%%", start);
    if (end < 0) return kept + line.slice(position);
    kept += line.slice(position, start);
    position = end + 3;
  }
}
