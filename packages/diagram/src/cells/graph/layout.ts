/** Where everything of a graph stands: each group by itself, the parts that do not hang together one after the other. */
import { type Line, widestLine, wrapLines } from "../rich-text.js";
import { cellsOf } from "../width.js";
import { type Content, fitContent } from "./content.js";
import { Hierarchy, type LevelEdge } from "./hierarchy.js";
import {
  type Direction,
  type Graph,
  type GraphGroup,
  type GraphNode,
  isHorizontal,
  type Rect,
  turned,
} from "./model.js";
import { type Gaps, type Placed, rankLayout, type Size } from "./rank-layout.js";
import { nodeSize } from "./shapes.js";

/** One way to lay a graph out. */
export interface Variant {
  readonly gaps: Gaps;
  /** Where text in nodes and on edges is wrapped. */
  readonly wrap: number;
  /** Whether the flow is turned by a quarter. */
  readonly turn: boolean;
  /** Free cells inside a group, beyond those that there always are. */
  readonly padding: number;
}

/** A group at its place. */
export interface PlacedGroup extends Rect {
  readonly group: GraphGroup;
  /** More than one line stands inside, else on the border. */
  readonly title: readonly Line[];
}

export interface Layout extends Size {
  readonly nodes: ReadonlyMap<string, Rect>;
  readonly groups: ReadonlyMap<string, PlacedGroup>;
  readonly labels: ReadonlyMap<number, Rect>;
  readonly contents: ReadonlyMap<string, Content>;
  readonly labelLines: ReadonlyMap<number, readonly Line[]>;
  readonly hierarchy: Hierarchy;
  readonly direction: Direction;
}

const LEAST_WIDTH = 8;
const COMPONENT_GAP = 3;
/** Columns and rows of a group's frame on each side. */
const FRAME_COLUMNS = 2;
const FRAME_ROWS = 2;
/** Rows above the label of a loop, for the line to turn into its box. */
const LOOP_ROWS = 1;
/** Columns beside a text at the end of a line. */
const TEXT_GAP = 2;
const MOST_TEXT_WIDTH = 40;

/** Lays a graph out for at most `columns`, which it may not be able to keep. */
export function layoutGraph(graph: Graph, columns: number, variant: Variant): Layout {
  return new LayoutRun(graph, variant).run(columns);
}

class LayoutRun {
  readonly #graph: Graph;
  readonly #variant: Variant;
  readonly #hierarchy: Hierarchy;
  readonly #nodes = new Map<string, Rect>();
  readonly #groups = new Map<string, PlacedGroup>();
  readonly #labels = new Map<number, Rect>();
  readonly #contents = new Map<string, Content>();
  readonly #labelLines = new Map<number, readonly Line[]>();
  readonly #groupOf: ReadonlyMap<string, GraphGroup>;
  readonly #nodeOf: ReadonlyMap<string, GraphNode>;
  /** How many lines may have to reach a node on one side. */
  readonly #ports = new Map<string, number>();
  /** What is written at the ends of lines at a node. */
  readonly #endTexts = new Map<string, string[]>();

  constructor(graph: Graph, variant: Variant) {
    this.#graph = graph;
    this.#variant = variant;
    this.#hierarchy = new Hierarchy(graph);
    this.#groupOf = new Map(graph.groups.map((group) => [group.id, group]));
    this.#nodeOf = new Map(graph.nodes.map((node) => [node.id, node]));
    this.#countPorts();
  }

