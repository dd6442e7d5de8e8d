/** What was once drawn otherwise than a browser does: each named after the fault. */
import { PNG } from "pngjs";
import { afterAll, describe, expect, it } from "vitest";
import { DiagramSyntaxError, renderDiagram, shutdown } from "./index.js";

afterAll(shutdown);

/** Size of the viewBox that Mermaid 12.3 makes in Chromium with the same fonts. */
const sizes: readonly [fault: string, source: string, width: number, height: number][] = [
  ["a break that is closed is a break", 'flowchart TD\n A["one</br>two"] --> B["x<br>y"]', 168, 188],
  [
    "HTML elements have their own style",
    'flowchart TD\n A["plain <code>code</code> <kbd>Ctrl</kbd>"] --> B["<pre>pre\n  text</pre>"]\n A --> E["<h1>Head</h1>text"]\n A --> F["a<hr>b"]\n A --> G["<ol><li>one</li><li>two</li></ol>"]\n A --> J["<blockquote>quote</blockquote>"]',
    936,
    245.5,
  ],
  [
    "underscores make text higher",
    "sequenceDiagram\n  participant user_name\n  user_name->>other_thing: do_it_now\n  Note over user_name: some_note",
    450,
    313,
  ],
  ["a drawing without a view has the size of its element", "info", 400, 150],
  [
    "sizes without a unit count in SVG only",
    "flowchart TD\n A[one] --> B[two]\n style A fill:notacolor,stroke:#f00\n style B font-size:20,stroke-width:4",
    168,
    155,
  ],
  [
    "a mindmap is laid out from the same digits in every version of Node",
    "mindmap\n  root((Central))\n    Alpha\n      a1\n      a2\n      a3\n        deep one\n        deep two\n    Beta\n      b1\n      b2\n      b3\n    Gamma\n      c1\n      c2\n        d1\n        d2\n    Delta\n      e1\n      e2\n      e3\n      e4\n    Epsilon\n      f1\n      f2\n",
    749.1,
    537.6,
  ],
  [
    "letters are as large as a variable of the style sheet says",
    '---\nconfig:\n  usecase:\n    actorFontSize: 30\n---\nusecase-beta\n  actor User\n  "Buy a thing"\n  User --> "Buy a thing"',
    323.3,
    185,
  ],
  [
    "names in an architecture are measured in their own size",
    "---\nconfig:\n  architecture:\n    fontSize: 28\n    iconSize: 40\n---\narchitecture-beta\n  group api(cloud)[API]\n  service db(database)[Database] in api\n  service server(server)[Server] in api\n  db:L -- R:server",
    371.1,
    234,
  ],
  [
    "rules for print and steps of an animation are not for the picture, and those for a screen are",
    '%%{init: {"themeCSS": "@keyframes k { from { opacity: 0 } } @media print { .node { display: none } } @media screen { .nodeLabel { font-size: 30px } }"}}%%\nflowchart LR\n A[Start here] --> B[End]',
    360,
    130,
  ],
  [
    "a font in one declaration has a weight in digits and the height of its lines",
    '%%{init: {"themeCSS": ".nodeLabel { font: italic 700 20px/3 serif }"}}%%\nflowchart LR\n A[Start here] --> B[A label that is longer]',
    360,
    160,
  ],
  ["soft hyphens take no room", "flowchart LR\n A -->|soft\u00adhyphen\u00adated\u00adword| B", 526.1, 61],
  [
    "spaces that do not break stay at the end of a line",
    'flowchart LR\n A -->|"&nbsp;&nbsp;&nbsp;label&nbsp;&nbsp;&nbsp;"| B',
    452.9,
    61,
  ],
];

describe("as large as in Chromium", () => {
  it.each(sizes)("%s", async (_, source, width, height) => {
    const drawn = await renderDiagram(source, { timeoutMs: 60_000 });
    expect(Math.abs(drawn.width / width - 1)).toBeLessThan(0.005);
    expect(Math.abs(drawn.height / height - 1)).toBeLessThan(0.005);
  });
});

const redDot =
  "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI0MCIgaGVpZ2h0PSI0MCI+PGNpcmNsZSBjeD0iMjAiIGN5PSIyMCIgcj0iMjAiIGZpbGw9InJlZCIvPjxzY3JpcHQ+YWxlcnQoMSk8L3NjcmlwdD48L3N2Zz4=";

