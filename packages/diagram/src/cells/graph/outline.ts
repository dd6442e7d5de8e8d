/** A graph that fits in no other way, as an outline: every node once with all that it says, every edge once with its label. */
import { Canvas } from "../canvas.js";
import { lineColor, type Rgb } from "../palette.js";
import { type Line, lineCells, lineText, sign, wrapLines } from "../rich-text.js";
import { cellsOf } from "../width.js";
import { markerText } from "./markers.js";
import type { Graph, GraphEdge, GraphNode, Row } from "./model.js";

const STEP = 3;
const RIGHTWARD = 1;
const LEFTWARD = 3;
/** Below this much room for words an outline goes no deeper. */
const LEAST_ROOM = 28;

interface Entry {
  readonly node: GraphNode;
  readonly edges: readonly GraphEdge[];
}

/** Writes the outline in at most `columns`. */
export function outlineGraph(graph: Graph, columns: number, background: Rgb | null): Canvas {
  return new Outline(graph, columns, background).run();
}

class Outline {
  readonly #canvas = new Canvas();
  readonly #graph: Graph;
  readonly #columns: number;
  readonly #background: Rgb | null;
  readonly #entries = new Map<string, Entry>();
  readonly #groupTitles: ReadonlyMap<string, string>;
  readonly #seen = new Set<string>();
  /** The group that was named last, for which nothing has to be said. */
  #group: string | null = null;
  /** What was too deep where it was met. */
  readonly #later: string[] = [];
  #row = 0;

  constructor(graph: Graph, columns: number, background: Rgb | null) {
    this.#graph = graph;
    this.#columns = columns;
    this.#background = background;
    this.#groupTitles = new Map(graph.groups.map((group) => [group.id, group.title.map(lineText).join(" ")]));
    const out = new Map<string, GraphEdge[]>();
    for (const edge of graph.edges) {
      if (edge.stroke === "invisible") continue;
      const list = out.get(edge.from);
      if (list) list.push(edge);
      else out.set(edge.from, [edge]);
    }
    const nodes = [...graph.nodes, ...graph.groups.filter((group) => out.has(group.id)).map(groupAsNode)];
    for (const node of nodes) this.#entries.set(node.id, { node, edges: out.get(node.id) ?? [] });
  }

  run(): Canvas {
    const reached = new Set(
      this.#graph.edges.flatMap((edge) =>
        edge.from === edge.to || edge.stroke === "invisible" ? [] : [edge.to],
      ),
    );
    const order = [...this.#entries.keys()];
    for (const id of [...order.filter((one) => !reached.has(one)), ...order]) {
      if (this.#seen.has(id)) continue;
      const parent = this.#entries.get(id)?.node.parent ?? null;
      if (parent !== this.#group) this.#heading(parent);
      this.#group = parent;
      this.#root(id);
      while (this.#later.length > 0) {
        const next = this.#later.shift() ?? "";
        if (!this.#seen.has(next)) this.#root(next);
      }
    }
    for (const { id, title, parent } of this.#graph.groups) {
      const isEmpty = !this.#graph.nodes.some((node) => node.parent === id) && !this.#entries.has(id);
      if (isEmpty && title.length > 0) this.#write("", `[${this.#pathOf(id, parent)}]`, true);
    }
    return this.#canvas;
  }

  #pathOf(id: string, parent: string | null): string {
    const titles = [this.#groupTitles.get(id) ?? ""];
    let at = parent;
    for (let depth = 0; at !== null && depth < 20; depth += 1) {
      titles.unshift(this.#groupTitles.get(at) ?? "");
      at = this.#graph.groups.find((group) => group.id === at)?.parent ?? null;
    }
    return titles.filter(Boolean).join(" / ");
  }

  #groupPath(group: string): string {
    return this.#pathOf(group, this.#graph.groups.find((one) => one.id === group)?.parent ?? null);
  }

  #heading(group: string | null): void {
    if (group === null) return;
    const path = this.#groupPath(group);
    if (this.#row > 0) this.#row += 1;
    if (path) this.#write("", `[${path}]`, true);
  }

  #root(id: string): void {
    this.#node(id, "", "");
  }

  #node(id: string, lead: string, below: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#seen.add(id);
    const { node, edges } = entry;
    const [first, ...rest] = nodeTexts(node);
    const name = node.rows.length > 0 && first ? first : [{ text: node.sign ?? node.id }];
    const group = node.parent === null || node.parent === this.#group ? "" : this.#groupPath(node.parent);
    this.#line(lead, below, group ? [...name, { text: `  [${group}]`, italic: true }] : name, node);
    const stem = edges.length > 0 ? "│" : " ";
    for (const line of rest) this.#line(`${below}${stem}  `, `${below}${stem}  `, line, node);
    for (const [index, edge] of edges.entries()) this.#edge(edge, below, index === edges.length - 1);
  }

  #edge(edge: GraphEdge, below: string, isLast: boolean): void {
    const target = this.#entries.get(edge.to);
    const dash = edge.stroke === "heavy" ? "━" : edge.stroke === "dashed" ? "╌" : "─";
    const label = [edge.startText, edge.label.map(lineText).join(" "), edge.endText]
      .filter(Boolean)
      .join(" ");
    const branch = `${below}${isLast ? "└" : "├"}${markerText(edge.start, LEFTWARD)}${dash}`;
    const next = `${below}${isLast ? " " : "│"}${" ".repeat(STEP - 1)}`;
    const way = [
      ...(label ? [{ text: ` ${label} ` }] : []),
      sign(`${dash}${markerText(edge.end, RIGHTWARD)} `),
    ];
    const name = this.#nameOf(edge.to);
    if (!target || this.#seen.has(edge.to)) {
      const isAbove = target !== undefined && target.edges.length > 0;
      this.#branch(branch, next, [...way, { text: name }, ...(isAbove ? [sign(" ↑")] : [])]);
    } else if (this.#columns - cellsOf(next) < LEAST_ROOM) {
      this.#branch(branch, next, [...way, { text: name }, sign(" ↓")]);
      this.#later.push(edge.to);
    } else if (cellsOf(branch) + lineCells(way) + cellsOf(name) <= this.#columns) {
      const after = this.#canvas.label(this.#canvas.signs(0, this.#row, branch), this.#row, way);
      this.#node(edge.to, " ".repeat(after), next);
    } else {
      this.#branch(branch, next, way);
      this.#node(edge.to, next, next);
    }
  }

