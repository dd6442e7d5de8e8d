/**
 * Lines can be followed: whoever walks over the drawn cells from a box comes to the boxes that its edges lead to, and to
 * no others.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Canvas } from "../canvas.js";
import { sidesOf } from "../glyphs.js";
import { plain } from "../rich-text.js";
import { fitGraph } from "./fit.js";
import { bit, type Heading, HEADINGS, opposite, STEP_COLUMN, STEP_ROW } from "./grid.js";
import type { Layout } from "./layout.js";
import {
  type Graph,
  type GraphEdge,
  type Marker,
  PLAIN_EDGE,
  PLAIN_PAINT,
  type Rect,
  type Shape,
} from "./model.js";
import type { FittedGraph } from "./pages.js";

const HEADS = new Set("▲►▼◄△▷▽◁○✕◆◇⊕∨∧<>╪╫");

/** What a walk found: an end of a line at a box. */
interface Arrival {
  readonly box: string;
  readonly hasHead: boolean;
  /** Whether the line forked or merged on the way. */
  readonly branched: boolean;
}

const contains = ({ left, top, width, height }: Rect, column: number, row: number): boolean =>
  column >= left && column < left + width && row >= top && row < top + height;

/** Walks over a drawing. */
class Walker {
  readonly #groups: ReadonlyMap<string, Rect>;

  constructor(
    readonly canvas: Canvas,
    readonly layout: Layout,
    /** Groups that edges end at; the frames of others are crossed. */
    ends: ReadonlySet<string>,
  ) {
    this.#groups = new Map([...layout.groups].filter(([id]) => ends.has(id)));
  }

