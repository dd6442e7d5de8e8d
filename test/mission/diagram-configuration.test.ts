/** What is promised of the diagram formatter's configuration and of the kinds of diagram. */
import { createPipeline, createPlugin, parseFormattersConfig, readSettings } from "@framework/shared/format";
import { capabilitiesFromEnvironment } from "@framework/shared/terminal";
import { describe, expect } from "vitest";
import { sentences } from "./setups.js";

const terminalOf = (env: Record<string, string>) =>
  capabilitiesFromEnvironment({ TERM: "xterm-256color", ...env }, { isTerminal: true, columns: 80, rows: 24 })
    .capabilities;

describe("configuration record .fw/formatters.json", () => {
  const parse = (value: unknown) => parseFormattersConfig(JSON.stringify(value), "formatters.json");
  sentences({
    "{formatters: [{name: str, enabled: bool, config?: map}]}": () => {
      expect(parse({ formatters: [{ name: "table_formatter", enabled: false }] })).toEqual([
        { name: "table_formatter", enabled: false, config: {} },
      ]);
    },
    "Names used: hidden_content_filter, diff_formatter, table_formatter, diagramtext_formatter, code_block_formatter":
      async () => {
        const settings = [
          "hidden_content_filter",
          "diff_formatter",
          "table_formatter",
          "diagramtext_formatter",
          "code_block_formatter",
        ].map((name) => ({ name, enabled: true, config: {} }));
        const pipeline = createPipeline({
          output: () => undefined,
          terminal: terminalOf({}),
          config: settings,
          env: {},
        });
        await pipeline.flush();
      },
    "code_block_formatter (config line_numbers bool)": async () => {
      const settings = [{ name: "code_block_formatter", enabled: true, config: { line_numbers: true } }];
      const parts: string[] = [];
      const pipeline = createPipeline({
        output: (part) => parts.push(part),
        terminal: terminalOf({}),
        config: settings,
        env: {},
      });
      pipeline.write("```js\nlet a;\nlet b;\n```\n");
      await pipeline.flush();
      expect(parts.join("")).toMatch(/2/);
    },
    "diagramtext_formatter config keys: theme (str), scale (int), background (str), console_width (int)":
      () => {
        const config = { theme: "forest", scale: 3, background: "white", console_width: 60 };
        expect(readSettings(config, {}, () => undefined)).toMatchObject({
          theme: "forest",
          scale: 3,
          background: "white",
          consoleWidth: 60,
        });
      },
    "The formatter offers initialize(config_map) and set_console_width(width), and is created by create_plugin()":
      () => {
        const plugin = createPlugin({ env: {} });
        plugin.initialize({ scale: 1 });
        plugin.setConsoleWidth(50);
        expect(plugin.name).toBe("diagramtext_formatter");
      },
  });
});

describe("Supported diagram kinds (by opening keyword)", () => {
  const kinds = [
    "graph TD",
    "graph LR",
    "sequenceDiagram",
    "classDiagram",
    "stateDiagram",
    "erDiagram",
    "gantt",
    "pie",
    "gitgraph",
    "mindmap",
    "timeline",
    "quadrantChart",
    "sankey",
  ];
  sentences(
    Object.fromEntries(
      kinds.map((kind) => [
        kind,
        async () => {
          const { diagramKind } = await import("../../packages/shared/src/format/diagramtext/kinds.js");
          expect(diagramKind(`${kind}\n  x\n`)).not.toBe(diagramKind("nonsense\n"));
        },
      ]),
    ),
  );
});