  /** A branch with what stands on it, wrapped. */
  #branch(branch: string, next: string, line: Line): void {
    const start = cellsOf(branch);
    const isWhole = start + lineCells(line) <= this.#columns;
    const lines = isWhole ? [line] : wrapLines([line], Math.max(8, this.#columns - start - 1));
    for (const [index, part] of lines.entries()) {
      this.#canvas.signs(0, this.#row, index === 0 ? branch : next);
      this.#canvas.label(isWhole ? start : start + 1, this.#row, part);
      this.#row += 1;
    }
  }

  #nameOf(id: string): string {
    const entry = this.#entries.get(id);
    const [first] = entry ? nodeTexts(entry.node) : [];
    return first ? lineText(first) : (entry?.node.sign ?? this.#groupTitles.get(id) ?? id);
  }

  /** One line of a node, wrapped; `lead` stands before the first part and `below` before the others. */
  #line(lead: string, below: string, line: Line, node: GraphNode): void {
    const room = Math.max(8, this.#columns - Math.max(cellsOf(lead), cellsOf(below) + 2));
    const fg = lineColor(node.paint.stroke, this.#background);
    for (const [index, part] of wrapLines([line], room).entries()) {
      const prefix = index === 0 ? lead : `${below}  `;
      if (index > 0 || prefix.trim()) this.#canvas.signs(0, this.#row, prefix);
      this.#canvas.label(cellsOf(prefix), this.#row, part, { fg });
      this.#row += 1;
    }
  }

  #write(lead: string, text: string, bold: boolean): void {
    for (const part of wrapLines([[{ text }]], Math.max(8, this.#columns - cellsOf(lead)))) {
      this.#canvas.signs(0, this.#row, lead);
      this.#canvas.label(cellsOf(lead), this.#row, part, { bold });
      this.#row += 1;
    }
  }
}

const groupAsNode = ({ id, parent, title, paint }: Graph["groups"][number]): GraphNode => ({
  id,
  parent,
  shape: "round",
  rows: title.map((line): Row => ({ kind: "text", line, align: "center" })),
  paint,
});

/** What a node says, in lines; the lines of a plain label as one. */
export function nodeTexts(node: GraphNode): Line[] {
  const isPlain = node.rows.every((row) => row.kind === "text" && row.align === "center");
  const lines = node.rows.flatMap((row): Line[] => {
    if (row.kind === "rule") return [];
    if (row.kind === "text") return [row.line];
    return [
      row.cells.flatMap((cell, index) =>
        index > 0 && lineCells(cell) > 0 ? [{ text: "  " }, ...cell] : cell,
      ),
    ];
  });
  if (!isPlain || lines.length < 2) return lines;
  return [lines.flatMap((line, index) => (index > 0 ? [{ text: " " }, ...line] : line))];
}