  get boxes(): ReadonlyMap<string, Rect> {
    return new Map([...this.layout.nodes, ...this.#groups]);
  }

  /** The box that a step ends at: a node, or the frame of a group where nothing crosses it. */
  boxAt(column: number, row: number, hasHead: boolean): string | undefined {
    const node = [...this.layout.nodes].find(([, rect]) => contains(rect, column, row))?.[0];
    if (node !== undefined) return node;
    if (!hasHead && sidesOf(this.canvas.peek(column, row)?.mask ?? 0) !== 3) return undefined;
    return [...this.#groups].find(
      ([, { left, top, width, height }]) =>
        contains({ left, top, width, height }, column, row) &&
        (column === left || column === left + width - 1 || row === top || row === top + height - 1),
    )?.[0];
  }

  /** All ends that can be reached from a box along lines that begin there without a sign. */
  from(id: string): Arrival[] {
    const rect = this.boxes.get(id);
    if (!rect) return [];
    const found: Arrival[] = [];
    for (const heading of HEADINGS)
      for (const [column, row] of outside(rect, heading)) {
        // A line that crosses the frame of a group does not begin there.
        const border = this.canvas.peek(column - (STEP_COLUMN[heading] ?? 0), row - (STEP_ROW[heading] ?? 0));
        if (this.#groups.has(id) && sidesOf(border?.mask ?? 0) !== 3) continue;
        const cell = this.canvas.peek(column, row);
        if (!cell || cell.isLabel || (cell.mask & bit(opposite(heading))) === 0 || HEADS.has(cell.glyph))
          continue;
        this.walk(column, row, heading, false, found, new Set());
      }
    return found;
  }

  walk(
    column: number,
    row: number,
    into: Heading,
    branched: boolean,
    found: Arrival[],
    seen: Set<string>,
  ): void {
    const key = `${column} ${row} ${into}`;
    if (seen.has(key)) return;
    seen.add(key);
    const cell = this.canvas.peek(column, row);
    if (!cell) return;
    // Where four sides meet two lines cross.
    const isCrossing = sidesOf(cell.mask) === 4;
    const ways = HEADINGS.filter((out) => out !== opposite(into) && (cell.mask & bit(out)) !== 0);
    const open = isCrossing ? ways.filter((out) => out === into) : ways;
    for (const out of open) {
      const nextColumn = column + (STEP_COLUMN[out] ?? 0);
      const nextRow = row + (STEP_ROW[out] ?? 0);
      const forked = branched || open.length > 1;
      const box = this.boxAt(nextColumn, nextRow, HEADS.has(cell.glyph));
      if (box !== undefined) found.push({ box, hasHead: HEADS.has(cell.glyph), branched: forked });
      else if (this.labelAt(nextColumn, nextRow))
        this.throughLabel([nextColumn, nextRow], [column, row], forked, found, seen);
      else this.walk(nextColumn, nextRow, out, forked, found, seen);
    }
  }

  labelAt(column: number, row: number): Rect | undefined {
    return [...this.layout.labels.values()].find((rect) => contains(rect, column, row));
  }

  /** A line that stops at a label goes on at another side of it. */
  throughLabel(
    [column, row]: readonly [number, number],
    [cameColumn, cameRow]: readonly [number, number],
    branched: boolean,
    found: Arrival[],
    seen: Set<string>,
  ): void {
    const rect = this.labelAt(column, row);
    if (!rect) return;
    for (const heading of HEADINGS)
      for (const [outColumn, outRow] of outside(rect, heading)) {
        const cell = this.canvas.peek(outColumn, outRow);
        if (outColumn === cameColumn && outRow === cameRow) continue;
        if (cell && (cell.mask & bit(opposite(heading))) !== 0)
          this.walk(outColumn, outRow, heading, branched, found, seen);
      }
  }
}

/** The cells around a rectangle on one side. */
function outside({ left, top, width, height }: Rect, heading: Heading): (readonly [number, number])[] {
  const length = heading % 2 === 0 ? width : height;
  return Array.from({ length }, (_, at) =>
    heading === 0
      ? [left + at, top - 1]
      : heading === 2
        ? [left + at, top + height]
        : heading === 1
          ? [left + width, top + at]
          : [left - 1, top + at],
  );
}

/** What a drawing says about who leads to whom, and what the graph says. */
function readings(
  graph: Graph,
  { canvas, layout }: FittedGraph,
): { drawn: string[]; meant: string[] } | null {
  if (!layout) return null;
  const walker = new Walker(canvas, layout, new Set(graph.edges.flatMap((edge) => [edge.from, edge.to])));
  const drawn = new Set<string>();
  for (const id of walker.boxes.keys())
    for (const { box, hasHead, branched } of walker.from(id)) {
      if (hasHead) drawn.add(`${id} -> ${box}`);
      else if (!branched) drawn.add([id, box].toSorted().join(" - "));
    }
  const meant = graph.edges
    .filter((edge) => edge.stroke !== "invisible")
    .flatMap((edge) => {
      if (edge.start === "none" && edge.end === "none") return [[edge.from, edge.to].toSorted().join(" - ")];
      return [
        ...(edge.start === "none" ? [`${edge.from} -> ${edge.to}`] : []),
        ...(edge.end === "none" ? [`${edge.to} -> ${edge.from}`] : []),
      ];
    });
  return { drawn: [...drawn].toSorted(), meant: [...new Set(meant)].toSorted() };
}

/** Nothing is over or in what it does not belong to, and nothing is wider than asked for. */
function expectRoom(graph: Graph, { canvas, layout }: FittedGraph, widest: number): void {
  expect(canvas.collisions).toBe(0);
  const { lines, columns } = canvas.write({ color: "none", ascii: false });
  const many = graph.edges.filter((edge) => edge.endText === "0..*").length;
  expect(lines.join("\n").split("0..*").length - 1).toBeGreaterThanOrEqual(many);
  expect(columns).toBeLessThanOrEqual(widest);
  for (const [id, group] of layout?.groups ?? [])
    for (const node of graph.nodes) {
      const rect = layout?.nodes.get(node.id);
      if (!rect) continue;
      const overlaps =
        rect.left < group.left + group.width &&
        group.left < rect.left + rect.width &&
        rect.top < group.top + group.height &&
        group.top < rect.top + rect.height;
      expect(overlaps, `${node.id} in ${id}`).toBe(node.parent === id);
    }
}

const shapes: Shape[] = ["rect", "round", "stadium", "cylinder", "diamond", "hexagon", "subroutine", "note"];
const ends: (readonly [Marker, Marker])[] = [
  ["none", "arrow"],
  ["none", "arrow"],
  ["none", "arrow"],
  ["none", "none"],
  ["extension", "none"],
  ["none", "circle"],
  ["one", "zero-many"],
];

const graphs = fc
  .record({
    count: fc.integer({ min: 2, max: 10 }),
    direction: fc.constantFrom("TB", "LR", "BT", "RL"),
    links: fc.array(
      fc.record({
        from: fc.nat(),
        to: fc.nat(),
        ends: fc.constantFrom(...ends),
        label: fc.constantFrom("", "", "yes", "a longer label of several words"),
        stroke: fc.constantFrom("light", "light", "dashed", "heavy"),
        texts: fc.constantFrom(["", ""], ["", ""], ["", ""], ["1", "0..*"], ["", "1"]),
      }),
      { minLength: 1, maxLength: 14 },
    ),
    looks: fc.array(fc.record({ shape: fc.constantFrom(...shapes), group: fc.nat({ max: 5 }) }), {
      minLength: 10,
      maxLength: 10,
    }),
  })
  .map(({ count, direction, links, looks }): Graph => {
    const nodes = Array.from({ length: count }, (_, index) => {
      const look = looks[index] ?? { shape: "rect", group: 5 };
      return {
        id: `n${index}`,
        parent: look.group < 2 ? `g${look.group}` : null,
        shape: look.shape,
        rows: [{ kind: "text" as const, line: plain(`Node ${index}`), align: "center" as const }],
        paint: PLAIN_PAINT,
      };
    });
    const nameOf = (end: number): string => {
      const node = nodes[end % count];
      // Some edges end at a group instead of at one of its nodes.
      return node?.parent && end % 5 === 0 ? node.parent : `n${end % count}`;
    };
    const edges = links.flatMap((link): GraphEdge[] => {
      const from = nameOf(link.from);
      const to = nameOf(link.to);
      const isNested = [from, to].some((id) =>
        nodes.some((node) => node.parent === id && (node.id === from || node.id === to)),
      );
      // From a box to itself only with a sign at one end: who would read another?
      const [start, end] = from === to ? (["none", "arrow"] as const) : link.ends;
      if (isNested) return [];
      return [
        {
          from,
          to,
          label: link.label ? [plain(link.label)] : [],
          start,
          end,
          startText: link.texts[0] ?? "",
          endText: link.texts[1] ?? "",
          stroke: link.stroke,
          color: null,
          length: 1,
        },
      ];
    });
    const groups = ["g0", "g1"]
      .filter((id) => nodes.some((node) => node.parent === id))
      .map((id) => ({
        id,
        parent: null,
        title: [plain(`Group ${id}`)],
        direction: null,
        dash: false,
        paint: PLAIN_PAINT,
      }));
    return { direction, nodes, groups, edges };
  });

describe("a drawn graph", () => {
  it("leads from every box to where its edges lead and nowhere else, holds in a group what belongs to it and nothing else, and covers no label", () => {
    let all = 0;
    let drawings = 0;
    fc.assert(
      fc.property(graphs, fc.constantFrom(80, 100, 120), (graph, columns) => {
        all += 1;
        const fitted = fitGraph(graph, columns, null);
        expectRoom(graph, fitted, columns);
        const found = readings(graph, fitted);
        if (!found) return;
        drawings += 1;
        expect(found.drawn).toEqual(found.meant);
      }),
      { numRuns: 120 },
    );
    // Most of them are drawings and no outlines.
    expect(drawings / all).toBeGreaterThan(0.75);
  }, 120_000);

  it("has a sign at the end of a line, never in the middle of another that goes on", () => {
    const node = (id: string, parent: string): Graph["nodes"][number] => ({
      id,
      parent,
      shape: "rect",
      rows: [{ kind: "text", line: plain(`Node ${id}`), align: "center" }],
      paint: PLAIN_PAINT,
    });
    const arrow = (from: string, to: string): GraphEdge => ({ from, to, ...PLAIN_EDGE });
    const groups = ["g0", "g1"].map((id) => ({
      id,
      parent: null,
      title: [plain(`Group ${id}`)],
      direction: null,
      dash: false,
      paint: PLAIN_PAINT,
    }));
    const nodes = [node("n0", "g1"), node("n1", "g1"), node("n2", "g0"), node("n3", "g0")];
    const edges = [arrow("n1", "n0"), arrow("g1", "n2"), arrow("n3", "g1"), arrow("n3", "n0")];
    const graph: Graph = { direction: "TB", nodes, groups, edges };
    const found = readings(graph, fitGraph(graph, 60, null));
    expect(found?.drawn).toEqual(["g1 -> n2", "n1 -> n0", "n3 -> g1", "n3 -> n0"]);
    // Nor does a line begin at a frame where another comes out of it.
    const out = [arrow("n0", "n2"), arrow("g1", "n2")];
    const apart = [node("n0", "g1"), node("n2", "g0")];
    const two: Graph = { direction: "TB", nodes: apart, groups, edges: out };
    const both = readings(two, fitGraph(two, 60, null));
    expect(both?.drawn).toEqual(["g1 -> n2", "n0 -> n2"]);
  });
});
