/**
 * HTTP for one session: its own connections, its own clocks, and a `destroy` that ends everything at once.
 * Built on node:http because it costs half the CPU per chunk of the alternatives and can be ended at every stage.
 */
import { readFileSync } from "node:fs";
import * as http from "node:http";
import * as https from "node:https";
import type { Readable } from "node:stream";
import * as tls from "node:tls";
import { createBrotliDecompress, createGunzip, createInflate, constants as zlib } from "node:zlib";
import { ConfigurationError } from "../provider/errors.js";
import type { Environment } from "../provider/settings.js";
import { VERSION } from "../provider/version.js";
import { Watchdog } from "./clocks.js";
import { proxyFor } from "./proxy.js";
import { TransportError, type Phase } from "./transport-error.js";
import { proxyAuthorization, TunnelAgent, type TunnelHandle } from "./tunnel.js";

export interface HttpRequest {
  method: "GET" | "POST";
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal?: AbortSignal | undefined;
  /** Milliseconds for TCP and TLS; 0 disables. */
  connectMs: number;
  /** Milliseconds without a single byte; 0 disables. */
  readMs: number;
}

/** How a reader of the body steers it. */
export interface BodyReader {
  onText(text: string): void;
  /** True while the reader cannot take more; `onSpace` is then called when it can. */
  full?(): boolean;
  onSpace?(resume: () => void): void;
  /** True when the reader has all it needs and the rest may be dropped. */
  done?(): boolean;
}

export interface HttpResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** Reads the body as text to its end; rejects with a `TransportError` of phase `body`. */
  read(reader: BodyReader): Promise<void>;
  /** The whole body as text, refused past the limit. */
  text(limit: number): Promise<string>;
  /** The same as it came, byte by byte. */
  bytes(limit: number): Promise<Uint8Array>;
}

const MAX_REDIRECTS = 5;
/** How long a server may hold a connection open after its answer is complete. */
const DRAIN_MS = 1000;
const reasons: Readonly<Record<string, string>> = {
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
};
const untrusted = /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;

/** Why a request failed, in words; addresses with two families fail with a group of errors. */
function describe(error: Error): string {
  const first = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;
  const code = (first as NodeJS.ErrnoException).code ?? "";
  if (untrusted.test(code))
    return "the server's certificate is not trusted; name its authority in NODE_EXTRA_CA_CERTS";
  return reasons[code] ?? (first.message || code || "the connection failed");
}

const isReset = (error: Error): boolean =>
  ["ECONNRESET", "EPIPE"].includes((error as NodeJS.ErrnoException).code ?? "");

