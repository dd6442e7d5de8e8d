/** Repairs of what spans several lines: blocks, notes, indents. */
import { detectKind } from "../kinds.js";

const OPENS_BLOCK: Readonly<Record<string, RegExp>> = {
  flowchart: /^\s*subgraph\b/i,
  sequence: /^\s*(?:loop|alt|opt|par|critical|break|rect|box)\b/i,
};

/** The source with as many `end` lines as blocks were opened. */
export function balanceEnds(source: string): string {
  const opens = OPENS_BLOCK[detectKind(source) ?? ""];
  if (!opens) return source;
  const lines = source.trimEnd().split("\n");
  let depth = 0;
  const kept = lines
    .map((line) =>
      line.replace(/^(\s*end)\s+(?:subgraph|loop|alt|opt|par|critical|break|rect|box)\s*$/i, "$1"),
    )
    .filter((line) => {
      if (opens.test(line)) depth += 1;
      else if (/^\s*end\s*;?\s*$/i.test(line)) {
        if (depth === 0) return false;
        depth -= 1;
      }
      return true;
    });
  return [...kept, ...Array.from({ length: depth }, () => "end")].join("\n");
}

/** Subgraphs in braces, as other languages have blocks. */
export function unbracedSubgraphs(source: string): string {
  if (detectKind(source) !== "flowchart" || !/^\s*subgraph\b.*\{\s*$/im.test(source)) return source;
  return source.replace(/^(\s*subgraph\b.*?)\s*\{\s*$/gim, "$1").replace(/^(\s*)\}\s*$/gm, "$1end");
}

/** What cannot stand inside the block of a class or an entity: a line between two of them, or the next block. */
const OUTSIDE: Readonly<Record<string, RegExp>> = {
  class: /^\s*(?:class\s|note\s|\S+\s+(?:"[^"]*"\s*)?(?:<\||\*|o|<)?(?:--|\.\.)(?:\|>|\*|o|>)?\s)/,
  er: /^\s*\S+\s+[|}o]{2}(?:--|\.\.)[|o]{1,2}\{?|^\s*\w+\s*\{\s*$/,
};

/** Blocks of classes, states and entities that never end, closed where something begins that is not inside them. */
export function balanceBraces(source: string): string {
  const kind = detectKind(source) ?? "";
  if (!/^(?:class|er|state)$/.test(kind)) return source;
  const out: string[] = [];
  let open: { name: string; indent: string } | null = null;
  for (const line of source.split("\n")) {
    const leaves =
      open && (OUTSIDE[kind]?.test(line) ?? new RegExp(String.raw`^\s*${open.name}\s*-->`).test(line));
    if (open && leaves) {
      out.push(`${open.indent}}`);
      open = null;
    }
    const [, indent = "", name = ""] = /^(\s*)(?:(?:class|state)\s+)?(\w+)[^{]*\{\s*$/.exec(line) ?? [];
    if (name) open = { name, indent };
    else if (/^\s*\}\s*$/.test(line)) open = null;
    out.push(line);
  }
  if (open) out.push(`${open.indent}}`);
  return out.join("\n");
}

/** Notes of sequence diagrams that are written over several lines as those of state diagrams are. */
export function joinNotes(source: string): string {
  if (detectKind(source) !== "sequence") return source;
  return source.replace(
    /^(\s*note\s+(?:over|left of|right of)\s+[^\n:]+?)\s*\n([\s\S]*?)\n\s*end note\s*$/gim,
    (_, opening: string, text: string) =>
      `${opening}: ${text
        .split("\n")
        .map((line) => line.trim())
        .join("<br/>")}`,
  );
}

/** Mind maps say nothing to screen readers: a title for them would be the root. */
export function muteMindmap(source: string): string {
  if (detectKind(source) !== "mindmap") return source;
  return source.replace(/^\s*acc(?:Title|Descr)\s*(?::.*|\{[^}]*\})$/gm, (told) =>
    told.replace(/^(?=.*\S)/gm, "%% "),
  );
}

/** Mind maps have one root: whatever stands beside it belongs below it. */
export function indentMindmap(source: string): string {
  if (detectKind(source) !== "mindmap") return source;
  const lines = source.split("\n");
  const header = lines.findIndex((line) => /^\s*mindmap\b/i.test(line));
  const root = lines.findIndex((line, index) => index > header && line.trim() && !/^\s*%%/.test(line));
  const depthOf = (line: string): number => /^\s*/.exec(line)?.[0].length ?? 0;
  const depth = depthOf(lines[root] ?? "");
  const beside = lines.some((line, index) => index > root && line.trim() && depthOf(line) <= depth);
  if (root < 0 || !beside) return source;
  return lines.map((line, index) => (index > root ? " ".repeat(depth + 2) + line : line)).join("\n");
}