  run(columns: number): Layout {
    const { wrap } = this.#variant;
    const most = Math.max(LEAST_WIDTH, columns - 6);
    for (const node of this.#graph.nodes) this.#contents.set(node.id, fitContent(node.rows, wrap, most));
    for (const [index, edge] of this.#graph.edges.entries())
      if (edge.label.length > 0)
        this.#labelLines.set(index, wrapLines(edge.label, Math.max(10, Math.min(wrap, 24)), most));
    const direction = this.#directionOf(null, this.#graph.direction);
    const size = this.#level(null, columns, direction);
    return {
      ...size,
      nodes: this.#nodes,
      groups: this.#groups,
      labels: this.#labels,
      contents: this.#contents,
      labelLines: this.#labelLines,
      hierarchy: this.#hierarchy,
      direction,
    };
  }

  #directionOf(group: string | null, inherited: Direction): Direction {
    const own = group === null ? this.#graph.direction : this.#groupOf.get(group)?.direction;
    if (!own) return inherited;
    return this.#variant.turn ? turned(own) : own;
  }

  /** Edges that cannot share a line each need a place of their own at their box. */
  #countPorts(): void {
    const seen = new Set<string>();
    for (const edge of this.#graph.edges) {
      for (const [id, text] of [
        [edge.from, edge.startText],
        [edge.to, edge.endText],
      ] as const)
        if (text) this.#endTexts.set(id, [...(this.#endTexts.get(id) ?? []), text]);
      const isShared = (edge.start === "none") !== (edge.end === "none");
      for (const id of [edge.from, edge.to]) {
        const key = `${id} ${id === edge.from} ${edge.stroke}`;
        if (isShared && seen.has(key)) continue;
        seen.add(key);
        this.#ports.set(id, (this.#ports.get(id) ?? 0) + 1);
      }
    }
  }

  #sizeOf(id: string, sideways: boolean): Size {
    const node = this.#nodeOf.get(id);
    const content = this.#contents.get(id);
    if (!node || !content) return { width: 1, height: 1 };
    const { width, height } = nodeSize(node, content, sideways);
    if (node.shape === "dot" || node.shape === "bar") return { width, height };
    const ports = Math.ceil((this.#ports.get(id) ?? 0) / 2);
    const texts = this.#endTexts.get(id) ?? [];
    const textWidth = texts.reduce((sum, text) => sum + cellsOf(text) + TEXT_GAP, 2);
    // No line ends at the lid of a cylinder: where two come from one side, there is a row for each.
    const lid = node.shape === "cylinder" ? 1 : 0;
    const rows = lid && this.#hasTwoOnOneSide(id) ? Math.max(2, ports) : ports;
    return sideways
      ? { width, height: Math.max(height, Math.min(rows, 7) + 2 + lid) }
      : { width: Math.max(width, Math.min(ports, 9) * 2 + 3, Math.min(textWidth, MOST_TEXT_WIDTH)), height };
  }

  #hasTwoOnOneSide(id: string): boolean {
    const { edges } = this.#graph;
    return (
      edges.filter(({ to }) => to === id).length > 1 || edges.filter(({ from }) => from === id).length > 1
    );
  }

  /** Lays out the children of a group from 0, 0. */
  #level(level: string | null, room: number, direction: Direction): Size {
    const sideways = isHorizontal(direction);
    const children = this.#hierarchy.childrenOf(level);
    const edges = this.#hierarchy.edgesAt(level);
    const sizes = new Map<string, Size>();
    for (const id of children)
      sizes.set(
        id,
        this.#hierarchy.isGroup(id) ? this.#groupSize(id, room, direction) : this.#sizeOf(id, sideways),
      );
    const placed = components(children, edges).map(({ ids, joined }) => {
      const own = new Map(ids.map((id) => [id, sizes.get(id) ?? { width: 1, height: 1 }]));
      return joined.length > 0
        ? rankLayout(own, joined, (edge) => this.#labelSize(edge, sideways), direction, this.#variant.gaps)
        : single(own);
    });
    return this.#pack(placed, room, sideways);
  }

