/** Mistakes that models make in each kind of diagram, and what is drawn in their place. */
import { afterAll, describe, expect, it } from "vitest";
import { DiagramSyntaxError, renderDiagram, shutdown } from "../index.js";

afterAll(shutdown);

/** What a drawing says, and how many lines of it end in something. */
async function facts(source: string, repair: boolean): Promise<{ words: string[]; lines: number }> {
  const { data } = await renderDiagram(source, { repair, timeoutMs: 60_000 });
  return {
    words: [...data.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text = ""]) => text).toSorted(),
    lines: [...data.matchAll(/marker-end/g)].length,
  };
}

const flow = (lines: string): string => `flowchart TD\n${lines}`;

describe("is drawn as it was meant", () => {
  it.each([
    [
      "a quoted label with quotation marks in it",
      flow('A["Say "hi" now"] --> B'),
      flow('A["Say #quot;hi#quot; now"] --> B'),
    ],
    [
      "a bracket that is not closed before an arrow",
      flow("A[Start --> B[Done]"),
      flow("A[Start] --> B[Done]"),
    ],
    ["a bracket that another one closes", flow("A[Start) --> B"), flow("A[Start] --> B")],
    ["end with a label", flow("A --> end[Finish]"), flow("A --> x[Finish]")],
    ["points for a dotted arrow", flow("A ..> B"), flow("A -.-> B")],
    ["an arrow that points back", flow("A <-- B"), flow("B --> A")],
    ["names with spaces", flow("Start Node --> B"), flow('a["Start Node"] --> B')],
    ["a comment behind a statement", flow("A --> B // why\nB --> C"), flow("A --> B\nB --> C")],
    ["a subgraph in braces", flow("subgraph S {\nA --> B\n}"), flow("subgraph S\nA --> B\nend")],
    ["two first lines", "graph TD\ngraph TD\nA --> B", "graph TD\nA --> B"],
    ["a direction in words", "flowchart left to right\nA --> B", "flowchart LR\nA --> B"],
    [
      "prose around it",
      "This is it:\n\n```mermaid\nflowchart TD\nA --> B\n```\nThat was it.",
      flow("A --> B"),
    ],
    ["a message between lines", "sequenceDiagram\nA-->|hello|B", "sequenceDiagram\nA-->>B: hello"],
    ["if", "sequenceDiagram\nif ok\nA->>B: x\nend", "sequenceDiagram\nalt ok\nA->>B: x\nend"],
    [
      "a note of several lines",
      "sequenceDiagram\nA->>B: x\nNote over A\none\nend note",
      "sequenceDiagram\nA->>B: x\nNote over A: one",
    ],
    [
      "an end of what is not active",
      "sequenceDiagram\nA->>+B: x\nB-->>-A: y\ndeactivate B",
      "sequenceDiagram\nA->>+B: x\nB-->>-A: y",
    ],
    [
      "types in points",
      "classDiagram\nclass List<T> {\n+add(T item)\n}",
      "classDiagram\nclass List~T~ {\n+add(T item)\n}",
    ],
    [
      "a class that is not closed",
      "classDiagram\nclass A {\n+x\nA --> B",
      "classDiagram\nclass A {\n+x\n}\nA --> B",
    ],
    [
      "a state that is not closed",
      "stateDiagram-v2\nstate A {\nx --> y\nA --> B",
      "stateDiagram-v2\nstate A {\nx --> y\n}\nA --> B",
    ],
    ["sides that are counted in figures", "erDiagram\nA 1--* B : has", "erDiagram\nA ||--o{ B : has"],
    ["attributes with a colon", "erDiagram\nA {\nid: int\n}", "erDiagram\nA {\nint id\n}"],
    [
      "a task without a colon",
      "gantt\ndateFormat YYYY-MM-DD\nsection S\nTask a1, 2024-01-01, 5d",
      "gantt\ndateFormat YYYY-MM-DD\nsection S\nTask :a1, 2024-01-01, 5d",
    ],
    ["a mind map with two roots", "mindmap\n  Root\n    A\n  B", "mindmap\n  Root\n    A\n    B"],
    [
      "a mind map with words for screen readers",
      "mindmap\n  accTitle: Map\n  accDescr {\n    of all\n  }\n  Root\n    A",
      "mindmap\n%%   accTitle: Map\n%%   accDescr {\n%%     of all\n%%   }\n  Root\n    A",
    ],
    ["a slice in thousands", 'pie\n"Dogs" : 1,200\n"Cats" : 300', 'pie\n"Dogs" : 1200\n"Cats" : 300'],
    ["commands of git", "gitGraph\ngit commit\ngit branch dev", "gitGraph\ncommit\nbranch dev"],
    [
      "a chart's title without quotation marks",
      "xychart-beta\ntitle Sales (EUR)\nx-axis [a]\nbar [1]",
      'xychart-beta\ntitle "Sales (EUR)"\nx-axis [a]\nbar [1]',
    ],
    [
      "an edge's text with quotation marks in it",
      flow('A -->|say "hi"| B'),
      flow('A -->|"say #quot;hi#quot;"| B'),
    ],
    [
      "arrows in labels and in texts stay as they are",
      "stateDiagram-v2\nA -> B: go -> on",
      "stateDiagram-v2\nA --> B: go -> on",
    ],
    [
      "a participant named with a colon",
      "sequenceDiagram\nparticipant A: Alice\nA->>B: x",
      "sequenceDiagram\nparticipant A as Alice\nA->>B: x",
    ],
    [
      "a word for an arrow, and the same word in a text",
      "classDiagram\nA extends B : x\nB -> C : extends it",
      "classDiagram\nA extends B : x\nB --> C : extends it",
    ],
    [
      "an interface",
      "classDiagram\ninterface Shape {\n+area()\n}",
      "classDiagram\nclass Shape {\n<<interface>>\n+area()\n}",
    ],
    ["keys before types", "erDiagram\nA {\nPK int id\n}", "erDiagram\nA {\nint id PK\n}"],
    [
      "a branch as git has it",
      "gitGraph\ncommit\ncheckout -b dev\ncommit",
      "gitGraph\ncommit\nbranch dev\ncommit",
    ],
    [
      "points in other brackets",
      "quadrantChart\nx-axis Low -> High\nA: (0.1, 0.2)",
      'quadrantChart\nx-axis Low --> High\n"A": [0.1, 0.2]',
    ],
  ])("%s", async (_, broken, meant) => {
    expect(await facts(broken, true)).toEqual(await facts(meant, false));
  });
});

it.each([
  ["a word", "sequenceDiagram\nactivate A: start\nA->>B: x"],
  ["a second diagram", "```mermaid\nflowchart TD\nA-->B\n```\n```mermaid\nflowchart TD\nC-->D\n```"],
])("refuses what would lose %s", async (_, source) => {
  await expect(renderDiagram(source, { repair: true })).rejects.toThrow(DiagramSyntaxError);
});