function decoded(message: http.IncomingMessage): Readable {
  // Syncing flushes let what has arrived through at once, and keep what a cut body brought.
  const flushing = { flush: zlib.Z_SYNC_FLUSH, finishFlush: zlib.Z_SYNC_FLUSH };
  const encoding = message.headers["content-encoding"]?.toLowerCase();
  const decoder =
    encoding === "gzip" || encoding === "x-gzip"
      ? createGunzip(flushing)
      : encoding === "deflate"
        ? createInflate(flushing)
        : encoding === "br"
          ? createBrotliDecompress()
          : undefined;
  if (!decoder) return message;
  message.on("error", (error) => decoder.destroy(error));
  return message.pipe(decoder);
}

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
  readonly #agents = new Map<string, http.Agent>();
  readonly #running = new Set<(reason: TransportError) => void>();

  constructor(env: Environment) {
    this.#env = env;
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

  async #send(request: HttpRequest): Promise<HttpResponse> {
    for (;;) {
      const attempt = this.#attempt(request);
      try {
        return await attempt.response;
      } catch (error) {
        // A kept connection may have been closed by the server just now; that says nothing of the server.
        if (!attempt.isStale(error)) throw error;
      }
    }
  }

  #attempt(request: HttpRequest): { response: Promise<HttpResponse>; isStale: (error: unknown) => boolean } {
    const { url } = request;
    const proxy = proxyFor(url, this.#env);
    const plainProxy = proxy && url.protocol === "http:" ? proxy : undefined;
    const tunnel: TunnelHandle = {};
    const headers: Record<string, string> = {
      "accept-encoding": "identity",
      "user-agent": `framework/${VERSION}`,
      ...request.headers,
    };
    if (request.body !== undefined) headers["content-length"] = String(Buffer.byteLength(request.body));
    const authorization = plainProxy && proxyAuthorization(plainProxy);
    if (authorization) headers["proxy-authorization"] = authorization;

    const target = plainProxy ?? url;
    const options: https.RequestOptions & { tunnel: TunnelHandle } = {
      method: request.method,
      host: target.hostname.replace(/^\[|\]$/g, ""),
      port: target.port || (target.protocol === "https:" ? 443 : 80),
      path: plainProxy ? url.href : `${url.pathname}${url.search}`,
      headers: { host: url.host, ...headers },
      agent: this.#agent(target, proxy && !plainProxy ? proxy : undefined),
      tunnel,
    };
    const outgoing = target.protocol === "https:" ? https.request(options) : http.request(options);

    let phase: Phase = "connect";
    let cause: TransportError | undefined;
    const end = (reason: TransportError) => {
      cause ??= reason;
      tunnel.socket?.destroy();
      // Without an error: the socket may already be back in the pool, where nobody listens for one.
      outgoing.destroy();
    };
    const where = `${url.protocol}//${url.host}`;
    const connectClock = new Watchdog(request.connectMs, () =>
      end(
        new TransportError(
          "connect",
          "connect-timeout",
          `no connection to ${where} within ${request.connectMs / 1000} s`,
        ),
      ),
    );
    const byteClock = new Watchdog(request.readMs, () =>
      end(new TransportError(phase, "read-timeout", `${where} sent nothing for ${request.readMs / 1000} s`)),
    );
    const onAbort = () => {
      const reason: unknown = request.signal?.reason;
      end(reason instanceof TransportError ? reason : new TransportError(phase, "cancelled", "cancelled"));
    };
    const settle = () => {
      connectClock.stop();
      byteClock.stop();
      request.signal?.removeEventListener("abort", onAbort);
      this.#running.delete(end);
    };
    this.#running.add(end);
    if (request.signal?.aborted) onAbort();
    else request.signal?.addEventListener("abort", onAbort, { once: true });

    const onConnected = () => {
      phase = "response";
      connectClock.stop();
      byteClock.feed();
    };
    outgoing.once("socket", (socket) => {
      if (!socket.connecting) onConnected();
      else socket.once(target.protocol === "https:" ? "secureConnect" : "connect", onConnected);
    });

    const response = new Promise<HttpResponse>((resolve, reject) => {
      outgoing.once("response", (message) => {
        phase = "body";
        byteClock.feed();
        resolve(bodyOf(message, { where, byteClock, settle, failure: () => cause, end }));
      });
      outgoing.on("error", (error) => {
        if (phase === "body") return;
        settle();
        reject(
          cause ??
            new TransportError(
              phase,
              phase === "connect" ? "unreachable" : "reset",
              `${where}: ${describe(error)}`,
              error,
            ),
        );
      });
    });
    outgoing.end(request.body);
    return {
      response,
      isStale: (error) =>
        outgoing.reusedSocket &&
        cause === undefined &&
        error instanceof TransportError &&
        error.cause instanceof Error &&
        isReset(error.cause),
    };
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

interface BodyContext {
  where: string;
  byteClock: Watchdog;
  settle: () => void;
  failure: () => TransportError | undefined;
  end: (reason: TransportError) => void;
}

function bodyOf(message: http.IncomingMessage, context: BodyContext): HttpResponse {
  const read = (reader: BodyReader, encoding: "utf8" | "latin1"): Promise<void> =>
    new Promise((resolve, reject) => {
      const body = decoded(message);
      body.setEncoding(encoding);
      let settled = false;
      const finish = (error?: TransportError) => {
        if (settled) return;
        settled = true;
        context.settle();
        if (error) reject(error);
        else resolve();
      };
      const fail = (error: unknown) => {
        if (settled) return;
        const reason =
          context.failure() ??
          (error instanceof TransportError
            ? error
            : new TransportError("body", "reset", `${context.where} broke off its answer`, error));
        context.end(reason);
        finish(reason);
      };
      const feedsClock = body !== message;
      if (feedsClock) message.on("data", () => context.byteClock.feed());
      body.on("data", (text: string) => {
        if (!feedsClock) context.byteClock.feed();
        if (settled) return;
        try {
          reader.onText(text);
        } catch (error) {
          settled = true;
          context.settle();
          context.end(new TransportError("body", "cancelled", "the answer was refused"));
          reject(error);
          return;
        }
        if (reader.done?.()) {
          // The rest is a few bytes at most; reading them lets the connection be used again.
          finish();
          const leftover = setTimeout(
            () => context.end(new TransportError("body", "cancelled", "unread rest")),
            DRAIN_MS,
          );
          message.once("close", () => clearTimeout(leftover));
        } else if (reader.full?.()) {
          body.pause();
          context.byteClock.pause();
          reader.onSpace?.(() => {
            context.byteClock.resume();
            body.resume();
          });
        }
      });
      body.once("end", () => finish());
      body.on("error", fail);
      message.on("error", fail);
      message.once("close", () => {
        if (!message.complete) fail(new Error("closed early"));
      });
    });

  const whole = async (limit: number, encoding: "utf8" | "latin1"): Promise<string> => {
    const parts: string[] = [];
    let size = 0;
    const onText = (text: string) => {
      size += text.length;
      if (size > limit)
        throw new TransportError("body", "too-large", `${context.where} sent more than ${limit} characters`);
      parts.push(text);
    };
    await read({ onText }, encoding);
    return parts.join("");
  };
  return {
    status: message.statusCode ?? 0,
    headers: message.headers,
    read: (reader) => read(reader, "utf8"),
    text: (limit) => whole(limit, "utf8"),
    // A character of latin1 is a byte.
    bytes: async (limit) => Buffer.from(await whole(limit, "latin1"), "latin1"),
  };
}
