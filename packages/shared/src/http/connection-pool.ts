/**
 * HTTP for one session: its own connections, and a `destroy` that ends everything at once.
 * Built on node:http because it costs half the CPU per chunk of the alternatives and can be ended at every stage.
 */
import { readFileSync } from "node:fs";
import * as http from "node:http";
import * as https from "node:https";
import * as tls from "node:tls";
import { ConfigurationError } from "../provider/errors.js";
import type { OnExchange } from "../provider/exchange.js";
import type { Environment } from "../provider/settings.js";
import { Attempt, type HttpRequest, type Route, type Running } from "./attempt.js";
import type { HttpResponse } from "./body.js";
import { proxyFor } from "./proxy.js";
import { traced } from "./trace.js";
import { TransportError } from "./transport-error.js";
import { TunnelAgent } from "./tunnel.js";

export type { HttpRequest } from "./attempt.js";
export type { HttpResponse } from "./body.js";

const MAX_REDIRECTS = 5;

/** Extra certificate authorities; Node reads this variable itself only from the real environment at its start. */
function authorities(env: Environment): { ca?: string[] } {
  const file = env["NODE_EXTRA_CA_CERTS"];
  if (!file) return {};
  try {
    return { ca: [...tls.rootCertificates, readFileSync(file, "utf8")] };
  } catch (cause) {
    throw new ConfigurationError(
      `NODE_EXTRA_CA_CERTS names ${file}, which cannot be read. Correct the path, or unset the variable.`,
      { cause },
    );
  }
}

/** The connections of one session. */
export class ConnectionPool {
  readonly #env: Environment;
  readonly #onExchange: OnExchange | undefined;
  readonly #agents = new Map<string, http.Agent>();
  readonly #running: Running = new Set();

  constructor(env: Environment, onExchange?: OnExchange) {
    this.#env = env;
    this.#onExchange = onExchange;
  }

  /** Ends every request and closes every socket now. The pool can be used again afterwards. */
  destroy(reason = new TransportError("response", "cancelled", "cancelled")): void {
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
    const attempt = new Attempt(request, this.#route(request.url), this.#running);
    try {
      return await attempt.response;
    } catch (error) {
      if (!attempt.isStale(error)) throw error;
      this.dropIdle();
      return new Attempt(request, this.#route(request.url), this.#running).response;
    }
  }

  #route(url: URL): Route {
    const proxy = proxyFor(url, this.#env);
    const plainProxy = proxy && url.protocol === "http:" ? proxy : undefined;
    const target = plainProxy ?? url;
    return { agent: this.#agent(target, plainProxy ? undefined : proxy), target, plainProxy };
  }

  #agent(target: URL, proxy: URL | undefined): http.Agent {
    const key = `${target.protocol}|${proxy?.href ?? ""}`;
    const known = this.#agents.get(key);
    if (known) return known;
    const keepAlive = { keepAlive: true, scheduling: "lifo" as const };
    const agent = proxy
      ? new TunnelAgent(proxy, { ...keepAlive, ...authorities(this.#env) })
      : target.protocol === "https:"
        ? new https.Agent({ ...keepAlive, ...authorities(this.#env) })
        : new http.Agent(keepAlive);
    this.#agents.set(key, agent);
    return agent;
  }
}
