/** What a profile's `mcp_servers`, or the `mcpServers` of other programs' JSON files, says of a server. */
import { ConfigurationError } from "../../provider/errors.js";
import { isRecord, jsonIn, record } from "../../provider/untrusted.js";

/** How a server is reached: a program to start, or an address. */
export type McpServerSettings = StdioServer | HttpServer;

interface StdioServer {
  command: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

interface HttpServer {
  url: string;
  headers?: Readonly<Record<string, string>>;
}

/** Tools are named NAME__TOOL: a name must not hold what parts the two. */
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9-]|_(?!_)){0,30}$/;

/** Checks the servers of a file; every fault is told with the server's name. */
export function readServers(value: unknown, where: string): Record<string, McpServerSettings> {
  if (!isRecord(value)) throw new ConfigurationError(`${where} must be a map of servers by name.`);
  return Object.fromEntries(
    Object.entries(value).map(([name, server]) => [name, readServer(name, server, where)]),
  );
}

function readServer(name: string, value: unknown, where: string): McpServerSettings {
  const label = `${where}.${JSON.stringify(name).slice(1, -1)}`;
  const wrong = (what: string) => new ConfigurationError(`${label}: ${what}.`);
  if (!NAME.test(name)) throw wrong("a name has letters, digits, - and single _, at most 31");
  if (!isRecord(value)) throw wrong("this must be { command, args, env } or { url, headers }");
  const { command, args, env, url, headers } = value;
  if (typeof url === "string" && command === undefined) {
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw wrong("url is no http address");
    if (headers !== undefined && !isTexts(headers)) throw wrong("headers must be a map of texts");
    return { url, ...(headers !== undefined && { headers }) };
  }
  if (typeof command !== "string" || command === "") throw wrong("either command or url is needed");
  if (args !== undefined && !(Array.isArray(args) && args.every((arg) => typeof arg === "string")))
    throw wrong("args must be a list of texts");
  if (env !== undefined && !isTexts(env)) throw wrong("env must be a map of texts");
  return {
    command,
    ...(Array.isArray(args) && { args }),
    ...(env !== undefined && { env }),
  };
}

const isTexts = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every((item) => typeof item === "string");

/** The servers of a `.mcp.json` file, as other programs write it. */
export function readMcpJson(text: string, file: string): Record<string, McpServerSettings> {
  const value = jsonIn(text);
  if (value === undefined) throw new ConfigurationError(`${file}: this is no JSON.`);
  return readServers(record(value)["mcpServers"], `${file}: mcpServers`);
}
