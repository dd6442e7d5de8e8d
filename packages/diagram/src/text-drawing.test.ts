/** Diagrams as text through the door of the package: one of every kind, every word, every width. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import stringWidth from "string-width";
import { afterAll, describe, expect, it } from "vitest";
import { DiagramCancelledError, DiagramSyntaxError, detectKind, renderDiagram, shutdown } from "./index.js";
import { KINDS } from "./kinds.js";

afterAll(shutdown);

const folder = fileURLToPath(new URL("../fixtures/gallery/", import.meta.url));
const gallery = readdirSync(folder).map((file): [kind: string, source: string] => [
  file.replace(/\.mmd$/, ""),
  readFileSync(`${folder}${file}`, "utf8"),
]);
const page = readFileSync(new URL("../../../docs/text-diagrams.md", import.meta.url), "utf8");
const drawings = new Map(
  [...page.matchAll(/^## (\w+)\n\n```text\n([^]*?)```$/gm)].map(([, kind = "", drawing = ""]) => [
    kind,
    drawing,
  ]),
);

/** The words of a picture: what a reader of the drawing must find too. */
async function wordsOf(source: string): Promise<string[]> {
  const { data } = await renderDiagram(source);
  const texts = [...data.matchAll(/<text\b[^>]*>([^]*?)<\/text>/g)].map(([, text = ""]) =>
    text.replaceAll(/<[^>]*>/g, "").replaceAll(/&[a-z]+;|&#\d+;/g, " "),
  );
  const written = new Set(source.match(/[\p{L}\p{N}]+/gu));
  // Numbers may be those of an axis, which is divided as there is room.
  return [...new Set(texts.flatMap((text) => text.match(/[\p{L}\p{N}]+/gu) ?? []))].filter(
    (word) => written.has(word) && /\p{L}/u.test(word),
  );
}

it("there is a diagram of every kind, but for the picture of an error", () => {
  expect(["error", ...gallery.map(([kind]) => kind)].toSorted()).toEqual(
    KINDS.map(({ kind }) => kind as string).toSorted(),
  );
});

describe.each(gallery)("%s", (kind, source) => {
  it("is drawn as the page shows it, time and again", async () => {
    expect(detectKind(source)).toBe(kind);
    const drawing = await renderDiagram(source, { format: "text", columns: 80 });
    // Written by: node packages/diagram/scripts/text-gallery.mjs
    expect(drawing.data).toBe(drawings.get(kind));
    expect(drawing).toMatchObject({ kind, complete: true, rows: drawing.data.split("\n").length - 1 });
    expect(await renderDiagram(source, { format: "text", columns: 80 })).toEqual(drawing);
  });

  it("says every word in 60 columns and in 140, in ASCII too, and nothing is wider", async () => {
    const words = await wordsOf(source);
    for (const [columns, glyphs] of [
      [60, "unicode"],
      [140, "ascii"],
    ] as const) {
      const drawing = await renderDiagram(source, { format: "text", columns, glyphs });
      const widths = drawing.data.split("\n").map((line) => stringWidth(line));
      expect(drawing.complete).toBe(true);
      expect(drawing.columns).toBeLessThanOrEqual(columns);
      expect(Math.max(...widths)).toBe(drawing.columns);
      expect(words.filter((word) => !drawing.data.includes(word))).toEqual([]);
      if (glyphs === "ascii") expect(drawing.data).toMatch(/^[\n\x20-\x7e]*$/);
    }
  });
});

describe("colours of the author", () => {
  const source =
    "flowchart LR\nA[One]:::hot --> B[Two]\nclassDef hot fill:#f96,stroke:#c00,color:#000\nlinkStyle 0 stroke:#0a0";

  it.each([
    ["truecolor", "\x1b[38;2;0;0;0;48;2;255;153;102mOne"],
    [256, "\x1b[38;5;16;48;5;209mOne"],
    [16, "\x1b[30;43mOne"],
    ["none", "│ One ├"],
  ] as const)("in %s", async (color, expected) => {
    const { data } = await renderDiagram(source, { format: "text", color });
    expect(data.replaceAll(/(\x1b\[[\d;]*m) +/g, "$1")).toContain(expected);
  });

  it("are left out where they could not be seen", async () => {
    const pale = "flowchart LR\nA[One]\nstyle A stroke:#fefefe";
    const on = (background: string) =>
      renderDiagram(pale, { format: "text", color: "truecolor", background });
    expect((await on("#000000")).data).toContain("38;2;254;254;254");
    expect((await on("#ffffff")).data).not.toContain("38;2;254;254;254");
  });
});

it.each(["sankey", "treemap"])("%s has pale areas only where there are colours for them", async (kind) => {
  const [, source = ""] = gallery.find(([name]) => name === kind) ?? [];
  const drawn = async (color: 16 | 256 | "truecolor") =>
    (await renderDiagram(source, { format: "text", color, columns: 100 })).data;
  const background = /\x1b\[(?:\d+;)*(?:4[0-8]|10[0-7])[;m]/;
  expect(await drawn(16)).toMatch(/\x1b\[(?:1;)?[39]\d/);
  expect(await drawn(16)).not.toMatch(background);
  expect(await drawn(256)).toMatch(background);
  expect(await drawn("truecolor")).toMatch(background);
});

describe("a diagram as text", () => {
  it("tells where a source is wrong", async () => {
    const failure = renderDiagram("flowchart TD\nA -->", { format: "text" });
    await expect(failure).rejects.toThrow(DiagramSyntaxError);
    await expect(failure).rejects.toMatchObject({ line: 2 });
  });

  it("is cancelled while it is drawn", async () => {
    // Warm, so that the time until the cancel is time of drawing; all of it would take seconds.
    await renderDiagram("flowchart TD\nA", { format: "text" });
    const edges = Array.from({ length: 400 }, (_, index) => `a${index % 60}-->a${(index * 7 + 3) % 60}`);
    const drawing = renderDiagram(`flowchart TD\n${edges.join("\n")}`, {
      format: "text",
      signal: AbortSignal.timeout(40),
    });
    await expect(drawing).rejects.toThrow(DiagramCancelledError);
    expect((await renderDiagram("flowchart TD\nA", { format: "text" })).data).toContain("A");
  });

  it.each([
    [{ columns: 5 }, /columns must be a whole number from 20/],
    [{ columns: 80.5 }, /columns must be a whole number/],
    [{ color: 8 }, /color must be "none", 16, 256 or "truecolor"/],
    [{ glyphs: "emoji" }, /glyphs must be "unicode" or "ascii"/],
    [{ background: "no colour" }, /background must be a CSS colour/],
    [{ timeoutMs: 0 }, /timeoutMs must be a number/],
  ])("refuses %j", async (options, message) => {
    // @ts-expect-error: what a caller without types could write
    await expect(renderDiagram("flowchart TD\nA", { format: "text", ...options })).rejects.toThrow(message);
  });

  it.each([
    ["what is written at a point", 'xychart\nx-axis [a, b]\nline [25 "Launch", 45]', ["a: Launch"]],
    [
      "what is written on an icon, and its name",
      'architecture-beta\nservice a "on it" [below]',
      ["on it", "below"],
    ],
  ])("says %s", async (_, source, texts) => {
    const { data } = await renderDiagram(source, { format: "text" });
    for (const text of texts) expect(data).toContain(text);
  });

  it("numbers the relations of a dynamic C4 diagram", async () => {
    const source = 'C4Dynamic\nPerson(a, "Ann")\nPerson(b, "Bob")\nRel(a, b, "asks")\nRel(b, a, "answers")';
    const { data } = await renderDiagram(source, { format: "text" });
    expect(data).toContain("1: asks");
    expect(data).toContain("2: answers");
  });

  it("says nothing of a sprite that stands where a name is asked for", async () => {
    const source = 'C4Context\nPerson(a, $sprite="users")\nPerson(b, "Bob")\nRel(a, b, "talks")';
    const { data } = await renderDiagram(source, { format: "text" });
    expect(data.match(/\w+/g)?.toSorted()).toEqual(["Bob", "Person", "Person", "talks"]);
  });

  it("of 400 nodes is an outline that names each of them", async () => {
    const lines = Array.from(
      { length: 400 },
      (_, index) => `n${index}[Step ${index}] --> n${(index * 3 + 1) % 400}`,
    );
    const { data, complete } = await renderDiagram(`flowchart TD\n${lines.join("\n")}`, { format: "text" });
    expect(complete).toBe(true);
    for (let index = 0; index < 400; index += 1) expect(data).toMatch(new RegExp(`Step ${index}\\b`));
  });

  it.each([
    ["wide", "漢字 テスト"],
    ["joined and combining", "👩‍👩‍👧 e\u0301 👍🏽 🇩🇪"],
    ["right to left", "שלום עולם"],
    ["right to left, joined", "مرحبا بالعالم"],
    ["ambiguous in width", "± → ° § α ☆ ①"],
    ["of a script with marks", "नमस्ते ภาษาไทย"],
  ])("keeps the order and the room of letters that are %s", async (_, label) => {
    for (const glyphs of ["unicode", "ascii"] as const) {
      const { data } = await renderDiagram(`flowchart LR\nA["${label}"] --> B[Next]`, {
        format: "text",
        glyphs,
      });
      const rows = data.trimEnd().split("\n");
      expect(new Set(rows.map((line) => stringWidth(line))).size).toBe(1);
      expect(rows[1]).toContain(label);
    }
  });

  it("ends lines between the letters of a script without spaces, never before a mark that closes", async () => {
    const label = "トリガー（ベースリポジトリコンテキスト、シークレットあり）、承認された変更要求（却下）。";
    for (const source of [`flowchart LR\nA["${label}"]`, `sequenceDiagram\nA->>B: ${label}`]) {
      const drawing = await renderDiagram(source, { format: "text", columns: 40 });
      expect(drawing).toMatchObject({ complete: true });
      const rows = drawing.data
        .split("\n")
        .map((row) => row.replaceAll(/[^\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]/gu, ""));
      expect(rows.join("")).toBe(label);
      expect(rows.filter((row) => /^[、。）ーッ]|（$/u.test(row))).toEqual([]);
    }
  });

  it("takes directions out of a label that would turn what stands beside it", async () => {
    const { data } = await renderDiagram('flowchart LR\nA["a\u202eb\u2067c\u200fd"] --> B[e]', {
      format: "text",
    });
    expect(data).toContain("│ abcd ├");
  });

  it("in ASCII says what its signs mean", async () => {
    const source = "flowchart LR\nA[One] --> B(Two) -.-> C{Three} ==> D[(Four)] --x E[[Five]] --o F((Six))";
    const { data } = await renderDiagram(source, { format: "text", glyphs: "ascii", columns: 120 });
    expect(data).toContain(
      "| One +----->| Two +.....><  Three  >=====>| Four +-----x|| Five |+-----o(  Six  )",
    );
    expect(data).toMatch(/^[\n\x20-\x7e]*$/);
  });

  it("that is as high as it is wide takes no memory for a search that would not end", async () => {
    const high = Array.from({ length: 4_000 }, (_, index) => `r${index}`).join("<br>");
    const source = `flowchart LR\nA["${high}"] --> B["${"wide ".repeat(180)}"] --> C`;
    const before = process.memoryUsage().rss;
    const { complete, data } = await renderDiagram(source, {
      format: "text",
      columns: 1_000,
      timeoutMs: 60_000,
    });
    expect(complete).toBe(true);
    expect(data).toContain("r3999");
    // A search over all of it would take twice as much and more.
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 2 ** 20);
  });
});
