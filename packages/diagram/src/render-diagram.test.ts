/** Drawing as a caller sees it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import {
  DiagramCancelledError,
  DiagramLimitError,
  DiagramSyntaxError,
  DiagramTimeoutError,
  renderDiagram,
  renderDiagrams,
  shutdown,
} from "./index.js";
import { USUAL_LIMITS } from "./limits.js";

afterAll(shutdown);

const sample = (name: string): string =>
  readFileSync(new URL(`../fixtures/samples/${name}.mmd`, import.meta.url), "utf8");

/** Size of the viewBox that Mermaid 12.3 makes in Chromium with a font of the same metrics. */
const chromium: readonly [name: string, kind: string, width: number, height: number][] = [
  ["01-flow-td", "flowchart", 598.6, 1099.7],
  ["02-flow-lr", "flowchart", 1702.1, 262.4],
  ["03-sequence", "sequence", 1001, 1053],
  ["04-class", "class", 564.6, 859],
  ["05-state", "state", 587.4, 1239],
  ["06-er", "er", 676.4, 774.5],
  ["07-gantt", "gantt", 784, 292],
  ["08-pie", "pie", 650, 450],
  ["09-git", "gitgraph", 720.2, 258.8],
  ["10-mindmap", "mindmap", 902.7, 565.3],
  ["11-timeline", "timeline", 1790, 661.9],
  ["12-quadrant", "quadrant", 500, 500],
  ["13-sankey", "sankey", 600, 400],
  ["14-flow30", "flowchart", 2165.4, 716],
];

describe("renderDiagram", () => {
  it.each(chromium)("draws %s as large as Chromium does", async (name, kind, width, height) => {
    const drawn = await renderDiagram(sample(name));
    expect(drawn.kind).toBe(kind);
    expect(Math.abs(drawn.width / width - 1)).toBeLessThan(0.005);
    expect(Math.abs(drawn.height / height - 1)).toBeLessThan(0.005);
    expect(drawn.data).toMatch(/^<svg [^>]*viewBox=/);
    expect(drawn.data).not.toMatch(/<(?:style|foreignObject|script)\b|NaN|undefined/);
  });

  it("draws a mindmap with every node", async () => {
    const { kind, data } = await renderDiagram(sample("10-mindmap"));
    expect(kind).toBe("mindmap");
    for (const word of sample("10-mindmap").match(/\b[A-Za-z]{5,}\b/g) ?? [])
      if (!/^(?:mindmap|root)$/.test(word)) expect(data).toContain(word);
  });

  it("gives a PNG of the drawing's size times the scale", async () => {
    const { width, height } = await renderDiagram(sample("08-pie"));
    for (const scale of [1, 1.5, 4]) {
      const picture = await renderDiagram(sample("08-pie"), { format: "png", scale });
      const bytes = Buffer.from(picture.data);
      expect(bytes.subarray(1, 4).toString("latin1")).toBe("PNG");
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([picture.width, picture.height]);
      expect(Math.abs(picture.width - width * scale)).toBeLessThanOrEqual(1);
      expect(Math.abs(picture.height - height * scale)).toBeLessThanOrEqual(1);
    }
  });

  it("gives a PDF of the drawing's size in points, the same at every scale", async () => {
    const { width, height } = await renderDiagram(sample("08-pie"));
    const page = await renderDiagram(sample("08-pie"), { format: "pdf" });
    expect(page.width).toBeCloseTo(width * 0.75, 1);
    expect(page.height).toBeCloseTo(height * 0.75, 1);
    expect(Buffer.from(page.data).toString("latin1")).toContain(
      `/MediaBox [0 0 ${page.width} ${page.height}]`,
    );
    const [finer] = await renderDiagrams([sample("08-pie")], { format: "pdf", scale: 3 });
    expect(finer).toMatchObject({ status: "drawn", diagram: { data: page.data } });
  });

  it("draws a picture that would be too large at a smaller scale", async () => {
    const { width, height } = await renderDiagram(sample("14-flow30"), { format: "png", scale: 8 });
    expect(width * height).toBeLessThanOrEqual(USUAL_LIMITS.pixels);
    expect(width * height).toBeGreaterThan(USUAL_LIMITS.pixels * 0.95);
  });

  it.each(["09-git", "03-sequence"])(
    "gives the same result for the same source, whatever was drawn in between: %s",
    async (name) => {
      const first = await renderDiagram(sample(name));
      await renderDiagram(sample("04-class"), { theme: "dark" });
      expect(await renderDiagram(sample(name))).toEqual(first);
    },
  );

  it("uses the theme and the background", async () => {
    const source = "flowchart TD\nA-->B";
    expect((await renderDiagram(source, { theme: "forest" })).data).toContain("#cde498");
    expect((await renderDiagram(source, { background: "hsl(0, 100%, 50%)" })).data).toContain("fill:#ff0000");
    const opaque = (await renderDiagram(source)).data;
    const transparent = (await renderDiagram(source, { background: "transparent" })).data;
    expect(opaque.length - transparent.length).toBeGreaterThan(50);
  });

  it("draws the same after a diagram with settings of its own", async () => {
    const settings =
      '%%{init: {"theme": "forest", "fontFamily": "monospace", "themeVariables": {"pie1": "#123456"}, "kanban": {"padding": 40}, "pie": {"textPosition": 0.2}}}%%\n';
    for (const name of ["08-pie", "01-flow-td"]) {
      const before = await renderDiagram(sample(name));
      const other = await renderDiagram(settings + sample(name));
      expect(other.data).not.toBe(before.data);
      expect(await renderDiagram(sample(name))).toEqual(before);
    }
  });

  it("lays charts out for the width of the page", async () => {
    expect((await renderDiagram(sample("07-gantt"), { width: 1200 })).width).toBe(1200);
  });

  it("says what is wrong with an option", async () => {
    await expect(renderDiagram("pie", { scale: 0 })).rejects.toThrow(/scale must be a number from/);
    await expect(renderDiagram("pie", { background: "url(x)" })).rejects.toThrow(/background must be/);
  });
});

