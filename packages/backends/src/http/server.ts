/** The loopback server under every emulator. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ClientGone, Exchange } from "./exchange.js";
import { now, type ClientClose, type RecordedRequest, type Surface } from "./recording.js";

const MAX_REQUEST_BYTES = 64 * 1024 * 1024;

interface ServerHooks {
  readonly handle: (exchange: Exchange) => Promise<void>;
  readonly onRequest: (request: RecordedRequest) => void;
  readonly onClientClose: (close: ClientClose) => void;
}

/** A loopback HTTP server that can refuse, reset and stall, and leaves nothing open when closed. */
export class LoopbackServer {
  readonly #surface: Surface;
  readonly #hooks: ServerHooks;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #used = new WeakSet<Socket>();
  #host = "127.0.0.1";
  #port = 0;
  #closed = false;

  constructor(surface: Surface, hooks: ServerHooks) {
    this.#surface = surface;
    this.#hooks = hooks;
    this.#server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 });
    this.#server.on("request", (message, response) => void this.#serve(message, response));
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  get origin(): string {
    const host = this.#host.includes(":") ? `[${this.#host}]` : this.#host;
    return `http://${host}:${this.#port}`;
  }

  get openSockets(): number {
    return this.#sockets.size;
  }

  async listen(host: string, port: number): Promise<void> {
    this.#server.listen(port, host);
    await once(this.#server, "listening");
    this.#host = host;
    const address = this.#server.address();
    if (typeof address === "object" && address) this.#port = address.port;
  }

  /** Closes the port and every connection: the next connect is refused. */
  refuse(): void {
    this.#server.close();
    this.#destroySockets();
  }

  /** Opens the port again, before any connection that is asked for later in this tick. */
  accept(): void {
    if (!this.#closed && !this.#server.listening) this.#server.listen(this.#port, this.#host);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#server.listening) {
      const closed = once(this.#server, "close");
      this.#server.close();
      this.#destroySockets();
      await closed;
    }
    await Promise.all([...this.#sockets].map((socket) => once(socket, "close")));
  }

  #destroySockets(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readBody(message);
    if (text === undefined) return;
    const request = record(this.#surface, message, text);
    const exchange = new Exchange(request, response, this.#used.has(message.socket));
    this.#used.add(message.socket);
    this.#watch(exchange, message.socket);
    this.#hooks.onRequest(request);
    try {
      await this.#hooks.handle(exchange);
    } catch (error) {
      if (error instanceof ClientGone) return;
      if (exchange.answered) exchange.reset();
      else exchange.json(500, { error: `the emulator failed: ${String(error)}` });
    }
  }

  #watch(exchange: Exchange, socket: Socket): void {
    const report = () => {
      socket.off("end", report);
      socket.off("close", report);
      if (exchange.brokenByServer || !this.#server.listening) return;
      this.#hooks.onClientClose({
        at: now(),
        requestPath: exchange.request.path,
        bytesSent: exchange.bytesSent,
        chunksSent: exchange.chunksSent,
      });
    };
    socket.on("end", report);
    socket.on("close", report);
    exchange.onFinished(() => {
      socket.off("end", report);
      socket.off("close", report);
    });
  }
}

/** The request's body as text, kept up to a limit, or undefined when the client went away while sending it. */
async function readBody(message: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of message as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size <= MAX_REQUEST_BYTES) pieces.push(piece);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(pieces).toString("utf8");
}

function record(surface: Surface, message: IncomingMessage, text: string): RecordedRequest {
  const [path = "/", search = ""] = (message.url ?? "/").split("?", 2);
  return {
    surface,
    method: message.method ?? "GET",
    path,
    query: Object.fromEntries(new URLSearchParams(search)),
    headers: message.headers,
    body: parseBody(text),
    at: now(),
  };
}

function parseBody(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
