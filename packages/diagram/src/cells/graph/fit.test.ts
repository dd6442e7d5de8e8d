/** What becomes of a graph that does not fit: it is turned, drawn group by group, and at last an outline. */
import { expect, it } from "vitest";
import { plain } from "../rich-text.js";
import { fitGraph } from "./fit.js";
import { type Graph, type GraphEdge, type GraphNode, PLAIN_EDGE, PLAIN_PAINT } from "./model.js";

const node = (id: string, parent: string | null, text: string): GraphNode => ({
  id,
  parent,
  shape: "rect",
  rows: [{ kind: "text", line: plain(text), align: "center" }],
  paint: PLAIN_PAINT,
});

const edge = (from: string, to: string, label = "", more: Partial<GraphEdge> = {}): GraphEdge => ({
  from,
  to,
  ...PLAIN_EDGE,
  label: label ? [plain(label)] : [],
  ...more,
});

const draw = (graph: Graph, columns: number): { lines: readonly string[]; isDrawn: boolean } => {
  const { canvas, layout } = fitGraph(graph, columns, null);
  const { lines, columns: width } = canvas.write({ color: "none", ascii: false });
  expect(canvas.collisions).toBe(0);
  expect(width).toBeLessThanOrEqual(columns);
  return { lines, isDrawn: layout !== null };
};

it("a chain that is too long to go sideways goes down", () => {
  const nodes = ["One", "Two", "Three", "Four"].map((text, index) => node(`n${index}`, null, text));
  const edges = [edge("n0", "n1"), edge("n1", "n2"), edge("n2", "n3")];
  const graph: Graph = { direction: "LR", nodes, groups: [], edges };
  expect(draw(graph, 60).lines).toHaveLength(3);
  expect(draw(graph, 20).lines.length).toBeGreaterThan(12);
  expect(draw(graph, 20).isDrawn).toBe(true);
});

/** Two groups, each with a root that leads to many. */
const wide: Graph = {
  direction: "TB",
  groups: ["a", "b"].map((id) => ({
    id,
    parent: null,
    title: [plain(`Group ${id}`)],
    direction: null,
    dash: false,
    paint: PLAIN_PAINT,
  })),
  nodes: ["a", "b"].flatMap((group) =>
    Array.from({ length: 7 }, (_, index) => node(`${group}${index}`, group, `Service ${group}${index}`)),
  ),
  edges: [
    ...["a", "b"].flatMap((group) =>
      [1, 2, 3, 4, 5, 6].map((index) => edge(`${group}0`, `${group}${index}`)),
    ),
    ...[1, 2, 3, 4, 5, 6].flatMap((one) =>
      [1, 2, 3].map((other) => edge(`a${one}`, `b${other}`, `call ${one}${other}`)),
    ),
    edge("a", "b", "before", { stroke: "dashed", startText: "1", endText: "0..*" }),
  ],
};

it("groups that have no room together are drawn one by one, with what runs between them as a list", () => {
  const { lines, isDrawn } = draw(wide, 48);
  const text = lines.join("\n");
  expect(isDrawn).toBe(false);
  expect(lines.filter((line) => line.startsWith("── Group"))).toEqual(["── Group a", "── Group b"]);
  for (const { rows } of wide.nodes)
    for (const row of rows) if (row.kind === "text") expect(text).toContain(row.line[0]?.text);
  expect(text).toContain("Service a1 ─ call 11 ─► Service b1");
  expect(text).toContain("Group a ╌ 1 before 0..* ╌► Group b");
  expect(text).toContain("┌");
});

it("an outline says every node once with its group, and every edge with its label and its signs", () => {
  const chain = Array.from({ length: 300 }, (_, index) =>
    node(`n${index}`, index < 2 ? "g" : null, `Step ${index}`),
  );
  const edges = chain.slice(1).map((one, index) => edge(`n${index}`, one.id, index === 5 ? "sixth" : ""));
  const graph: Graph = {
    direction: "TB",
    nodes: chain,
    groups: [
      { id: "g", parent: null, title: [plain("First")], direction: null, dash: false, paint: PLAIN_PAINT },
    ],
    edges: [...edges, edge("n299", "n0", "again", { stroke: "heavy", start: "one", end: "zero-many" })],
  };
  const { lines, isDrawn } = draw(graph, 60);
  const text = lines.join("\n");
  expect(isDrawn).toBe(false);
  expect(lines[0]).toBe("[First]");
  expect(text).toContain("─ sixth ─► Step 6");
  expect(text).toContain("╫━ again ━○< Step 0 ↑");
  for (let index = 0; index < 300; index += 1) expect(text).toMatch(new RegExp(`Step ${index}\\b`));
});
