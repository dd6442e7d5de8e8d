/** Who stands in which group, and at which level of groups an edge runs. */
import type { Graph, GraphEdge } from "./model.js";

/** Deeper nesting than this is not followed. */
const MOST_LEVELS = 60;

/** An edge at its level: between two children of one group (or of the whole). */
export interface LevelEdge {
  readonly index: number;
  readonly edge: GraphEdge;
  readonly from: string;
  readonly to: string;
}

/** The tree of groups. */
export class Hierarchy {
  readonly #parents = new Map<string, string | null>();
  readonly #children = new Map<string | null, string[]>();
  readonly #groups: ReadonlySet<string>;
  readonly #edges = new Map<string | null, LevelEdge[]>();

  constructor(graph: Graph) {
    this.#groups = new Set(graph.groups.map((group) => group.id));
    for (const { id, parent } of [...graph.groups, ...graph.nodes]) {
      if (this.#parents.has(id)) continue;
      this.#parents.set(id, parent !== null && this.#groups.has(parent) && parent !== id ? parent : null);
    }
    for (const id of this.#parents.keys())
      if (this.#pathOf(id).length > MOST_LEVELS) this.#parents.set(id, null);
    for (const [id, parent] of this.#parents) {
      const siblings = this.#children.get(parent) ?? [];
      siblings.push(id);
      this.#children.set(parent, siblings);
    }
    for (const [index, edge] of graph.edges.entries()) this.#place(index, edge);
    for (const [parent, siblings] of this.#children)
      this.#children.set(parent, this.#inFlow(parent, siblings));
  }

  /** What nothing leads to comes first, then as edges name it: the flow begins where its author began. */
  #inFlow(parent: string | null, siblings: readonly string[]): string[] {
    const edges = this.edgesAt(parent);
    const reached = new Set(edges.flatMap(({ from, to }) => (from === to ? [] : [to])));
    const sources = siblings.filter((id) => !reached.has(id));
    return [...new Set([...sources, ...edges.flatMap(({ from, to }) => [from, to]), ...siblings])];
  }

  isGroup(id: string): boolean {
    return this.#groups.has(id);
  }

  /** A group without anything in it is drawn as a box of its own. */
  childrenOf(id: string | null): readonly string[] {
    return this.#children.get(id) ?? [];
  }

  edgesAt(level: string | null): readonly LevelEdge[] {
    return this.#edges.get(level) ?? [];
  }

  parentOf(id: string): string | null {
    return this.#parents.get(id) ?? null;
  }

  /** Whether `id` stands in the group, however deep. */
  isInside(id: string, group: string): boolean {
    return this.#pathOf(id).includes(group);
  }

  /** An end of an edge that is a group around the other end is taken for the first node in it. */
  endsOf(edge: GraphEdge): { from: string; to: string } | null {
    if (!this.#parents.has(edge.from) || !this.#parents.has(edge.to)) return null;
    const from = this.isInside(edge.to, edge.from) ? this.#firstNode(edge.from) : edge.from;
    const to = this.isInside(edge.from, edge.to) ? this.#firstNode(edge.to) : edge.to;
    return { from, to };
  }

  #firstNode(group: string): string {
    let at = group;
    for (let depth = 0; depth < MOST_LEVELS; depth += 1) {
      const first = this.childrenOf(at)[0];
      if (first === undefined) return at;
      at = first;
    }
    return at;
  }

  /** The groups around something, from the innermost. */
  #pathOf(id: string): string[] {
    const path: string[] = [];
    let at = this.#parents.get(id) ?? null;
    while (at !== null && path.length <= MOST_LEVELS) {
      path.push(at);
      at = this.#parents.get(at) ?? null;
    }
    return path;
  }

  #place(index: number, edge: GraphEdge): void {
    const ends = this.endsOf(edge);
    if (!ends) return;
    const fromPath = [ends.from, ...this.#pathOf(ends.from)];
    const toPath = [ends.to, ...this.#pathOf(ends.to)];
    const level =
      ends.from === ends.to
        ? this.parentOf(ends.from)
        : (fromPath.slice(1).find((id) => toPath.slice(1).includes(id)) ?? null);
    const lifted = (path: readonly string[]): string =>
      path[level === null ? path.length - 1 : path.indexOf(level) - 1] ?? path[0] ?? "";
    const edges = this.#edges.get(level) ?? [];
    edges.push({ index, edge, from: lifted(fromPath), to: lifted(toPath) });
    this.#edges.set(level, edges);
  }
}
