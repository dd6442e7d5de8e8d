/** `fw mcp list`, `test` and `add`. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ConfigurationError, ownProfile, readConfiguration } from "@framework/shared";
import { atomicWrite } from "@framework/shared/config";
import { McpServer, mcpTools, readServers } from "@framework/shared/mcp";
import { profileDocument } from "../../configure/profile-document.js";
import { configuredServers } from "../../mcp/servers.js";
import { loadMcp } from "../../mcp/load.js";
import { remark, say, sayJson } from "../../output/print.js";

interface McpFlags {
  profile?: string;
  workspace?: string;
  json?: boolean;
}

async function place(flags: McpFlags) {
  const { env, workspace, profile } = await readConfiguration(flags);
  const found = await configuredServers({ env, workspace, profile });
  return { env, workspace, ...found };
}

export async function list(flags: McpFlags): Promise<void> {
  const { servers, notes } = await place(flags);
  const rows = Object.entries(servers).map(([name, server]) => ({
    name,
    // Arguments and headers may hold keys.
    target: "command" in server ? server.command : new URL(server.url).origin,
  }));
  notes.forEach(remark);
  if (flags.json) sayJson(rows, 2);
  else if (rows.length === 0) remark('No MCP server is configured. "fw mcp add" adds one.');
  for (const { name, target } of flags.json ? [] : rows) say(`${name}  ${target}`);
}

export async function test(name: string, flags: McpFlags): Promise<void> {
  const { servers, env, workspace } = await place(flags);
  const settings = Object.hasOwn(servers, name) ? servers[name] : undefined;
  if (!settings) {
    const known = Object.keys(servers).join(", ") || "none";
    throw new ConfigurationError(`There is no MCP server "${name}". Configured: ${known}.`);
  }
  const server = new McpServer(name, settings, { load: loadMcp(env), workspace });
  try {
    say(`${name} is ${await server.title()}.`);
    const { tools, problems } = await mcpTools([server]);
    for (const tool of tools) say(`  ${tool.name}  ${tool.description.slice(0, 100)}`);
    for (const prompt of await server.prompts()) say(`  /prompt ${name} ${prompt.name}`);
    for (const { uri } of (await server.resources()).slice(0, 20)) say(`  @${name}:${uri}`);
    problems.forEach(remark);
    if (problems.length > 0) process.exitCode = 1;
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw new ConfigurationError(`It does not work: ${server.reason(error)}`);
  } finally {
    await server.close();
  }
}

interface AddFlags {
  profile?: string;
  env?: string[];
  header?: string[];
}

/** Writes the server into the profile; everything else in it stays as it was. */
export async function add(
  name: string,
  [target = "", ...args]: readonly string[],
  flags: AddFlags,
): Promise<void> {
  const file = flags.profile ?? ownProfile(process.env);
  const server = /^https?:\/\//.test(target)
    ? { url: target, ...(flags.header && { headers: pairs(flags.header) }) }
    : { command: target, ...(args.length > 0 && { args }), ...(flags.env && { env: pairs(flags.env) }) };
  readServers({ [name]: server }, "mcp_servers");
  const document = profileDocument(existsSync(file) ? readFileSync(file, "utf8") : "", file);
  document.setIn(["mcp_servers", name], server);
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true, mode: 0o700 });
  await atomicWrite(file, document.toString(), {});
  say(`${name} stands in ${file} now. "fw mcp test ${name}" tries it.`);
}

function pairs(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, key = "", value = ""] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
      if (key === "") throw new ConfigurationError(`This takes KEY=value, not "${text}".`);
      return [key, value];
    }),
  );
}
