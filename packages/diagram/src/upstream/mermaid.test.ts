/**
 * What is assumed of Mermaid without anything in its interface saying so. When one of these fails after an upgrade, see
 * UPGRADING.md.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import mermaid from "mermaid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DiagramRenderError, DiagramSyntaxError, renderDiagram, shutdown } from "../index.js";
import { detectKind, KINDS, kindOfType, SPELLINGS } from "../kinds.js";
import { LOOKS, THEMES } from "../options.js";
import { COLOURFUL_SECTIONS, ELK_SECTIONS } from "./configuration.js";
import { frontMatterTitle } from "./front-matter.js";
import { Patcher, PATCHES } from "./patches.js";

beforeAll(() => mermaid.initialize({ startOnLoad: false }));
afterAll(shutdown);

describe("the registry", () => {
  // "---" is front matter that does not end.
  const registered = (): string[] =>
    mermaid
      .getRegisteredDiagramsMetadata()
      .map(({ id }) => id)
      .filter((id) => id !== "---");

  it("has the kinds that we list, and no other", () => {
    expect(KINDS.flatMap(({ types }) => [...types]).toSorted()).toEqual(registered().toSorted());
  });

  it.each([
    ...SPELLINGS.values(),
    ..."agentflow-beta architecture-beta block block-beta C4Context cynefin-beta eventmodeling flowchart-elk info ishikawa-beta kanban packet packet-beta radar-beta railroad-beta railroad-ebnf-beta railroad-abnf-beta railroad-peg-beta swimlane-beta treemap-beta treeView-beta usecase-beta venn-beta wardley-beta xychart xychart-beta".split(
      " ",
    ),
  ])("takes %s for the kind that we take it for", (keyword) => {
    expect(kindOfType(mermaid.detectType(`${keyword}\n`))).toBe(detectKind(keyword));
  });
});

describe("the configuration", () => {
  const types = readFileSync(
    createRequire(import.meta.url)
      .resolve("mermaid/package.json")
      .replace("package.json", "dist/config.type.d.ts"),
    "utf8",
  );
  const valuesOf = (name: string): string[] =>
    [...(new RegExp(`\\n    ${name}\\?: ([^;]*);`).exec(types)?.[1] ?? "").matchAll(/'([^']*)'/g)]
      .map(([, value = ""]) => value)
      .filter((value) => value !== "null")
      .toSorted();

  it("knows our themes and looks, and no other", () => {
    expect(valuesOf("theme")).toEqual([...THEMES].toSorted());
    expect(valuesOf("look")).toEqual([...LOOKS].toSorted());
  });

  it("has the same kinds in colour and laid out by ELK", () => {
    const defaults: Record<string, unknown> = { ...mermaid.mermaidAPI.defaultConfig };
    const sections = Object.entries(defaults).filter(
      ([, value]) => typeof value === "object" && value !== null && "theme" in value,
    );
    expect(sections.map(([name]) => name).toSorted()).toEqual([...COLOURFUL_SECTIONS].toSorted());
    for (const [, section] of sections) expect(section).toMatchObject({ theme: "redux-color", look: "neo" });
    expect(defaults).toMatchObject({ layout: "elk", look: "classic" });
    expect(ELK_SECTIONS.every((name) => sections.some(([section]) => section === name))).toBe(true);
  });

  it.each([
    "flowchart TD\nA-->B",
    "classDiagram\nA <|-- B",
    "stateDiagram-v2\n[*] --> A",
    "erDiagram\nA ||--o{ B : x",
  ])("draws otherwise in the classic look: %j", async (source) => {
    const [own, classic] = [await renderDiagram(source), await renderDiagram(source, { look: "classic" })];
    expect(own.data).not.toBe(classic.data);
    expect((await renderDiagram(source, { theme: "default" })).data).not.toBe(own.data);
  });

  it("draws the slices of a dark pie so that they stand out from black, and white letters from them", async () => {
    const parts = Array.from({ length: 12 }, (_, index) => `"part ${index}" : 1`);
    const { data } = await renderDiagram(`pie\n${parts.join("\n")}`, { colorScheme: "dark" });
    const fills = [...data.matchAll(/<path[^>]*fill:#([\da-f]{6});/g)].map(([, hex = ""]) => hex);
    expect(fills).toHaveLength(12);
    for (const hex of fills) {
      const [red, green, blue] = [0, 2, 4].map((at) => (parseInt(hex.slice(at, at + 2), 16) / 255) ** 2.2);
      const luminance = 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
      expect((luminance + 0.05) / 0.05).toBeGreaterThan(3);
      expect(1.05 / (luminance + 0.05)).toBeGreaterThan(4.5);
    }
  });

  it("has a dark counterpart for kinds with a theme of their own and for the others", async () => {
    for (const source of ["flowchart TD\nA-->B", 'pie\n "a": 1']) {
      const dark = await renderDiagram(source, { colorScheme: "dark" });
      expect(dark.data).not.toBe((await renderDiagram(source)).data);
      // A theme that was named stays.
      const named = await renderDiagram(source, { theme: "forest" });
      expect((await renderDiagram(source, { theme: "forest", colorScheme: "dark" })).data).toBe(named.data);
    }
  });
});

describe("the patches", () => {
  it("are each looked for", () => {
    expect(new Patcher().check()).toHaveLength(PATCHES.length);
  });

  it("say what was found too often", () => {
    const patcher = new Patcher();
    const [patch] = PATCHES;
    const text = String(patch?.published);
    patcher.apply("/node_modules/mermaid/dist/mermaid.core.mjs", `${text}${text}`);
    expect(patcher.check()[0]).toBe(`patch "${patch?.name}": its text was found 2 times instead of 1`);
  });
});

it.each(["dagre-d3-es", "elkjs"])("%s is the one that Mermaid asks for", (name) => {
  const require = createRequire(import.meta.url);
  const mermaids = createRequire(require.resolve("mermaid/package.json"));
  expect(require.resolve(`${name}/package.json`)).toBe(mermaids.resolve(`${name}/package.json`));
});

it.each([
  ["Plain words", "Plain words"],
  ['"In \\"quotes\\""', 'In "quotes"'],
  ["'It''s'", "It's"],
  ["Before # a remark", "Before"],
])("the title %s in front matter is read as Mermaid reads it", async (written, title) => {
  const source = `---\nconfig:\n  title: another\ntitle: ${written}\n---\nflowchart TD\nA-->B`;
  expect(frontMatterTitle(source)).toBe(title);
  const { data } = await renderDiagram(source);
  expect(data.replaceAll("&quot;", '"')).toContain(`>${title}<`);
  expect(data).not.toContain("another");
});

it("refuses a kind that it does not know in the words by which we know that", async () => {
  await expect(mermaid.parse("nothing\nline 9")).rejects.toThrow(/^No diagram type detected/);
  await expect(renderDiagram("\nnothing\nline 9")).rejects.toMatchObject({ line: 2, column: 1 });
});

describe("the stage", () => {
  it("has no style sheet while the source is parsed", async () => {
    await expect(renderDiagram("flowchart TD\nA-->")).rejects.toThrow(DiagramSyntaxError);
  });

  it("has one when drawing fails", async () => {
    const failing =
      "architecture-beta\n service a(server)[A]\n service b(server)[B]\n a:L -- R:b\n a:R -- L:b";
    const error = await renderDiagram(failing).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DiagramRenderError);
  });
});

describe("the text in labels", () => {
  it("hides characters behind placeholders that we know", async () => {
    const { data } = await renderDiagram('flowchart TD\nA["#35; #quot; #9829; #amp;"]');
    expect(data).toMatch(/# &quot; /);
    expect(data).not.toMatch(/[\ufb02\u00b6\u00df]/);
  });
});

/** A source of every parser that can refuse one; the line after "!!" is wrong and others follow it. */
const broken: readonly string[] = [
  "architecture-beta\n group api(cloud)[API]\n!! ]]]\n service db(database)[D] in api",
  'C4Context\n Person(u, "User")\n!! ]]]\n System(s, "System")',
  "classDiagram\n class A\n!! ]]]\n class B",
  'cynefin-beta\n title T\n!! ]]]\n complex\n "Culture"',
  "erDiagram\n A ||--o{ B : has\n!! ]]]\n C ||--o{ D : has",
  "eventmodeling\n\ntf 01 ui CartUI\n!!]]] broken\ntf 02 cmd AddItem",
  "flowchart TD\n A-->B\n!! ]]]\n B-->C",
  "gantt\n title T\n section S\n!! ]]]\n a :a1, 2024-01-01, 1d",
  "gitGraph\n commit\n!! ]]]\n commit",
  "journey\n title T\n section S\n!! ]]]\n  Make tea: 5: Me",
  "mindmap\n root\n  a\n!!   b[[[[",
  'packet-beta\n 0-15: "Source"\n!! ]]]\n 16-31: "Target"',
  'pie\n "a": 1\n!! ]]]\n "b": 2',
  "quadrantChart\n title T\n!! ]]]\n a: [0.3, 0.6]",
  'radar-beta\n axis a["A"], b["B"], c["C"]\n!! ]]]\n curve x{1, 2, 3}',
  'railroad-ebnf-beta\n digit = "0" | "1" ;\n!! ]]]\n number = digit ;',
  "requirementDiagram\n element e {\n  type: simulation\n }\n!! ]]]\n element f {\n  type: x\n }",
  "sankey-beta\na,b,1\n!!c,d\ne,f,2",
  "sequenceDiagram\n A->>B: x\n!! ]]]\n B->>A: y",
  "swimlane-beta LR\n subgraph A\n a[Start]\n end\n!! ]]]\n a --> b",
  'treemap-beta\n"Section"\n    "Leaf": 12\n!!]]]\n    "Leaf 2": 1',
  'venn-beta\n set A["Alpha"]: 10\n!! ]]]\n set B["Beta"]: 8',
  "wardley-beta\ntitle T\n!!]]]\ncomponent Tea [0.79, 0.61]",
  'xychart-beta\n title "Sales"\n!! ]]]\n bar [5, 6]',
  "agentflow-beta\n a[Start] --> b[End]\n!! ]]]\n b --> c",
  "usecase-beta\n actor User\n!! ]]]\n actor Other",
];

describe("a parser", () => {
  it.each(broken.map((source) => [source.split("\n")[0], source]))(
    "says the line, whatever Mermaid takes out before it: %s",
    async (_, source = "") => {
      const [first = "", ...rest] = source.split("\n");
      const front = ["---", "title: T", "---", "%% one", "%%{init: {}}%%", first, " %% two", ...rest];
      for (const lines of [[first, ...rest], front]) {
        const line = lines.findIndex((one) => one.startsWith("!!")) + 1;
        const error = await renderDiagram(lines.join("\n").replace("!!", "")).catch(
          (reason: unknown) => reason,
        );
        expect(error).toBeInstanceOf(DiagramSyntaxError);
        expect(error).toMatchObject({ line });
      }
    },
  );
});