  /** One part beside the other as long as there is room. */
  #pack(parts: readonly Placed[], room: number, sideways: boolean): Size {
    let left = 0;
    let top = 0;
    let shelf = 0;
    let width = 0;
    const gap = this.#variant.gaps.columns > 2 ? COMPONENT_GAP : 2;
    for (const part of parts) {
      const isAlone = sideways && part.boxes.size > 1;
      if (left > 0 && (left + part.width > room || isAlone)) {
        left = 0;
        top += shelf + 1;
        shelf = 0;
      }
      for (const [id, rect] of part.boxes)
        this.#put(id, { ...rect, left: rect.left + left, top: rect.top + top });
      for (const [index, rect] of part.labels)
        this.#labels.set(index, {
          ...this.#tightLabel(index),
          left: rect.left + left,
          top: rect.top + top + (sideways && this.#isLoop(index) ? LOOP_ROWS : 0),
        });
      width = Math.max(width, left + part.width);
      shelf = Math.max(shelf, part.height);
      left = isAlone ? room : left + part.width + gap;
    }
    return { width, height: top + shelf };
  }

  #put(id: string, rect: Rect): void {
    const group = this.#groups.get(id);
    if (!group) {
      this.#nodes.set(id, rect);
      return;
    }
    const inside = {
      left: rect.left + FRAME_COLUMNS + 1 + this.#variant.padding,
      top: rect.top + this.#topOf(group.title),
    };
    Object.assign(group, rect);
    this.#shift(id, inside.left, inside.top);
  }

  /** Moves what stands in a group. */
  #shift(level: string, columns: number, rows: number): void {
    for (const id of this.#hierarchy.childrenOf(level)) {
      const rect = this.#groups.get(id) ?? this.#nodes.get(id);
      if (!rect) continue;
      rect.left += columns;
      rect.top += rows;
      if (this.#groups.has(id)) this.#shift(id, columns, rows);
    }
    for (const { index } of this.#hierarchy.edgesAt(level)) {
      const rect = this.#labels.get(index);
      if (!rect) continue;
      rect.left += columns;
      rect.top += rows;
    }
  }

  #topOf(title: readonly Line[]): number {
    return FRAME_ROWS + this.#variant.padding + (title.length > 1 ? title.length : 0);
  }

  #groupSize(id: string, room: number, inherited: Direction): Size {
    const group = this.#groupOf.get(id);
    const around = 2 * (FRAME_COLUMNS + 1 + this.#variant.padding);
    const inner = this.#level(id, Math.max(LEAST_WIDTH, room - around), this.#directionOf(id, inherited));
    const title = wrapLines(group?.title ?? [], Math.max(inner.width, room - around, LEAST_WIDTH));
    // A title on the border leaves some of it free for lines to cross.
    const width = Math.max(inner.width, widestLine(title) + 2) + around;
    const height = inner.height + this.#topOf(title) + FRAME_ROWS + this.#variant.padding;
    // What is narrower than the title stands in its middle.
    const slack = Math.floor((width - around - inner.width) / 2);
    if (slack > 0) this.#shift(id, slack, 0);
    if (group) this.#groups.set(id, { group, title, left: 0, top: 0, width, height });
    return { width, height };
  }

  /** A line into a group may have to go around its title on the way from the label. */
  #labelSize({ index, from, to }: LevelEdge, sideways: boolean): Size | null {
    if (!this.#labelLines.has(index)) return null;
    const { width, height } = this.#tightLabel(index);
    const isIntoGroup = this.#hierarchy.isGroup(from) || this.#hierarchy.isGroup(to);
    if (sideways) return { width, height: height + (from === to ? LOOP_ROWS : 0) };
    return { width, height: height + (isIntoGroup ? 1 : 0) };
  }

  #isLoop(index: number): boolean {
    const edge = this.#graph.edges[index];
    return edge !== undefined && edge.from === edge.to;
  }

  #tightLabel(index: number): Size {
    const lines = this.#labelLines.get(index) ?? [];
    return { width: widestLine(lines) + 2, height: lines.length };
  }
}

function single(sizes: ReadonlyMap<string, Size>): Placed {
  const boxes = new Map([...sizes].map(([id, size]) => [id, { left: 0, top: 0, ...size }]));
  const [size = { width: 0, height: 0 }] = sizes.values();
  return { ...size, boxes, labels: new Map() };
}

/** The parts of a level that hang together, in the order in which they begin. */
function components(
  children: readonly string[],
  edges: readonly LevelEdge[],
): { ids: string[]; joined: LevelEdge[] }[] {
  const root = new Map(children.map((id) => [id, id]));
  const find = (id: string): string => {
    let at = id;
    for (let up = root.get(at); up !== undefined && up !== at; up = root.get(at)) at = up;
    root.set(id, at);
    return at;
  };
  for (const { from, to } of edges) root.set(find(to), find(from));
  const parts = new Map<string, { ids: string[]; joined: LevelEdge[] }>();
  for (const id of children) {
    const part = parts.get(find(id)) ?? { ids: [], joined: [] };
    part.ids.push(id);
    parts.set(find(id), part);
  }
  for (const edge of edges) parts.get(find(edge.from))?.joined.push(edge);
  return [...parts.values()];
}
