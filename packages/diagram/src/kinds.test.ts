/** Kinds by their opening keyword. */
import { expect, it } from "vitest";
import { detectKind, withCanonicalKeyword } from "./kinds.js";

it.each([
  ["graph TD\nA-->B", "flowchart"],
  ["flowchart LR\nA-->B", "flowchart"],
  ["sequenceDiagram\nA->>B: x", "sequence"],
  ["classDiagram-v2\nclass A", "class"],
  ["stateDiagram-v2\n[*] --> A", "state"],
  ["erDiagram\nA ||--o{ B : has", "er"],
  ["gantt\ntitle T", "gantt"],
  ["pie showData", "pie"],
  ["gitgraph\ncommit", "gitgraph"],
  ["mindmap\n root", "mindmap"],
  ["timeline\ntitle T", "timeline"],
  ["quadrantChart\ntitle T", "quadrant"],
  ["sankey-beta\na,b,1", "sankey"],
  ["---\ntitle: T\n---\n%%{init: {}}%%\n%% note\n\n  pie", "pie"],
  ["no diagram", null],
  ["", null],
])("%j is %s", (source, kind) => {
  expect(detectKind(source)).toBe(kind);
});

it("puts an opening keyword into Mermaid's spelling and changes nothing else", () => {
  expect(withCanonicalKeyword('%% GITGRAPH\nGitgraph LR:\ncommit id: "gitgraph"')).toBe(
    '%% GITGRAPH\ngitGraph LR:\ncommit id: "gitgraph"',
  );
});
