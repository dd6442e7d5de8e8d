import { mkdtemp, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { capabilitiesFromEnvironment } from "../../terminal/capabilities.js";
import { DIAGRAM, folder, kitty, picture, run, withCommand } from "../../testing/diagram-formatter.js";
import { createPlugin } from "./formatter.js";
import { createPipeline } from "../pipeline.js";

/** These tests are about the command and the service; the library has a test of its own. */
vi.mock("./library-renderer.js", () => ({
  createLibraryRenderer: () => ({ name: "library", isAvailable: () => false }),
}));

describe("a diagram", () => {
  test.each([1, 7, 1000])(
    "is drawn and saved, with the text around it in order (chunks of %i)",
    async (chunk) => {
      const { shown, vision, observations } = await run(`before\n${DIAGRAM}after\n${DIAGRAM}end`, { chunk });
      expect(shown).toBe(
        "before\n\n\n<picture>[saved: VISION/diagramtext_001.png]\nafter\n\n\n<picture>[saved: VISION/diagramtext_002.png]\nend",
      );
      expect(await readFile(path.join(vision, "diagramtext_002.png"))).toEqual(picture);
      expect(await readdir(vision)).toHaveLength(2);
      expect((await stat(vision)).mode & 0o777).toBe(0o700);
      expect((await stat(path.join(vision, "diagramtext_001.png"))).mode & 0o777).toBe(0o600);
      expect(observations).toEqual(
        ["001", "002"].map((number) => ({
          kind: "picture",
          path: path.join(vision, `diagramtext_${number}.png`),
          source: "graph TD\nA --> B\n",
        })),
      );
    },
  );

  test("text before it is put out before it is drawn, text after it only afterwards", async () => {
    let output = "";
    const pipeline = createPipeline({
      output: (part) => (output += part),
      terminal: kitty,
      env: { ...withCommand, FW_VISION_DIR: path.join(folder, "order") },
    });
    pipeline.write(`before\n${DIAGRAM}after\n`);
    expect(output).toMatch(/^before\n.*drawing flowchart/);
    expect(output).not.toContain("after");
    expect(pipeline.pending).toBeInstanceOf(Promise);
    await pipeline.pending;
    expect(output).toMatch(/\r\x1b\[K[^]*\[saved: [^]*after\n$/);
    expect(pipeline.pending).toBeUndefined();
  });

  test.each([
    ["mermaid", "```mermaid\ngraph TD\n```\n"],
    ["upper case", "~~~ DiagramText\ngraph TD\n~~~\n"],
    ["attributes and CRLF", "```mermaid {width=3}\r\ngraph TD\r\n```\r\n"],
    ["indented", "  ```mermaid\n  graph TD\n  ```\n"],
    ["unclosed", "```mermaid\ngraph TD\n"],
    ["unclosed, without a newline", "```mermaid\ngraph TD"],
  ])("%s is recognised", async (_, text) => {
    const { shown, observations } = await run(text, { chunk: 1 });
    expect(shown).toContain("<picture>");
    expect(observations).toMatchObject([{ kind: "picture", source: expect.stringMatching(/^graph TD\n?$/) }]);
  });

  test.each([
    ["an empty block", "```mermaid\n```\n"],
    ["a blank block", "```mermaid\n\n```\n"],
  ])("%s passes through", async (_, text) => expect((await run(text)).shown).toBe(text));

  test.each([
    ["another language", "```mermaidx\ngraph TD\n```\n", "mermaidx\ngraph TD\n"],
    ["a fence inside a fence", "````\n```mermaid\ngraph TD\n```\n````\n", "```mermaid\ngraph TD\n```\n"],
  ])("%s is code", async (_, text, code) => expect((await run(text)).shown).toBe(code));

  test("a block too large to be one passes through", async () => {
    const text = `\`\`\`mermaid\n${"%% x\n".repeat(60_000)}\`\`\`\nafter\n`;
    expect((await run(text)).shown).toBe(text);
  });

  test.each([
    ["switched off", { FW_DIAGRAM_BACKEND: "off", TERM: "xterm-kitty" }, true],
    ["no protocol", { FW_GRAPHICS_PROTOCOL: "none", TERM: "xterm-kitty" }, true],
    ["no terminal", { TERM: "xterm-kitty" }, false],
  ])("%s: the block passes through with its tag", async (_, env, isTerminal) => {
    const { capabilities } = capabilitiesFromEnvironment(env, { isTerminal });
    const text = "a\n```Mermaid x=y\ngraph TD\n```\nb\n";
    expect((await run(text, { terminal: capabilities })).shown).toBe(text);
  });
});

describe("a terminal that shows no pictures", () => {
  const terminal = capabilitiesFromEnvironment(
    { TERM: "xterm-256color" },
    { isTerminal: true, columns: 80, rows: 24 },
  ).capabilities;
  const BOXES = "┌───┐\n│ A │\n└─┬─┘\n  │\n  ▼\n┌───┐\n│ B │\n└───┘\n";

  test.each([1, 7, 1000])(
    "has the diagram as text, and the picture is saved (chunks of %i)",
    async (chunk) => {
      const { shown, vision, observations } = await run(`before\n${DIAGRAM}after\n`, { terminal, chunk });
      expect(shown).toBe(`before\n${BOXES}[saved: VISION/diagramtext_001.png]\nafter\n`);
      expect(await readFile(path.join(vision, "diagramtext_001.png"))).toEqual(picture);
      expect(observations).toMatchObject([{ kind: "picture", source: "graph TD\nA --> B\n" }]);
    },
  );

  test("is told where a diagram is wrong", async () => {
    const { shown, observations } = await run("```mermaid\ngraph TD\nA --\n```\n", { terminal });
    expect(shown).toContain("```mermaid\ngraph TD\nA --\n```\n✗ diagram not drawn: syntax error on line 2");
    expect(observations).toMatchObject([{ kind: "syntax-error" }]);
  });

  test("shows half blocks where they are asked for", async () => {
    const halfblock = { ...terminal, graphicsIsExplicit: true };
    const { output } = await run(DIAGRAM, { terminal: halfblock });
    expect(output).toContain("\x1b[48;5;247m ");
    expect(output).not.toContain("│ A │");
  });

  test("keeps to its width", async () => {
    const long =
      "```mermaid\ngraph LR\nA[a box] --> B[another box] --> C[the third box] --> D[the last]\n```\n";
    const { shown } = await run(long, { terminal: { ...terminal, columns: 30 } });
    const lines = shown.split("\n").filter((line) => !line.startsWith("[saved"));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(30);
    for (const word of ["another", "third", "last"]) expect(shown).toContain(word);
  });
});

describe("a syntax error", () => {
  test("shows the line, marks it, keeps the source, and is offered to the model once", async () => {
    const text = "```mermaid\n---\ntitle: x\n---\n%% comment\ngraph TD\nA --> SYNTAX\n```\nafter\n";
    const { shown, observations, vision } = await run(text, { chunk: 5 });
    expect(shown).toBe(
      text.replace(
        "after\n",
        [
          "✗ diagram not drawn: syntax error on line 6",
          "  6 │ A --> SYNTAX",
          "    │ ^^^^^^^^^^^^",
          "  Expecting 'NODE', got 'EOF'",
          "after\n",
        ].join("\n"),
      ),
    );
    expect(observations).toMatchObject([
      {
        kind: "syntax-error",
        message:
          "The diagram could not be drawn: syntax error on line 6 (A --> SYNTAX): Expecting 'NODE', got 'EOF'",
      },
    ]);
    await expect(stat(vision)).rejects.toThrow("ENOENT");
  });

  test("in a block that was never closed passes through as text", async () => {
    const { shown, observations } = await run("```mermaid\ngraph TD\nSYNTAX");
    expect(shown).toBe("```mermaid\ngraph TD\nSYNTAX\n");
    expect(observations).toEqual([]);
  });
});

describe("artifacts", () => {
  test("a folder that is a symbolic link is refused, and another one used", async () => {
    const real = await mkdtemp(path.join(folder, "real-"));
    const link = path.join(folder, "link");
    await symlink(real, link);
    const { shown, notices } = await run(DIAGRAM, { env: { ...withCommand, FW_VISION_DIR: link } });
    expect(notices).toEqual([expect.stringContaining(`${link} is a symbolic link and is not used`)]);
    expect(await readdir(real)).toEqual([]);
    expect(shown).toMatch(/\[saved: .*fw_vision-\w+\/diagramtext_001\.png\]/);
  });

  test("a folder that cannot be written does not keep the picture from being shown", async () => {
    const file = path.join(folder, "a-file");
    await writeFile(file, "");
    const { shown } = await run(DIAGRAM, { env: { ...withCommand, FW_VISION_DIR: path.join(file, "x") } });
    expect(shown).toMatch(/<picture>\[the picture was not saved: .*ENOTDIR/);
  });

  test("initialising again begins again at 001", async () => {
    const vision = path.join(folder, "again");
    const plugin = createPlugin({ terminal: kitty, env: { ...withCommand, FW_VISION_DIR: vision } });
    let output = "";
    const out = {
      text: (text: string) => (output += text),
      rendered: (piece: { output: string }) => (output += piece.output),
    };
    plugin.initialize({});
    plugin.write(DIAGRAM, out);
    await plugin.flush(out);
    plugin.initialize({ scale: 1 });
    plugin.write(DIAGRAM, out);
    await plugin.flush(out);
    expect(output.match(/diagramtext_\d+/g)).toEqual(["diagramtext_001", "diagramtext_001"]);
  });
});

test("with nothing to draw with, the source passes through with a hint", async () => {
  const { shown } = await run(DIAGRAM, { env: { PATH: "" } });
  expect(shown).toBe(
    `${DIAGRAM}[diagram not drawn: no renderer is installed; to draw it: npm install -g @mermaid-js/mermaid-cli]\n`,
  );
  expect(createPlugin({ env: { PATH: "" } }).isRendererAvailable()).toBe(false);
});

test("any text with diagrams in it, cut anyhow, gives the same output in the same order", async () => {
  const fragment = fc.constantFrom(
    "```mermaid\n",
    "```diagramtext\n",
    "~~~ MERMAID\n",
    "```\n",
    "~~~\n",
    "````\n",
    "```",
    "graph TD\n",
    "A --> B\n",
    "text\n",
    "| a |\n|---|\n",
    "\n",
    " ",
    "**b** ",
    "```diff\n-a\n+b\n```\n",
    "<hidden>x</hidden>",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fragment), fc.integer({ min: 1, max: 9 }), async (parts, chunk) => {
      const text = parts.join("");
      const options = { env: { PATH: "" } };
      expect((await run(text, { ...options, chunk })).output).toBe((await run(text, options)).output);
    }),
    { numRuns: 150 },
  );
});