describe("drawn at all", () => {
  it("a hand-drawn data store", async () => {
    const source =
      '---\nconfig:\n  look: handDrawn\n---\nflowchart LR\n  A@{ shape: datastore, label: "Store" } --> B';
    expect((await renderDiagram(source)).data).toContain("Store");
  });

  it("a journey that is only a title, as pixels", async () => {
    const { width, height } = await renderDiagram("journey\n  title Only a title\n", {
      format: "png",
      timeoutMs: 60_000,
    });
    expect([width, height]).toEqual([400, 90]);
  });

  it("arrowheads at the start of a line, uncut", async () => {
    const { data } = await renderDiagram("sequenceDiagram\n  A<<->>B: both");
    expect(data).toMatch(/<marker[^>]*--reversed"[^>]*overflow="visible"/);
  });

  it("a monospace family", async () => {
    const source = "---\nconfig:\n  fontFamily: monospace\n---\nflowchart TD\n A[monospace text]";
    expect((await renderDiagram(source)).data).toContain("DejaVu Sans Mono");
  });

  it("a monospace family in a sequence, whose own family ends in a semicolon", async () => {
    const source =
      '%%{init: {"themeVariables": {"fontFamily": "monospace"}}}%%\nsequenceDiagram\n A->>B: hello';
    expect((await renderDiagram(source)).data).toMatch(/DejaVu Sans Mono[^>]*>hello/);
  });

  it.each([
    [
      "a label that may be no wider than a part of its node, at the left of it",
      "---\nconfig:\n  flowchart:\n    minNodeWidth: 200\n---\nflowchart LR\n A[one]",
      "one",
      48.3,
    ],
    [
      "the words on an icon, each line in its middle",
      'architecture-beta\n  service a "some words to wrap" [Worker]',
      "words to",
      9.8,
    ],
  ])("%s", async (_, source, text, x) => {
    const { data } = await renderDiagram(source);
    const written = new RegExp(`<text x="([-\\d.]+)"[^>]*>${text}<`).exec(data)?.[1];
    expect(Number(written)).toBeCloseTo(x, 0);
  });

  it("an embedded SVG, above the text and without what it could do", async () => {
    const { data } = await renderDiagram(`flowchart TD\n A["<img src='${redDot}'> beside"]`);
    expect(data).toMatch(/<circle cx="20" cy="20" r="20"[^>]*fill:#ff0000/);
    expect(data).not.toContain("alert");
    expect(data).not.toContain("data:image/svg");
  });

  it("no background for a colour that is none", async () => {
    const { data } = await renderDiagram("flowchart TD\n A[\"<span style='background:nocolor'>one</span>\"]");
    expect(data).not.toMatch(/fill:#000000"\/><text/);
  });

  it("a slice that stands out", async () => {
    const source = '---\nconfig:\n  pie:\n    highlightSlice: Dogs\n---\npie\n "Dogs": 5\n "Cats": 3';
    expect((await renderDiagram(source)).data).toContain("matrix(1.05 0 0 1.05 0 0)");
  });

  it("shadows without a filter", async () => {
    const { data } = await renderDiagram("flowchart TD\n A-->B");
    expect(data).toContain("rgba(0,0,0,0.06)");
    expect(data).not.toMatch(/style="[^"]*filter:/);
  });

  it.each([
    ["shapes", ".node circle", "flowchart LR\n A((One)) ~~~ B((Two))"],
    ["groups", ".node .label-container", "classDiagram\n direction LR\n One -- Two"],
  ])("blurred shadows of %s in their own colour", async (_, selector, drawn) => {
    const css = `${selector}{filter:drop-shadow(30px 0px 1px #808080) !important}`;
    const source = `%%{init: {"themeCSS": "${css}"}}%%\n${drawn}`;
    const { data } = await renderDiagram(source, { format: "png", background: "#fff" });
    const { data: pixels } = PNG.sync.read(Buffer.from(data));
    let grey = 0;
    for (let at = 0; at < pixels.length; at += 4)
      if (pixels[at] === 128 && pixels[at + 1] === 128 && pixels[at + 2] === 128) grey += 1;
    expect(grey).toBeGreaterThan(1000);
  });
});

it("refuses zenuml by name", async () => {
  const error = await renderDiagram("zenuml\n  A.method()").catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DiagramSyntaxError);
  expect(error).toMatchObject({ message: expect.stringContaining("zenuml diagrams are not drawn"), line: 1 });
});

it("does not unpack a picture that declares more pixels than anybody needs", async () => {
  const header = Buffer.alloc(45);
  header.write("\x89PNG\r\n\x1a\n", 0, "latin1");
  header.writeUInt32BE(13, 8);
  header.write("IHDR", 12, "latin1");
  header.writeUInt32BE(40_000, 16);
  header.writeUInt32BE(40_000, 20);
  const bomb = `data:image/png;base64,${header.toString("base64")}`;
  const { data } = await renderDiagram(`flowchart TD\n A["<img src='${bomb}' width='20' height='20'> x"]`);
  expect(data).not.toContain("data:image/png");
});
