/** The plugin `draw_diagram`: a Mermaid diagram as a picture in the workspace. */
import { atomicWrite } from "../../system/atomic-write.js";
import { answering } from "./answering.js";
import { closedObject, textArgument } from "./arguments.js";
import { type ToolDefinition, type ToolPlugin, ToolRefusal } from "./tool.js";
import { atPlace, resolveInWorkspace } from "./workspace-path.js";
import { messageOf } from "../../provider/errors.js";

/** What is used of @framework/diagram, which a plain installation of this package need not have. */
interface DiagramModule {
  renderDiagram(source: string, options: object): Promise<{ data: string | Uint8Array }>;
}
const PACKAGE = "@framework/diagram";

const drawDiagram: ToolDefinition = {
  name: "draw_diagram",
  description:
    "Draw a Mermaid diagram to a new .png, .svg or .txt file of the workspace. A syntax error is told with its line.",
  changes: true,
  parameters: closedObject(["source", "path"], {
    source: { type: "string", minLength: 1, description: "Mermaid source, without a fence." },
    path: {
      type: "string",
      minLength: 5,
      description: "The file, relative to the workspace; .png, .svg or .txt.",
    },
  }),
  preview: async (args, { workspace }) => {
    const { name } = await resolveInWorkspace(workspace, textArgument(args, "path"));
    return `draw ${name}\n\n${textArgument(args, "source")}`;
  },
  run: answering(async (args, { workspace, signal }) => {
    const place = await resolveInWorkspace(workspace, textArgument(args, "path"));
    const [, ending = ""] = /\.(png|svg|txt)$/i.exec(place.name) ?? [];
    if (ending === "") throw new ToolRefusal("The path must end with .png, .svg or .txt.");
    const format = ending.toLowerCase() === "txt" ? "text" : ending.toLowerCase();
    const diagrams = (await import(PACKAGE)) as DiagramModule;
    let data: string | Uint8Array;
    try {
      ({ data } = await diagrams.renderDiagram(textArgument(args, "source"), { format, signal }));
    } catch (error) {
      throw new ToolRefusal(messageOf(error));
    }
    await atPlace(place, { create: true }, (file) => atomicWrite(file, data, { exclusive: true }));
    return { ok: true, content: `Drew "${place.name}".` };
  }),
};

/** What a profile enables as `draw_diagram`. */
export const drawDiagramPlugin: ToolPlugin = { name: "draw_diagram", tools: [drawDiagram] };
