import { readdirSync, readFileSync } from "node:fs";
import { DiagramError, detectKind, renderDiagram } from "@framework/diagram";
import fc from "fast-check";
import { expect } from "vitest";
import { mutated, soup } from "./mutate.js";
import type { Target } from "./target.js";

const folder = new URL("../../packages/diagram/fixtures/samples/", import.meta.url);
/** The largest ones take seconds each and would leave no time for the others. */
const samples = readdirSync(folder)
  .map((file) => readFileSync(new URL(file, folder), "utf8"))
  .filter((source) => source.length < 1500);
const tokens = [
  "graph TD\n",
  "sequenceDiagram\n",
  "-->",
  "---",
  "|",
  "[",
  "]",
  "(",
  ")",
  "{",
  "}",
  '"',
  ";",
  ":",
  "%%",
  "%%{init: {",
  "}}%%",
  "---\n",
  "\n",
  "  ",
  'click A href "javascript:x"\n',
  "<script>x</script>",
  "&lt;",
  "#35;",
  "::icon(x)",
  '@{ img: "http://x" }',
  "style A fill:url(http://x)\n",
  "classDef x fill:red\n",
  "\0",
  "\u202e",
  "__proto__",
  "end\n",
  "section x\n",
  "A".repeat(300),
];

const kinds: Target = {
  name: "kinds of diagram",
  runs: 500,
  property: () =>
    fc.property(fc.oneof(mutated(samples, tokens), soup(tokens)), (source) => {
      const kind = detectKind(source);
      expect(kind === null || kind.length > 0).toBe(true);
    }),
};

const drawings: Target = {
  name: "diagram source",
  runs: 15,
  property: () =>
    fc.asyncProperty(mutated(samples, tokens), async (source) => {
      try {
        const { data, width, height } = await renderDiagram(source);
        expect(width * height).toBeGreaterThan(0);
        // Nothing that runs, and nothing that is fetched.
        expect(data).not.toMatch(/<script|<foreignObject|<image|javascript:|\son\w+=|@import/i);
        expect(data.replaceAll(/xmlns(:\w+)?="[^"]*"/g, "")).not.toMatch(
          /(?:href|src)="(?!#)|url\((?!["']?#)/i,
        );
      } catch (error) {
        if (!(error instanceof DiagramError)) throw error;
        expect(error.message).not.toBe("");
      }
    }),
};

export const diagramTargets: readonly Target[] = [kinds, drawings];
