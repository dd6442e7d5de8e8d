/** The MCP servers of a chat: those of the profile, and those of the folder where it is trusted. */
import path from "node:path";
import { ConfigurationError, didYouMean, type Environment, type ToolDefinition } from "@framework/shared";
import { createTrust, type Profile, readPlainFile } from "@framework/shared/config";
import {
  type McpHost,
  McpServer,
  type McpServerSettings,
  mcpTools,
  readMcpJson,
  readServers,
  textOf,
} from "@framework/shared/mcp";
import type { ToolServers } from "../configure/client-options.js";
import type { Asker } from "../input/prompter.js";
import type { Output } from "../output/output.js";
import { withoutStatus } from "../output/screen.js";
import { loadMcp } from "./load.js";
import { loginTo } from "./login.js";

export interface McpPlace {
  env: Environment;
  workspace: string;
  profile: Profile | undefined;
}

const SIZE_LIMIT = 256 * 1024;

/** The servers by name; a profile's wins over the folder's. `notes` says what of the folder does not count. */
export async function configuredServers({ env, workspace, profile }: McpPlace): Promise<{
  servers: Record<string, McpServerSettings>;
  notes: string[];
}> {
  const file = path.join(workspace, ".mcp.json");
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
      elicit: (server, message, fields) => withoutStatus(() => this.#elicit(server, message, fields)),
      authorize: (server, url) =>
        loginTo(server, url, { env, workspace, tell: (text) => output.note(text, "plain") }),
    };
    this.#servers = Object.entries(settings).map(([name, server]) => new McpServer(name, server, host));
  }

  /** What they offer; those that cannot be asked are told of and left out. */
  async tools(tell: (text: string) => void): Promise<ToolDefinition[]> {
    const { tools, problems } = await mcpTools(this.#servers);
    problems.forEach(tell);
    return tools;
  }

  /** What a prompt of a server says, with its arguments filled in. */
  async prompt(server: string, name: string, args: Record<string, string>): Promise<string> {
    const messages = await this.#named(server).prompt(name, args);
    return messages.map(({ content }) => textOf(content)).join("\n\n");
  }

  /** The text of a server's resource. */
  async resource(server: string, uri: string): Promise<string> {
    const contents = await this.#named(server).resource(uri);
    return contents.map(({ text, mimeType = "" }) => text ?? `[${mimeType}, no text]`).join("\n\n");
  }

  #named(name: string): McpServer {
    const server = this.#servers.find((candidate) => candidate.name === name);
    if (server) return server;
    const known = this.#servers.map((candidate) => candidate.name);
    throw new ConfigurationError(
      `There is no MCP server "${name}"${didYouMean(name, known)}. There are: ${known.join(", ")}.`,
    );
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