describe("a wrong diagram", () => {
  it.each([
    ["a flowchart", "flowchart TD\n  A-->B\n  B-->[", 3],
    ["after front matter", "---\ntitle: T\n---\nflowchart TD\n  A-->B\n  B-->[", 6],
    ["after blank lines and front matter", "\n\n---\ntitle: T\n---\nflowchart TD\n  A-->[", 7],
    ["after comments", "%% one\n%% two\nsequenceDiagram\n  A->>B: x\n  %% three\n  C->>: y", 6],
    ["a pie", 'pie\n  title T\n  "a" : x', 3],
    ["no diagram", "\n\nnothing known", 3],
  ])("has a line: %s", async (_, source, line) => {
    const error = await renderDiagram(source).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DiagramSyntaxError);
    expect(error).toMatchObject({ code: "diagram_syntax", line, column: expect.any(Number) });
  });

  it("is too long", async () => {
    await expect(renderDiagram(`flowchart TD\n${"A-->B\n".repeat(10_000)}`)).rejects.toThrow(
      DiagramLimitError,
    );
  });

  it("has too many edges", async () => {
    const edges = Array.from({ length: 600 }, (_, index) => `a${index}-->b${index}`).join("\n");
    await expect(renderDiagram(`flowchart TD\n${edges}`)).rejects.toThrow(DiagramLimitError);
  });

  it("has a limit that the caller may raise or lower", async () => {
    const edges = Array.from({ length: 12 }, (_, index) => `a-->b${index}`).join("\n");
    const source = `flowchart TD\n${edges}`;
    await expect(renderDiagram(source, { limits: { edges: 10 } })).rejects.toThrow(
      new DiagramLimitError(
        "the diagram has more than 10 edges, and no more are drawn unless limits.edges is raised",
      ),
    );
    await expect(renderDiagram(source, { limits: { characters: 20 } })).rejects.toThrow(/limits.characters/);
    expect((await renderDiagram(source, { limits: { edges: 20 } })).kind).toBe("flowchart");
    const small = await renderDiagram(source, { format: "png", limits: { pixels: 10_000 } });
    expect(small.width * small.height).toBeLessThanOrEqual(10_000);
    await expect(renderDiagram(source, { limits: { edges: -1 } })).rejects.toThrow(/limits.edges must be/);
  });
});

describe("many diagrams", () => {
  it("are drawn in their order, and one that is wrong leaves the others alone", async () => {
    const seen: number[] = [];
    const outcomes = await renderDiagrams(
      ['pie\n "a": 1', "flowchart TD\n A-->", "sequenceDiagram\n A->>B: x"],
      {
        concurrency: 2,
        timeoutMs: 60_000,
        onDone: (_, index) => seen.push(index),
      },
    );
    expect(
      outcomes.map((outcome) => (outcome.status === "drawn" ? outcome.diagram.kind : outcome.error.name)),
    ).toEqual(["pie", "DiagramSyntaxError", "sequence"]);
    expect(seen.toSorted((a, b) => a - b)).toEqual([0, 1, 2]);
  });
});

describe("the thread", () => {
  const slow = `mindmap\n root\n${Array.from({ length: 500 }, (_, index) => `${"  ".repeat(2 + (index % 8))}n${index}`).join("\n")}`;

  it("is ended when a diagram takes too long, and the next one is drawn", async () => {
    await expect(renderDiagram(slow, { timeoutMs: 100 })).rejects.toThrow(DiagramTimeoutError);
    expect((await renderDiagram('pie\n "a": 1')).kind).toBe("pie");
  });

  it("is ended when the caller cancels, and those who wait are still served", async () => {
    const abort = new AbortController();
    const cancelled = renderDiagram(slow, { signal: abort.signal });
    const waiting = renderDiagram('pie\n "a": 1');
    setImmediate(() => abort.abort());
    await expect(cancelled).rejects.toThrow(DiagramCancelledError);
    expect((await waiting).kind).toBe("pie");
  });

  it("is ended by a shutdown together with what waits for it, and starts anew", async () => {
    const outcomes = Promise.allSettled([renderDiagram(slow), renderDiagram(sample("08-pie"))]);
    setImmediate(shutdown);
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "diagram_cancelled" } });
    expect((await renderDiagram(sample("08-pie"))).kind).toBe("pie");
  });

  it("does not keep the program alive", async () => {
    const script = `import { renderDiagram } from ${JSON.stringify(new URL("../dist/index.js", import.meta.url).href)};
      await renderDiagram('pie\\n "a": 1', { format: "png" });`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "inherit" });
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});
