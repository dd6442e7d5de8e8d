/** Lines of every kind of drawing lead from their own box to their own box, as far as a reader of the characters can tell. */
import { afterAll, describe, expect, it } from "vitest";
import { renderDiagram, shutdown } from "@framework/diagram";
import { Drawing } from "./reader.js";

afterAll(shutdown);

const draw = async (source: string, columns = 100): Promise<string> => {
  const drawing = await renderDiagram(source, { format: "text", columns });
  expect(drawing.complete).toBe(true);
  return drawing.data;
};

const graphs: readonly (readonly [kind: string, source: string, names: string[], pairs: string[]])[] = [
  [
    "flowchart",
    "flowchart TB\nsubgraph one[First group]\nAda --> Bob\nend\nsubgraph two[Second group]\nCyd --> Dan\nend\nBob -->|goes on| Cyd\nAda -.-> Dan\nDan ==>|back again| Ada\nBob --- Dan",
    ["Ada", "Bob", "Cyd", "Dan"],
    ["Ada - Bob", "Ada - Dan", "Bob - Cyd", "Bob - Dan", "Cyd - Dan"],
  ],
  [
    "state",
    "stateDiagram-v2\nIdle --> Busy : work\nBusy --> Idle : rest\nBusy --> Broken : fault\nBroken --> Fixed\nFixed --> Idle : again",
    ["Idle", "Busy", "Broken", "Fixed"],
    ["Broken - Busy", "Broken - Fixed", "Busy - Idle", "Fixed - Idle"],
  ],
  [
    "class",
    'classDiagram\nBase <|-- Left\nBase <|-- Right\nLeft "1" *-- "0..*" Part : has\nRight "0..1" o-- "2..9" Part : uses\nPart ..> Helper\nclass Base {\n+run() void\n}',
    ["Base", "Left", "Right", "Part", "Helper"],
    ["Base - Left", "Base - Right", "Helper - Part", "Left - Part", "Part - Right"],
  ],
  [
    "er",
    "erDiagram\nSHOP ||--o{ SALE : makes\nSALE ||--|{ LINE : holds\nITEM |o--o{ LINE : named\nSHOP }|..|{ TOWN : serves\nITEM {\nint id PK\nstring name\n}",
    ["SHOP", "SALE", "LINE", "ITEM", "TOWN"],
    ["ITEM - LINE", "LINE - SALE", "SALE - SHOP", "SHOP - TOWN"],
  ],
  [
    "requirement",
    "requirementDiagram\nrequirement Safe {\nid: 1\ntext: stays safe\nrisk: high\nverifymethod: test\n}\nrequirement Fast {\nid: 2\ntext: stays fast\nrisk: low\nverifymethod: test\n}\nelement Engine {\ntype: part\n}\nEngine - satisfies -> Safe\nEngine - traces -> Fast\nSafe - contains -> Fast",
    ["Safe", "Fast", "Engine"],
    ["Engine - Fast", "Engine - Safe", "Fast - Safe"],
  ],
  [
    "C4",
    'C4Context\nPerson(a, "Reader")\nSystem(b, "Library")\nSystem(c, "Archive")\nSystem(d, "Printer")\nRel(a, b, "reads")\nRel(b, c, "keeps")\nRel(b, d, "prints")\nRel(d, a, "hands over")',
    ["Reader", "Library", "Archive", "Printer"],
    ["Archive - Library", "Library - Printer", "Library - Reader", "Printer - Reader"],
  ],
  [
    "architecture",
    "architecture-beta\ngroup net(cloud)[Network]\nservice web(server)[Web] in net\nservice app(server)[App] in net\nservice log(server)[Log]\nweb:R --> L:app\napp:B --> T:log",
    ["Web", "App", "Log"],
    ["App - Log", "App - Web"],
  ],
  [
    "block",
    "block-beta\ncolumns 3\nOne space Two\nspace space space\nTre space For\nOne --> Two\nTwo --> For\nFor --> Tre",
    ["One", "Two", "Tre", "For"],
    ["For - Tre", "For - Two", "One - Two"],
  ],
];

describe.each(graphs)("%s", (_, source, names, pairs) => {
  it.each([60, 100, 140])("is read right in %i columns", async (columns) => {
    const text = await draw(source, columns);
    expect(new Drawing(text, names).pairs(), text).toEqual(pairs);
  });
});

describe("texts at the ends of lines", () => {
  it("stand at the end that they are about", async () => {
    const [, source, names] = graphs.find(([kind]) => kind === "class") ?? ["", "", []];
    for (const columns of [60, 100]) {
      const text = await draw(source, columns);
      const drawing = new Drawing(text, names);
      for (const [written, box, other] of [
        ["1", "Left", "Part"],
        ["0..*", "Part", "Left"],
        ["0..1", "Right", "Part"],
        ["2..9", "Part", "Right"],
      ] as const) {
        const { column, row } = drawing.find(written);
        const away = (end: { column: number; row: number }): number =>
          2 * Math.abs(end.row - row) +
          Math.max(column - end.column, end.column - (column + written.length - 1), 0);
        const [nearest] = drawing.ends.toSorted((one, two) => away(one) - away(two));
        expect(nearest?.box, text).toBe(box);
        expect(nearest && drawing.follow(nearest).map((end) => end.box), text).toContain(other);
        expect(nearest && away(nearest), text).toBeLessThanOrEqual(4);
      }
    }
  });
});
