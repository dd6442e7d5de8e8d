/**
 * A small server that answers as it is told, and remembers what it was asked. It shares no code with the emulators, so that a
 * misreading of the services in them cannot hide one in the providers.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Asked {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string | undefined>;
  body: unknown;
  text: string;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  bytes?: Buffer;
  /** Server-sent events; a string goes out as it is. */
  events?: readonly unknown[];
  /** How the events end: properly, with a broken connection, or never. */
  end?: "done" | "cut" | "open";
}

export type Route = Answer | ((asked: Asked) => Answer | Promise<Answer>);
export type Routes = Record<string, Route>;

export class Service implements AsyncDisposable {
  readonly #server: Server;
  readonly #open = new Set<ServerResponse>();
  routes: Routes;
  asked: Asked[] = [];
  /** Called when a caller hangs up before its answer has ended. */
  onHangUp: () => void = () => undefined;

  private constructor(server: Server, routes: Routes) {
    this.#server = server;
    this.routes = routes;
  }

  static async start(routes: Routes = {}): Promise<Service> {
    const server = createServer();
    const service = new Service(server, routes);
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      void service.#answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Forgets what was asked, and answers differently from now on. */
  reset(routes: Routes): void {
    this.routes = routes;
    this.asked = [];
  }

  /** The requests to a route, such as `POST /v1/chat/completions`. */
  to(route: string): Asked[] {
    return this.asked.filter(({ method, path }) => `${method} ${path}` === route);
  }

  /** The routes that were asked, in order. */
  get order(): string[] {
    return this.asked.map(({ method, path }) => `${method} ${path}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const response of this.#open) response.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#open.add(response);
    response.once("close", () => {
      this.#open.delete(response);
      if (!response.writableFinished) this.onHangUp();
    });
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString("utf8");
    const { pathname, search } = new URL(request.url ?? "/", "http://here");
    const asked: Asked = {
      method: request.method ?? "",
      path: pathname,
      query: search,
      headers: request.headers as Record<string, string | undefined>,
      body: parsed(text),
      text,
    };
    this.asked.push(asked);
    const route = this.routes[`${asked.method} ${asked.path}`] ?? {
      status: 404,
      json: { error: "no such route" },
    };
    write(response, typeof route === "function" ? await route(asked) : route);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function write(response: ServerResponse, answer: Answer): void {
  const { status = 200, headers = {}, events, end = "done" } = answer;
  if (!events) {
    const type = answer.json === undefined ? "text/plain" : "application/json";
    response.writeHead(status, { "content-type": type, ...headers });
    response.end(
      answer.bytes ?? answer.text ?? (answer.json === undefined ? "" : JSON.stringify(answer.json)),
    );
    return;
  }
  response.writeHead(status, { "content-type": "text/event-stream", ...headers });
  for (const event of events) {
    response.write(typeof event === "string" ? event : `data: ${JSON.stringify(event)}\n\n`);
  }
  if (end === "done") response.end("data: [DONE]\n\n");
  else if (end === "cut") setImmediate(() => response.destroy());
}

const delta = (value: unknown, reason: string | null = null) => ({
  choices: [{ index: 0, delta: value, finish_reason: reason }],
});

/** A whole answer of this text. */
export const says = (
  text: string,
  usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
): Answer => ({
  events: [
    delta({ role: "assistant", content: "" }),
    ...(text.match(/.{1,8}/gs) ?? []).map((content) => delta({ content })),
    delta({}, "stop"),
    { choices: [], usage },
  ],
});

/** An answer that breaks off after some text. */
export const breaksOff = (text: string): Answer => ({
  events: [delta({ role: "assistant", content: text })],
  end: "cut",
});

/** An answer that begins and then says nothing more; comments may follow. */
export const stalls = (...comments: string[]): Answer => ({
  events: [delta({ role: "assistant", content: "Well" }), ...comments],
  end: "open",
});

/** An answer that calls tools; arguments that are no text go out as JSON. */
export const calls = (...wanted: [name: string, args: unknown][]): Answer => ({
  events: [
    delta({
      role: "assistant",
      tool_calls: wanted.map(([name, args], index) => ({
        index,
        id: `call_${index}`,
        type: "function",
        function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
      })),
    }),
    delta({}, "tool_calls"),
  ],
});
