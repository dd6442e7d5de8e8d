/** Every kind of diagram is drawn, and each time the same. */
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { detectKind, renderDiagram, shutdown } from "./index.js";

afterAll(shutdown);

/** A source of every kind that the samples do not cover, and a word that must be in the picture. */
const sources: readonly [kind: string, word: string, source: string][] = [
  ["agentflow", "Start", "agentflow-beta\n a[Start] --> b[End]"],
  [
    "architecture",
    "Database",
    "architecture-beta\n group api(cloud)[API]\n service db(database)[Database] in api",
  ],
  ["block", "Wide", 'block-beta\n columns 2\n a["Wide"]:2\n b c'],
  ["c4", "System", 'C4Context\n Person(u, "User")\n System(s, "System")\n Rel(u, s, "Uses")'],
  ["cynefin", "Culture", 'cynefin-beta\n title T\n complex\n "Culture"'],
  ["eventmodeling", "AddItem", "eventmodeling\n\ntf 01 ui CartUI\ntf 02 cmd AddItem\ntf 03 evt ItemAdded"],
  ["ishikawa", "People", "ishikawa-beta\n Late\n  People\n   Training"],
  ["journey", "Make tea", "journey\n title T\n section S\n  Make tea: 5: Me"],
  ["kanban", "Todo", "kanban\n  Todo\n    [Create docs]\n  Done\n    id5[define]@{ priority: 'High' }"],
  ["packet", "Source", 'packet-beta\n 0-15: "Source"\n 16-31: "Target"'],
  ["radar", "Alice", 'radar-beta\n axis a["A"], b["B"], c["C"]\n curve x["Alice"]{1, 2, 3}'],
  ["railroad", "digit", 'railroad-ebnf-beta\n digit = "0" | "1" ;\n number = digit , { digit } ;'],
  ["requirement", "simulation", "requirementDiagram\n element e {\n  type: simulation\n }"],
  [
    "swimlane",
    "Start",
    "swimlane-beta LR\n subgraph A\n a[Start]\n end\n subgraph B\n b[End]\n end\n a --> b",
  ],
  ["treemap", "Leaf", 'treemap-beta\n"Section"\n    "Leaf": 12'],
  ["treeview", "index.ts", 'treeView-beta\n  "src"\n    "index.ts"'],
  ["usecase", "Customer", "usecase-beta\n actor Customer\n Customer --> Buy"],
  ["venn", "Alpha", 'venn-beta\n set A["Alpha"]: 10\n set B["Beta"]: 8\n union A,B: 3'],
  ["wardley", "Tea", "wardley-beta\ntitle T\ncomponent Tea [0.79, 0.61]"],
  ["xychart", "Sales", 'xychart-beta\n title "Sales"\n x-axis [jan, feb]\n bar [5, 6]'],
];

/** What was drawn of each source when it was drawn first. */
const drawnFirst = new Map<string, string>();

describe.each(sources)("%s", (kind, word, source) => {
  it("is detected and drawn", async () => {
    expect(detectKind(source)).toBe(kind);
    const drawn = await renderDiagram(source);
    drawnFirst.set(source, drawn.data);
    expect(drawn.kind).toBe(kind);
    expect(drawn.data).toContain(word);
    expect(Math.min(drawn.width, drawn.height)).toBeGreaterThan(10);
  });
});

it("draws a kind the same after others have changed the configuration", async () => {
  // Mermaid's configuration is copied less often than it was written for; kanban writes to its copy.
  const kanban = "kanban\n  Todo\n    [Create docs]\n  Done\n    [define]";
  const before = await renderDiagram(kanban);
  await renderDiagram('%%{init: {"theme": "dark", "kanban": {"sectionWidth": 400}}}%%\nkanban\n  A\n    [b]');
  await renderDiagram('%%{init: {"flowchart": {"nodeSpacing": 5}}}%%\nflowchart TD\nA-->B');
  expect(await renderDiagram(kanban)).toEqual(before);
});

it("gives the same bytes for the same source, in a new process and after other diagrams", async () => {
  const samples = new URL("../fixtures/samples/", import.meta.url);
  const all = [
    ...readdirSync(samples)
      .filter((name) => !name.includes("flow150"))
      .map((name) => readFileSync(new URL(name, samples), "utf8")),
    ...sources.map(([, , source]) => source),
    // What is named by a random number: parts of composite states, and blocks without a name.
    "stateDiagram-v2\n state Both {\n  a --> b\n  --\n  c --> d\n }\n Both --> Off\n note right of Off : text",
    "block\n columns 3\n a space b\n block\n  c\n end",
  ];
  const draw = async (source: string): Promise<string> => (await renderDiagram(source)).data;
  for (const source of all) if (!drawnFirst.has(source)) drawnFirst.set(source, await draw(source));
  shutdown();
  for (const source of all.toReversed()) expect(await draw(source)).toBe(drawnFirst.get(source));
}, 60_000);
