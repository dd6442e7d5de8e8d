/** The tools of servers as tools of a session: named after their server, described as foreign, asked for like everything that acts. */
import { createHash } from "node:crypto";
import { isRecord, safeLine } from "../../provider/untrusted.js";
import type { Preview, ToolContext, ToolDefinition, ToolResult } from "../tools/tool.js";
import type { McpToolInfo } from "./mcp-module.js";
import { readResult } from "./mcp-result.js";
import type { McpServer } from "./mcp-server.js";

const MOST_TOOLS = 128;
const DESCRIPTION_LIMIT = 2_000;
const SCHEMA_LIMIT = 64_000;

/** The tools of several servers, ready for a session. */
export interface McpTools {
  /** Each named after its server and itself. */
  tools: ToolDefinition[];
  /** What was left out, and why. */
  problems: string[];
}

/** Lists what the servers offer; one that cannot be asked is a problem, and the others serve all the same. */
export async function mcpTools(servers: readonly McpServer[]): Promise<McpTools> {
  const found = new Map<string, ToolDefinition>();
  const problems: string[] = [];
  await Promise.all(
    servers.map(async (server) => {
      try {
        const offered = await server.listTools();
        if (offered.length > MOST_TOOLS)
          problems.push(`Of ${server.name}'s ${offered.length} tools the first ${MOST_TOOLS} are taken.`);
        for (const info of offered.slice(0, MOST_TOOLS)) {
          const fault = faultOf(info);
          const name = toolName(server, info);
          if (fault !== undefined) problems.push(`A tool of ${server.name} is left out: ${fault}.`);
          else if (found.has(name))
            problems.push(`Two tools of ${server.name} would be called ${name}; the second is left out.`);
          else found.set(name, toolOf(server, info, name));
        }
      } catch (error) {
        problems.push(`No tools of ${server.name}: ${server.reason(error)}`);
      }
    }),
  );
  return { tools: [...found.values()], problems };
}

/** Two underscores part the server's name from the tool's, so no server can pass for another one. */
const toolName = (server: McpServer, { name }: McpToolInfo): string =>
  `${server.name}__${name.replaceAll(/[^A-Za-z0-9_-]/g, "_")}`.slice(0, 64);

function faultOf({ name, inputSchema }: McpToolInfo): string | undefined {
  if (typeof name !== "string" || name === "" || safeLine(name) !== name) return "its name cannot be shown";
  if (!isRecord(inputSchema) || JSON.stringify(inputSchema).length > SCHEMA_LIMIT)
    return `the schema of ${name} is none, or too large`;
  return undefined;
}

function toolOf(server: McpServer, info: McpToolInfo, name: string): ToolDefinition {
  const known = fingerprint(info);
  return {
    name,
    description: `[Tool of the MCP server ${server.name}] ${safeLine(info.description ?? info.title ?? "", DESCRIPTION_LIMIT)}`,
    parameters: info.inputSchema,
    // What a tool says of itself is a hint; whether it acts is not known.
    changes: true,
    preview: async (args) => previewOf(server, info, args),
    run: (args, context) => run(server, info, known, args, context),
  };
}

function previewOf(server: McpServer, info: McpToolInfo, args: Record<string, unknown>): Preview {
  const { readOnlyHint, destructiveHint, openWorldHint } = info.annotations ?? {};
  const notes = [
    `Runs in the MCP server ${server.name}, outside of this program's bounds.`,
    ...(readOnlyHint ? ["It says that it only reads. Nobody checks that."] : []),
    ...(destructiveHint ? ["It says that it may destroy something."] : []),
    ...(openWorldHint ? ["It says that it reaches beyond this machine."] : []),
  ];
  return {
    text: `${info.name} ${JSON.stringify(args, undefined, 2)}`,
    notes,
    grants: [{ key: "tool", words: `this tool of the server ${server.name}, whatever its arguments` }],
  };
}

async function run(
  server: McpServer,
  info: McpToolInfo,
  known: string,
  args: Record<string, unknown>,
  { signal, onProgress }: ToolContext,
): Promise<ToolResult> {
  try {
    const change = server.isStale ? await changeOf(server, info, known) : undefined;
    if (change !== undefined) return { ok: false, content: change };
    const result = await server.call(info.name, args, {
      ...(signal && { signal }),
      onprogress: ({ progress, total, message }) =>
        onProgress?.(safeLine(message ?? `${progress}${total === undefined ? "" : ` of ${total}`}`, 200)),
    });
    return readResult(result);
  } catch (error) {
    return { ok: false, content: `Not done: ${server.reason(error)}` };
  }
}

/** A tool that is no longer what the user has seen does not run. */
async function changeOf(server: McpServer, info: McpToolInfo, known: string): Promise<string | undefined> {
  const now = (await server.listTools()).find(({ name }) => name === info.name);
  if (!now) return `Not run: the server ${server.name} no longer offers ${info.name}.`;
  return fingerprint(now) === known
    ? undefined
    : `Not run: the server ${server.name} has changed what ${info.name} is since this chat began. A new chat takes it over.`;
}

const fingerprint = ({ name, description, inputSchema, annotations }: McpToolInfo): string =>
  createHash("sha256")
    .update(JSON.stringify([name, description, inputSchema, annotations]))
    .digest("hex");
