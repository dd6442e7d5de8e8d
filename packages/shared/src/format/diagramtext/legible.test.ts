import { expect, test } from "vitest";
import { drawLegibly, turned } from "./legible.js";

test.each([
  ["graph LR\nA-->B", "graph TB\nA-->B"],
  ["%% note\n---\ntitle: x\n---\nflowchart RL\nA", "%% note\n---\ntitle: x\n---\nflowchart BT\nA"],
  ["stateDiagram-v2\n  direction LR\n  A --> B", "stateDiagram-v2\n  direction TB\n  A --> B"],
  [
    "stateDiagram-v2\n  state A {\n  direction LR\n  }",
    "stateDiagram-v2\ndirection LR\n  state A {\n  direction LR\n  }",
  ],
  ["graph TD\nA-->LR", "graph LR\nA-->LR"],
  ["flowchart-elk\nA-->B", "flowchart-elk LR\nA-->B"],
  ["graph\nA-->B", "graph LR\nA-->B"],
  ["classDiagram\nA <|-- B", "classDiagram\ndirection LR\nA <|-- B"],
  ["erDiagram\n  direction BT\n  A ||--o{ B : c", "erDiagram\n  direction RL\n  A ||--o{ B : c"],
  ["gitGraph\n  commit", "gitGraph TB:\n  commit"],
  ["gitGraph TB:\n  commit", "gitGraph LR:\n  commit"],
  ["sequenceDiagram\nA->>B: graph LR", undefined],
])("%j turned is %j", (source, expected) => expect(turned(source)).toBe(expected));

/** A drawing is its source; how large each is shown is given. */
const draw = (scales: Readonly<Record<string, number>>, source: string) =>
  drawLegibly(
    source,
    async (text) => text,
    (text) => scales[text] ?? 0,
  );

test.each([
  ["one that can be read is left as it is", { "graph LR": 0.6, "graph TB": 1 }, "graph LR", undefined],
  ["one that cannot is turned", { "graph LR": 0.4, "graph TB": 1 }, "graph TB", /turned/],
  ["unless that helps little", { "graph LR": 0.4, "graph TB": 0.45 }, "graph LR", /letters of 6 pixels/],
  [
    "a little too small is too small",
    { "graph LR": 0.55, "graph TB": 0.5 },
    "graph LR",
    /letters of 8 pixels/,
  ],
  [
    "turned it may still be too small",
    { "graph LR": 0.2, "graph TB": 0.5 },
    "graph TB",
    /letters of 8 pixels/,
  ],
])("%s", async (_, scales, shown, remark) => {
  const found = await draw(scales, "graph LR");
  expect(found.drawing).toBe(shown);
  if (remark) expect(found.remark).toMatch(remark);
  else expect(found.remark).toBeUndefined();
});

test("one that has no direction is shown with the reason why it cannot be read", async () => {
  expect(await draw({ pie: 0.3 }, "pie")).toEqual({
    drawing: "pie",
    isLegible: false,
    remark: "too wide for this window: letters of 5 pixels",
  });
});
