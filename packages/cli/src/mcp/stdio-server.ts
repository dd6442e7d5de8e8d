/** The server's side of MCP over standard input and output: a line of JSON a message. Only what tools need. */
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { jsonIn, messageOf } from "@framework/shared";

const VERSIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;

export interface ServedContent {
  type: "text" | "image";
  text?: string;
  data?: string;
  mimeType?: string;
}

export interface ServedTool {
  name: string;
  description: string;
  inputSchema: object;
  annotations?: object;
  run(args: Record<string, unknown>, signal: AbortSignal): Promise<ServedContent[]>;
}

interface Message {
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
}

/** Serves until the input ends. */
export async function serveTools(
  tools: readonly ServedTool[],
  info: { name: string; version: string },
  { input, output }: { input: Readable; output: Writable },
): Promise<void> {
  const running = new Map<string | number, AbortController>();
  const send = (message: object) => output.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const refuse = (id: string | number, code: number, message: string) =>
    send({ id, error: { code, message } });

  const call = async (id: string | number, { name, arguments: args = {} }: Record<string, unknown>) => {
    const tool = tools.find((candidate) => candidate.name === name);
    if (!tool) return refuse(id, INVALID_PARAMS, `There is no tool ${JSON.stringify(name)}.`);
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const content = await tool.run(args as Record<string, unknown>, controller.signal);
      send({ id, result: { content } });
    } catch (error) {
      const text = messageOf(error);
      if (!controller.signal.aborted)
        send({ id, result: { content: [{ type: "text", text }], isError: true } });
    } finally {
      running.delete(id);
    }
  };

  const handle = ({ id, method, params = {} }: Message) => {
    if (method === "notifications/cancelled") return running.get(params["requestId"] as string)?.abort();
    if (id === undefined || method === undefined) return undefined;
    switch (method) {
      case "initialize": {
        const asked = String(params["protocolVersion"]);
        const protocolVersion = VERSIONS.includes(asked) ? asked : VERSIONS[1];
        return send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo: info } });
      }
      case "ping":
        return send({ id, result: {} });
      case "tools/list":
        return send({ id, result: { tools } });
      case "tools/call":
        return void call(id, params);
      default:
        return refuse(id, METHOD_NOT_FOUND, `${method} is not served.`);
    }
  };

  for await (const line of createInterface({ input })) {
    if (line.trim() === "") continue;
    const message = parse(line);
    if (message) handle(message);
    else send({ id: null, error: { code: -32_700, message: "This is no JSON." } });
  }
  for (const controller of running.values()) controller.abort();
}

function parse(line: string): Message | undefined {
  const value = jsonIn(line);
  return typeof value === "object" && value !== null ? value : undefined;
}
