/** What `fw mcp serve` offers to other agents: drawing diagrams, and the models behind this program. */
import type { Upstreams } from "../serve/upstreams.js";
import type { ServedContent, ServedTool } from "./stdio-server.js";

const text = (value: string): ServedContent[] => [{ type: "text", text: value }];

export function servedTools(upstreams: Upstreams): ServedTool[] {
  return [drawDiagram, listModels(upstreams), askModel(upstreams)];
}

const drawDiagram: ServedTool = {
  name: "draw_diagram",
  description:
    "Draws a Mermaid diagram. Give the Mermaid source; the result is a PNG picture, SVG source, or a drawing in text. " +
    "A syntax error is told with its line.",
  inputSchema: {
    type: "object",
    properties: {
      source: { type: "string", description: "Mermaid source, without a fence" },
      format: { type: "string", enum: ["png", "svg", "text"], description: "png unless told" },
      columns: {
        type: "integer",
        minimum: 20,
        maximum: 500,
        description: "width of a drawing in text; 100 unless told",
      },
    },
    required: ["source"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async ({ source, format = "png", columns = 100 }, signal) => {
    const { renderDiagram } = await import("@framework/diagram");
    const { data } =
      format === "text"
        ? await renderDiagram(String(source), { format, columns: Number(columns), signal })
        : await renderDiagram(String(source), { format: format === "svg" ? "svg" : "png", signal });
    if (typeof data === "string") return text(data);
    return [{ type: "image", data: Buffer.from(data).toString("base64"), mimeType: "image/png" }];
  },
};

const listModels = (upstreams: Upstreams): ServedTool => ({
  name: "list_models",
  description: "Lists the models that can be asked, with their true context windows and who states them.",
  inputSchema: { type: "object", properties: {}, additionalProperties: false },
  annotations: { readOnlyHint: true },
  run: async (_args, signal) => text(JSON.stringify(await upstreams.list(signal), undefined, 2)),
});

const askModel = (upstreams: Upstreams): ServedTool => ({
  name: "ask_model",
  description:
    'Asks a model one question and gives its whole answer. Models are named as list_models shows, or "default".',
  inputSchema: {
    type: "object",
    properties: {
      prompt: { type: "string" },
      model: { type: "string", description: '"default" unless told' },
      system: { type: "string" },
    },
    required: ["prompt"],
    additionalProperties: false,
  },
  annotations: { openWorldHint: true },
  run: async ({ prompt, model = "default", system }, signal) => {
    const { client } = await upstreams.find(String(model), signal);
    const messages = [
      ...(typeof system === "string" ? [{ role: "system" as const, content: system }] : []),
      { role: "user" as const, content: String(prompt) },
    ];
    return text((await client.complete(messages, undefined, { signal })).text);
  },
});
