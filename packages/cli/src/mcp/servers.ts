/** The MCP servers of a chat: those of the profile, and those of the folder where it is trusted. */
import path from "node:path";
import type { ToolDefinition } from "@framework/shared";
import { createTrust, type Profile, readPlainFile } from "@framework/shared/config";
import {
  type McpHost,
  McpServer,
  type McpServerSettings,
  mcpTools,
  readMcpJson,
  readServers,
} from "@framework/shared/mcp";
import type { ToolServers } from "../configure/client-options.js";
import type { Asker } from "../input/prompter.js";
import type { Output } from "../output/output.js";
import { loadMcp } from "./load.js";

type Environment = Readonly<Record<string, string | undefined>>;

export interface McpPlace {
  env: Environment;
  workspace: string;
  profile: Profile | undefined;
}

export const mcpFile = (workspace: string): string => path.join(workspace, ".mcp.json");

const SIZE_LIMIT = 256 * 1024;

/** The servers by name; a profile's wins over the folder's. `notes` says what of the folder does not count. */
export async function configuredServers({ env, workspace, profile }: McpPlace): Promise<{
  servers: Record<string, McpServerSettings>;
  notes: string[];
}> {
  const file = mcpFile(workspace);
  const own = profile?.mcpServers ? readServers(profile.mcpServers, `${profile.file}: mcp_servers`) : {};
  const found = await readPlainFile(file, SIZE_LIMIT).catch(() => undefined);
  if (!found) return { servers: own, notes: [] };
  if (!(await createTrust(env).isTrusted(file, found.text))) {
    return {
      servers: own,
      notes: [`${file} names MCP servers; they count after "fw trust" of this folder.`],
    };
  }
  return { servers: { ...readMcpJson(found.text, file), ...own }, notes: [] };
}

/** The servers of one chat. */
export class ChatServers implements ToolServers {
  readonly #servers: readonly McpServer[];
  /** Who can be asked on a server's behalf, once there is somebody. */
  asker: Asker | undefined;

  constructor(
    settings: Readonly<Record<string, McpServerSettings>>,
    { env, workspace }: McpPlace,
    output: Output,
  ) {
    const host: McpHost = {
      load: loadMcp(env),
      workspace,
      onLog: (server, text) => output.note(`${server}: ${text}`),
      elicit: (server, message, fields) => this.#elicit(server, message, fields),
    };
    this.#servers = Object.entries(settings).map(([name, server]) => new McpServer(name, server, host));
  }

  get names(): readonly string[] {
    return this.#servers.map(({ name }) => name);
  }

  /** What they offer; those that cannot be asked are told of and left out. */
  async tools(tell: (text: string) => void): Promise<ToolDefinition[]> {
    const { tools, problems } = await mcpTools(this.#servers);
    problems.forEach(tell);
    return tools;
  }

  find(name: string): McpServer | undefined {
    return this.#servers.find((server) => server.name === name);
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()));
  }

  /** The user sees who asks, and may always decline. */
  async #elicit(
    server: string,
    message: string,
    fields: readonly string[],
  ): Promise<Record<string, unknown> | undefined> {
    const { asker } = this;
    if (!asker) return undefined;
    const never = new AbortController().signal;
    const question = `The MCP server ${server} asks: ${message} Answer it? [y]es, [n]o: `;
    if ((await asker.choose(question, ["yes", "no"], never)) !== "yes") return undefined;
    const answers: Record<string, unknown> = {};
    for (const field of fields) {
      const answer = await asker.line(`${field}: `, never);
      if (answer === undefined) return undefined;
      answers[field] = answer;
    }
    return answers;
  }
}
