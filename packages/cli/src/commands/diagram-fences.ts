/** The diagrams of a Markdown text, those in lists and quotations among them. */
import { FenceTracker } from "@framework/shared/format";

/** One diagram: its source, and the lines of its fence from the first to behind the last. */
export interface DiagramFence {
  readonly source: string;
  readonly from: number;
  readonly to: number;
  /** What stands before the fence in its first line. */
  readonly before: string;
}

const LANGUAGES = new Set(["mermaid", "diagramtext"]);
const QUOTATION = /^(?: {0,3}> ?)+/;
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)]) {1,4}(?! )/;

/** Finds them all; one without an end is none. */
export function diagramFences(text: string): DiagramFence[] {
  const tracker = new FenceTracker();
  const found: DiagramFence[] = [];
  const lines = text.split(/\r?\n/);
  /** How far the content of each open list item is indented. */
  let items: number[] = [];
  let opened = { from: 0, before: "", indent: 0, isDiagram: false };
  for (const [index, line] of lines.entries()) {
    const quoted = QUOTATION.exec(line)?.[0] ?? "";
    const rest = line.slice(quoted.length);
    const inside = openIn(tracker);
    if (inside) {
      if (tracker.line(`${dedented(rest, opened.indent - inside.indent)}\n`) !== "close") continue;
      const body = lines.slice(opened.from + 1, index);
      const source = body.map((one) => dedented(one.replace(QUOTATION, quoted ? "" : "$&"), opened.indent));
      if (opened.isDiagram) found.push({ ...opened, source: source.join("\n"), to: index + 1 });
      continue;
    }
    const indent = rest.length - rest.trimStart().length;
    if (rest.trim() !== "") items = items.filter((content) => content <= indent);
    let content = items.at(-1) ?? 0;
    for (let item = LIST_ITEM.exec(rest.slice(content)); item; item = LIST_ITEM.exec(rest.slice(content))) {
      content += item[0].length;
      items.push(content);
    }
    tracker.line(`${rest.slice(content)}\n`);
    const fence = openIn(tracker);
    if (!fence) continue;
    opened = {
      from: index,
      before: line.slice(0, line.indexOf(fence.marker)),
      indent: content + fence.indent,
      isDiagram: LANGUAGES.has(fence.tag),
    };
  }
  return found;
}

const openIn = (tracker: FenceTracker) => tracker.open;

/** A line without so many of the spaces it begins with. */
const dedented = (line: string, most: number): string =>
  line.slice(Math.min(Math.max(most, 0), line.length - line.trimStart().length));
