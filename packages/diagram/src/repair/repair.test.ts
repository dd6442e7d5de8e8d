/** Repairs: what is mended, what is refused, and what is never touched. */
import { afterAll, describe, expect, it } from "vitest";
import { DiagramSyntaxError, renderDiagram, shutdown } from "../index.js";

afterAll(shutdown);

const mended = (source: string) => renderDiagram(source, { repair: true, timeoutMs: 60_000 });
const words = (svg: string): string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text = ""]) => text);

describe("a source that is nearly right", () => {
  it.each([
    ["labels with brackets", "flowchart TD\n  A[Start (now)] --> B[Done]", ["Start (now)", "Done"]],
    [
      "an arrow of one dash before a label with brackets",
      "flowchart TD\n  A[Start (now)] -> B",
      ["Start (now)", "B"],
    ],
    ["a node called end", "flowchart TD\n  A[Go] --> end", ["Go", "end"]],
    ["a missing end", "flowchart TD\n  subgraph S[Part]\n  A --> B", ["Part", "A", "B"]],
    ["a fence around it", "```mermaid\nflowchart TD\n  A --> B\n```", ["A", "B"]],
    ["entities and a colon", "flowchart: lr\n  A --&gt; B", ["A", "B"]],
    ["curly quotation marks", "flowchart TD\n  A[\u201cHello (you)\u201d] --> B", ["Hello (you)", "B"]],
    ["messages without a colon", "sequenceDiagram\n  A->>B hello", ["hello"]],
    ["slices with units", "pie\n  Dogs : 40%\n  Cats : 60%", ["Dogs", "Cats"]],
  ])("is drawn with all of its words: %s", async (_, source, labels) => {
    const { data, repairs } = await mended(source);
    expect(repairs?.length).toBeGreaterThan(0);
    for (const label of labels) expect(words(data).join("|")).toContain(label);
  });

  it("is refused unless mending is asked for", async () => {
    await expect(renderDiagram("flowchart TD\n  A[Start (now)] --> B")).rejects.toThrow(DiagramSyntaxError);
  });

  it("is drawn as text, too", async () => {
    const { data, repairs } = await renderDiagram("flowchart TD\n  A[Start (now)] --> B", {
      format: "text",
      repair: true,
    });
    expect(data).toContain("Start (now)");
    expect(repairs).toEqual(["put a label in quotation marks"]);
  });
});

it("says nothing of a source that is right, and draws it as it is", async () => {
  const source = 'flowchart TD\n  A["it is; right (really)"] --> B';
  expect(await mended(source)).toEqual(await renderDiagram(source));
});

it("keeps the parser's own message for what cannot be mended", async () => {
  const source = "flowchart TD\n  A --> B\n  ]]] nothing [[[";
  const own = await renderDiagram(source).catch((reason: unknown) => reason);
  const still = await mended(source).catch((reason: unknown) => reason);
  expect(still).toBeInstanceOf(DiagramSyntaxError);
  expect(still).toEqual(own);
});

it.each([
  ["spaces", `sequenceDiagram\nA${" ".repeat(45_000)}\nx`],
  ["spaces in a chart", `gantt\n${" ".repeat(45_000)}x:`],
  ["spaces before a brace", `flowchart LR\nsubgraph a${" ".repeat(45_000)}x{\nA[ (x`],
])("does not spend its time on a run of %s", async (_, source) => {
  await expect(renderDiagram(source, { repair: true })).rejects.toBeInstanceOf(DiagramSyntaxError);
});
