/**
 * HTTP for one session: its own connections, and a `destroy` that ends everything at once.
 * Built on node:http because it costs half the CPU per chunk of the alternatives and can be ended at every stage.
 */
import * as http from "node:http";
import type { OnExchange } from "../provider/exchange.js";
import type { Environment } from "../provider/settings.js";
import { Attempt, type HttpRequest, type Route, type Running } from "./attempt.js";
import type { HttpResponse } from "./body.js";
import { proxyFor } from "./proxy.js";
import type * as Secure from "./secure.js";
import { traced } from "./trace.js";
import { TransportError } from "./transport-error.js";

export type { HttpRequest } from "./attempt.js";
export type { HttpResponse } from "./body.js";

const MAX_REDIRECTS = 5;
/** More than one read of a socket brings, so that a body which is read as it comes never makes its socket stop and start. */
const HIGH_WATER = 128 * 1024;

interface Way {
  target: URL;
  plainProxy: URL | undefined;
  tunnel: URL | undefined;
}

/** The connections of one session. */
export class ConnectionPool {
  readonly #env: Environment;
  readonly #onExchange: OnExchange | undefined;
  readonly #agents = new Map<string, http.Agent>();
  readonly #ways = new Map<string, Way>();
  readonly #running: Running = new Set();
  /** Loaded by the first address that needs it. */
  #secure: typeof Secure | undefined;
  /** How often everything was ended. */
  #ends = 0;

  constructor(env: Environment, onExchange?: OnExchange) {
    this.#env = env;
    this.#onExchange = onExchange;
  }

  /** Ends every request and closes every socket now. The pool can be used again afterwards. */
  destroy(reason = new TransportError("response", "cancelled", "cancelled")): void {
    this.#ends += 1;
    for (const end of this.#running) end(reason);
    for (const agent of this.#agents.values()) agent.destroy();
    this.#agents.clear();
  }

  /** Closes the kept connections, so that the next try builds a new one. Running requests go on. */
  dropIdle(): void {
    for (const agent of this.#agents.values()) {
      for (const sockets of Object.values(agent.freeSockets)) {
        for (const socket of sockets ?? []) socket.destroy();
      }
    }
  }

  /** Sends a request; redirects are followed within the same origin only. */
  async request(request: HttpRequest): Promise<HttpResponse> {
    let current = request;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const response = await this.#send(current);
      const location =
        response.status >= 300 && response.status < 400 ? response.headers.location : undefined;
      if (location === undefined) return response;
      await response.read({ onText: () => undefined, done: () => true });
      const target = URL.canParse(location, current.url.href) ? new URL(location, current.url) : undefined;
      if (target?.origin !== current.url.origin) {
        throw new TransportError(
          "response",
          "redirect",
          `${current.url.origin} redirects to another origin (${target?.origin ?? "an invalid address"}), ` +
            `which is not followed because the request and its credentials would leave with it. If that is the right server, configure its address`,
        );
      }
      const keepsMethod = response.status === 307 || response.status === 308 || current.method === "GET";
      const { body: _body, ...withoutBody } = current;
      current = keepsMethod ? { ...current, url: target } : { ...withoutBody, method: "GET", url: target };
    }
    throw new TransportError("response", "redirect", `${request.url.origin} redirects in a circle`);
  }

  #send(request: HttpRequest): Promise<HttpResponse> {
    const onExchange = this.#onExchange;
    return onExchange ? traced(request, () => this.#attempt(request), onExchange) : this.#attempt(request);
  }

  /** A request that died with a kept connection is sent once more, on a new one: it may be what kills the server. */
  async #attempt(request: HttpRequest): Promise<HttpResponse> {
    const route = this.#way(request.url);
    if (route.target.protocol === "https:") await this.#loadSecure();
    const attempt = new Attempt(request, this.#withAgent(route), this.#running);
    try {
      return await attempt.response;
    } catch (error) {
      if (!attempt.isStale(error)) throw error;
      this.dropIdle();
      return new Attempt(request, this.#withAgent(route), this.#running).response;
    }
  }

  /** Where the connection goes, and through whom: the variables that say it are read once. */
  #way(url: URL): Way {
    const { origin } = url;
    let way = this.#ways.get(origin);
    if (!way) this.#ways.set(origin, (way = findWay(url, this.#env)));
    return way;
  }

  async #loadSecure(): Promise<void> {
    if (this.#secure) return;
    const ends = this.#ends;
    this.#secure = await import("./secure.js");
    if (this.#ends !== ends) throw new TransportError("connect", "cancelled", "cancelled");
  }

  #withAgent({ target, plainProxy, tunnel }: Way): Route {
    const secure = target.protocol === "https:" ? this.#secure : undefined;
    const key = `${target.protocol}|${tunnel?.href ?? ""}`;
    const options = { keepAlive: true, scheduling: "lifo" as const, highWaterMark: HIGH_WATER };
    const agent =
      this.#agents.get(key) ?? secure?.secureAgent(this.#env, tunnel, options) ?? new http.Agent(options);
    this.#agents.set(key, agent);
    return { agent, target, plainProxy, request: secure?.request ?? http.request };
  }
}

function findWay(url: URL, env: Environment): Way {
  const proxy = proxyFor(url, env);
  if (proxy && url.protocol === "http:") return { target: proxy, plainProxy: proxy, tunnel: undefined };
  return { target: url, plainProxy: undefined, tunnel: proxy };
}
