/** A plain HTTP client for the tests of this package. */
import { type Agent, request, type IncomingHttpHeaders, type IncomingMessage } from "node:http";

/** What came back from one request, whole or not. */
export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  /** The error that ended the body early; undefined when it was whole. */
  broken: unknown;
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Keeps the connection for later requests of this agent; a connection of its own by default. */
  agent?: Agent;
  /** Called with the text so far; true destroys the connection. */
  stopWhen?: (text: string) => boolean;
}

/** One plain request; rejects when no head of an answer came. */
export function ask(url: string, asked: Asked = {}): Promise<Received> {
  const payload = asked.body === undefined ? undefined : encode(asked.body);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: asked.method ?? (payload === undefined ? "GET" : "POST"),
        headers: { "content-type": "application/json", ...asked.headers },
        agent: asked.agent ?? false,
      },
      (incoming) => resolve(receive(incoming, asked.stopWhen)),
    );
    outgoing.once("error", reject);
    outgoing.end(payload);
  });
}

function encode(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}

async function receive(incoming: IncomingMessage, stopWhen: Asked["stopWhen"]): Promise<Received> {
  const pieces: Buffer[] = [];
  let broken: unknown;
  try {
    for await (const piece of incoming) {
      pieces.push(Buffer.from(piece));
      if (stopWhen?.(Buffer.concat(pieces).toString())) break;
    }
  } catch (error) {
    broken = error;
  }
  if (!incoming.readableEnded) incoming.destroy();
  const bytes = Buffer.concat(pieces);
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    bytes,
    text: bytes.toString(),
    broken,
  };
}

/** A chat body; fields given replace the usual ones. */
export function chatBody(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    model: "demo-model",
    messages: [{ role: "user", content: "one two three four five six" }],
    stream: true,
    ...fields,
  };
}

/** A tool schema of this name. */
export function tool(name: string): Record<string, unknown> {
  return { type: "function", function: { name, parameters: { type: "object", properties: {} } } };
}

/** A chunk as the tests read it. */
export interface Chunk {
  id?: string;
  choices: {
    delta?: {
      content?: string | null;
      reasoning?: string;
      reasoning_content?: string;
      tool_calls?: {
        index?: number;
        id?: string;
        function: { name?: string; arguments: unknown };
      }[];
    };
    finish_reason: string | null;
    native_finish_reason?: string;
  }[];
  usage?: Record<string, unknown>;
  error?: { message: string };
}

/** The payloads of an event stream written in the plain way. */
export function payloads(text: string): string[] {
  return text
    .split("\n\n")
    .filter((event) => event.startsWith("data: "))
    .map((event) => event.slice("data: ".length));
}

/** The JSON chunks of an event stream. */
export function chunks(text: string): Chunk[] {
  return payloads(text)
    .filter((payload) => payload !== "[DONE]")
    .map((payload): Chunk => JSON.parse(payload));
}

/** The text that a stream's deltas add up to. */
export function spoken(text: string): string {
  return chunks(text)
    .map((chunk) => chunk.choices[0]?.delta?.content ?? "")
    .join("");
}

/** The finish reason of a stream, if one came. */
export function finishReason(text: string): string | undefined {
  const reasons = chunks(text).map((chunk) => chunk.choices[0]?.finish_reason ?? undefined);
  return reasons.findLast((reason) => reason !== undefined);
}
