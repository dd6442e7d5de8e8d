/** The tool plugins by name. */
import { ConfigurationError } from "../../provider/errors.js";
import { didYouMean } from "../../provider/suggest.js";
import type { ToolDefinition, ToolPlugin } from "./tool.js";

/** Every tool plugin, loaded when it is asked for. One line here makes a plugin known. */
const plugins = new Map<string, () => Promise<ToolPlugin>>([
  ["cli", async () => (await import("./cli.js")).cli],
  ["file_edit", async () => (await import("./file-edit.js")).fileEdit],
  ["search", async () => (await import("./search.js")).search],
  ["fetch", async () => (await import("./fetch.js")).fetch],
  ["draw_diagram", async () => (await import("./draw-diagram.js")).drawDiagramPlugin],
]);

/** Has its place in the formatter pipeline and no kind here: naming it enables no tool and is no error. */
const FORMATTER_ONLY = "diagramtext_formatter";

/** The tool plugins a profile may name. */
export const toolPluginNames: readonly string[] = [...plugins.keys()];

/** All that may stand under `plugins` in a profile. */
export const pluginNames: readonly string[] = [...toolPluginNames, FORMATTER_ONLY];

/** The tools of the named plugins, in that order. A name that is none is an error that says which there are. */
export async function loadTools(names: readonly string[]): Promise<ToolDefinition[]> {
  const loaders = [...new Set(names)].filter((name) => name !== FORMATTER_ONLY).map(loaderOf);
  const loaded = await Promise.all(loaders.map((load) => load()));
  return loaded.flatMap(({ tools }) => tools);
}

function loaderOf(name: string): () => Promise<ToolPlugin> {
  const load = plugins.get(name);
  if (load) return load;
  const meant = didYouMean(name, toolPluginNames) || ` (known: ${toolPluginNames.join(", ")})`;
  throw new ConfigurationError(`Unknown plugin ${JSON.stringify(name)}${meant}.`);
}
