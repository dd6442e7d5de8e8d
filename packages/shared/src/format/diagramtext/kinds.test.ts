import { expect, test } from "vitest";
import { diagramKind, statementLines } from "./kinds.js";

test.each([
  ["graph TD\nA-->B", "flowchart"],
  ["graph LR", "flowchart"],
  ["flowchart TB", "flowchart"],
  ["sequenceDiagram", "sequence diagram"],
  ["classDiagram-v2", "class diagram"],
  ["stateDiagram-v2", "state diagram"],
  ["erDiagram", "entity relationship diagram"],
  ["gantt", "Gantt chart"],
  ["pie title Pets", "pie chart"],
  ["gitGraph:", "Git graph"],
  ["gitgraph", "Git graph"],
  ["mindmap", "mind map"],
  ["timeline", "timeline"],
  ["quadrantChart", "quadrant chart"],
  ["sankey-beta", "Sankey diagram"],
  ["xychart-beta", "diagram"],
  ["constructor", "diagram"],
  ["", "diagram"],
  ["\n---\ntitle: a\n---\n%%{init: {'theme':'dark'}}%%\n%% note\n\n  pie", "pie chart"],
  ["%%{init: {}}%% graph TD", "flowchart"],
])("%j is a %s", (source, kind) => expect(diagramKind(source)).toBe(kind));

test("lines are counted as the parser counts them, and know their place in the source", () => {
  const source = "---\na: b\n---\n%% comment\n\ngraph TD\n  %% another\nA-->B";
  expect(statementLines(source)).toEqual([
    { text: "graph TD", number: 6 },
    { text: "A-->B", number: 8 },
  ]);
});

test("openings of directives without an end are text", () => {
  expect(statementLines("%%{a}%% %%{b}%%c %%{ d")).toEqual([{ text: " c %%{ d", number: 1 }]);
});
