/** One request on one connection: its clocks, its cancellation, and where it was when it failed. */
import type * as http from "node:http";
import type * as https from "node:https";
import type { StopSignal } from "../provider/stop.js";
import { VERSION } from "../provider/version.js";
import { bodyOf, type HttpResponse } from "./body.js";
import { Watchdog } from "./clocks.js";
import { type Phase, TransportError } from "./transport-error.js";
import { proxyAuthorization } from "./proxy.js";
import type { TunnelHandle } from "./tunnel.js";

export interface HttpRequest {
  method: "GET" | "POST";
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal?: StopSignal | undefined;
  /** Milliseconds for TCP and TLS; 0 disables. */
  connectMs: number;
  /** Milliseconds without a single byte; 0 disables. */
  readMs: number;
}

/** How a request leaves: directly, or through a proxy that is told the whole address. */
export interface Route {
  agent: http.Agent;
  /** Where the connection goes. */
  target: URL;
  plainProxy: URL | undefined;
  /** With TLS or without. */
  request: (options: https.RequestOptions) => http.ClientRequest;
}

/** The registry of running requests, so that all of them can be ended at once. */
export type Running = Set<(reason: TransportError) => void>;

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused; nothing listens there",
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was closed while sending",
  ENOTFOUND: "the host name cannot be resolved",
  EAI_AGAIN: "the host name cannot be resolved right now",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ETIMEDOUT: "the connection attempt timed out",
  EPROTO: "TLS failed; the server may speak plain http on this port",
  ERR_TLS_CERT_ALTNAME_INVALID: "the server's certificate is for another name",
  CERT_HAS_EXPIRED: "the server's certificate has expired",
  HPE_HEADER_OVERFLOW: "the head of its answer is larger than any real one",
};
const UNTRUSTED = /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;
const RESETS = new Set(["ECONNRESET", "EPIPE"]);

/** The code of a failure; addresses with two families fail with a group of errors. */
function firstOf(error: Error): { first: Error; code: string } {
  const first = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;
  return { first, code: (first as NodeJS.ErrnoException).code ?? "" };
}

function describe({ first, code }: { first: Error; code: string }): string {
  if (UNTRUSTED.test(code))
    return "the server's certificate is not trusted; name its authority in NODE_EXTRA_CA_CERTS";
  if (code.startsWith("HPE_")) return REASONS[code] ?? "what answers there does not speak HTTP";
  return REASONS[code] ?? (first.message || code || "the connection failed");
}

export class Attempt {
  readonly response: Promise<HttpResponse>;
  readonly #request: HttpRequest;
  readonly #running: Running;
  readonly #outgoing: http.ClientRequest;
  readonly #tunnel: TunnelHandle = {};
  readonly #where: string;
  readonly #clock: Watchdog;
  #phase: Phase = "connect";
  #cause: TransportError | undefined;

  constructor(request: HttpRequest, route: Route, running: Running) {
    const { url, connectMs, readMs, signal } = request;
    this.#request = request;
    this.#running = running;
    this.#where = `${url.protocol}//${url.host}`;
    const options = requestOptions(request, route, this.#tunnel);
    this.#outgoing = route.request(options);
    const isConnectShorter = connectMs > 0 && (readMs === 0 || connectMs <= readMs);
    this.#clock = new Watchdog(isConnectShorter ? connectMs : readMs, () =>
      this.#end(isConnectShorter && this.#phase === "connect" ? this.#unconnected() : this.#silent()),
    );
    running.add(this.#end);
    if (signal?.aborted) this.#onAbort();
    else signal?.addEventListener("abort", this.#onAbort, { once: true });
    this.#outgoing.once("socket", (socket) => {
      if (!socket.connecting) this.#onConnected();
      else
        socket.once(route.target.protocol === "https:" ? "secureConnect" : "connect", () =>
          this.#onConnected(),
        );
    });
    this.response = this.#answer();
    this.#outgoing.end(request.body);
  }

  /** A kept connection may have been closed by the server just now; that says nothing of the server. */
  isStale(error: unknown): boolean {
    return (
      this.#outgoing.reusedSocket &&
      this.#cause === undefined &&
      error instanceof TransportError &&
      error.cause instanceof Error &&
      RESETS.has(firstOf(error.cause).code)
    );
  }

  readonly #end = (reason: TransportError): void => {
    this.#cause ??= reason;
    this.#tunnel.socket?.destroy();
    // Without an error: the socket may already be back in the pool, where nobody listens for one.
    this.#outgoing.destroy();
  };

  readonly #onAbort = (): void => {
    const reason: unknown = this.#request.signal?.reason;
    const isOurs = reason instanceof TransportError;
    this.#end(isOurs ? reason : new TransportError(this.#phase, "cancelled", "cancelled"));
  };

  readonly #settle = (): void => {
    this.#clock.stop();
    this.#request.signal?.removeEventListener("abort", this.#onAbort);
    this.#running.delete(this.#end);
  };

  #onConnected(): void {
    this.#phase = "response";
    this.#clock.restart(this.#request.readMs);
  }

  #unconnected(): TransportError {
    const message = `no connection to ${this.#where} within ${this.#request.connectMs / 1000} s`;
    return new TransportError("connect", "connect-timeout", message);
  }

  #silent(): TransportError {
    const message = `${this.#where} sent nothing for ${this.#request.readMs / 1000} s`;
    return new TransportError(this.#phase, "read-timeout", message);
  }

  #answer(): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      this.#outgoing.once("response", (message) => {
        this.#phase = "body";
        this.#clock.feed();
        const context = {
          where: this.#where,
          byteClock: this.#clock,
          settle: this.#settle,
          failure: () => this.#cause,
          end: this.#end,
        };
        resolve(bodyOf(message, context));
      });
      this.#outgoing.on("error", (error) => {
        if (this.#phase === "body") return;
        this.#settle();
        reject(this.#cause ?? this.#failure(error));
      });
    });
  }

  #failure(error: Error): TransportError {
    const found = firstOf(error);
    const other = this.#phase === "connect" ? "unreachable" : "reset";
    const reason = found.code.startsWith("HPE_") ? "not-http" : other;
    return new TransportError(this.#phase, reason, `${this.#where}: ${describe(found)}`, error);
  }
}

function requestOptions(
  request: HttpRequest,
  { agent, target, plainProxy }: Route,
  tunnel: TunnelHandle,
): https.RequestOptions & { tunnel: TunnelHandle } {
  const { url, body } = request;
  const authorization = plainProxy && proxyAuthorization(plainProxy);
  return {
    method: request.method,
    host: target.hostname.replace(/^\[|\]$/g, ""),
    port: target.port || (target.protocol === "https:" ? 443 : 80),
    path: plainProxy ? url.href : `${url.pathname}${url.search}`,
    headers: {
      host: url.host,
      "accept-encoding": "identity",
      "user-agent": `framework/${VERSION}`,
      ...request.headers,
      ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
      ...(authorization && { "proxy-authorization": authorization }),
    },
    agent,
    tunnel,
  };
}
