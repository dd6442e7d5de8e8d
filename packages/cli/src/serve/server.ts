/** The HTTP side of `fw serve`: routes, bounds, who may ask, one line of log a request, and an orderly end. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { admit, type Door } from "./access.js";
import { type ApiError, apiError, RefusedRequest, refusal } from "./api-error.js";
import { answerChat } from "./chat-answer.js";
import { readChatRequest } from "./chat-request.js";
import { FairQueue, QueueFullError, type QueueLimits } from "./fair-queue.js";
import type { Metrics } from "./metrics.js";
import { readJson } from "./request-body.js";
import type { Upstreams } from "./upstreams.js";

export interface ServeOptions {
  host: string;
  port: number;
  door: Door;
  queue: QueueLimits;
  metrics: Metrics;
  /** Tries after the first one. */
  retries: number;
  /** Asked for every request, so that a reload changes what the next one gets. */
  upstreams: () => Upstreams;
  log: (line: string) => void;
}

export interface RunningServer {
  readonly url: string;
  /** Takes no new requests, lets the running ones end, and ends them after so many milliseconds. */
  drain(graceMs: number): Promise<void>;
}

/** What is known of a request while it is served, for the log. */
interface Served {
  client: string;
  model: string;
  outcome: string;
}

export async function serve(options: ServeOptions): Promise<RunningServer> {
  const queue = new FairQueue(options.queue);
  const running = new Set<AbortController>();
  let isDraining = false;
  const server = createServer((request, response) => {
    const startedAt = performance.now();
    const served: Served = { client: "-", model: "-", outcome: "" };
    const controller = new AbortController();
    running.add(controller);
    // A client that goes away stops the backend: nobody reads the rest.
    response.once("close", () => {
      running.delete(controller);
      const isWhole = response.writableFinished;
      if (!isWhole) controller.abort();
      const ms = Math.round(performance.now() - startedAt);
      const outcome = served.outcome || (isWhole ? "-" : "client left");
      const { method, url } = request;
      options.log(
        `${new Date().toISOString()} ${served.client} ${method} ${plain(pathOf(url))} ${served.model} ${response.statusCode} ${ms}ms ${outcome}`,
      );
    });
    const route = isDraining ? refuseDraining : handle(options, queue);
    route(request, response, served, controller.signal).catch((error: unknown) => {
      served.outcome ||= error instanceof Error ? error.name : "error";
      fail(response, error instanceof RefusedRequest ? error.answer : apiError(error));
    });
  });
  await listen(server, options);
  const { address, port } = server.address() as AddressInfo;
  const host = address.includes(":") ? `[${address}]` : address;
  return {
    url: `http://${host}:${port}`,
    drain: async (graceMs) => {
      isDraining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const timer = setTimeout(() => {
        for (const controller of running) controller.abort();
        server.closeAllConnections();
      }, graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

type Route = (
  request: IncomingMessage,
  response: ServerResponse,
  served: Served,
  signal: AbortSignal,
) => Promise<void>;

const refuseDraining: Route = async (_request, response) => {
  response.setHeader("connection", "close");
  fail(response, refusal(503, "shutting_down", "The server is shutting down."));
};

function handle({ door, metrics, upstreams, retries }: ServeOptions, queue: FairQueue): Route {
  return async (request, response, served, signal) => {
    const path = pathOf(request.url);
    if (path === "/health" && request.method === "GET") return sendJson(response, 200, { status: "ok" });
    const admission = admit(request, door);
    if ("refused" in admission) return fail(response, admission.refused);
    served.client = admission.client.startsWith("Bearer") ? "bearer" : admission.client;
    if (request.method === "GET" && path === "/metrics") {
      response.setHeader("content-type", "text/plain; version=0.0.4");
      response.end(metrics.text({ fw_requests_running: queue.running, fw_requests_waiting: queue.waiting }));
    } else if (request.method === "GET" && path === "/v1/models") {
      sendJson(response, 200, await upstreams().list(signal));
    } else if (request.method === "GET" && path.startsWith("/v1/models/")) {
      sendJson(response, 200, await upstreams().describe(decodeURIComponent(path.slice(11)), signal));
    } else if (request.method === "POST" && path === "/v1/chat/completions") {
      const chat = readChatRequest(await readJson(request));
      served.model = plain(chat.model);
      const leave = await enter(queue, admission.client, signal);
      try {
        const { client, name } = await upstreams().find(chat.model, signal);
        served.model = name;
        served.outcome = await answerChat(chat, client, response, { retries, signal });
      } finally {
        leave();
      }
    } else fail(response, refusal(404, "not_found", `There is no ${request.method} ${path} here.`));
  };
}

async function enter(queue: FairQueue, client: string, signal: AbortSignal): Promise<() => void> {
  try {
    return await queue.enter(client, signal);
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    const answer = refusal(429, "queue_full", "Too many requests wait already. Try again in a moment.");
    throw new RefusedRequest({ ...answer, retryAfter: 1 });
  }
}

/** An answer that has begun cannot change its status: it ends with an error event and without the sign of a good end. */
function fail(response: ServerResponse, { status, body, retryAfter, retryable }: ApiError): void {
  if (response.writableEnded || response.destroyed) return;
  if (response.headersSent) {
    response.end(`data: ${JSON.stringify(body)}\n\n`);
    return;
  }
  if (retryAfter !== undefined) response.setHeader("retry-after", Math.ceil(retryAfter));
  response.setHeader("x-should-retry", String(retryable));
  sendJson(response, status, body);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/** A client's word in the log: one word, and short. */
const plain = (text: string): string => text.slice(0, 100).replaceAll(/[^\u0021-\u007e]/g, "?");

const pathOf = (url = "/"): string => url.replace(/[?#].*$/s, "");

function listen(server: Server, { host, port }: ServeOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
