/** Small JSON requests beside the chat: catalogs, probes, loads. */
import type { IncomingHttpHeaders } from "node:http";
import { failureOfStatus, failureOfTransport, type FailureContext } from "./failure.js";
import type { ConnectionPool } from "../http/connection-pool.js";
import { TransportError } from "../http/transport-error.js";

export interface JsonRequest {
  method?: "GET" | "POST";
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: unknown;
  /** For the whole request. */
  timeoutMs: number;
  /** For TCP and TLS; 0 leaves it to `timeoutMs`. */
  connectMs?: number;
  /** It is known to take minutes: the session's own clock does not shorten it. */
  isPatient?: boolean;
  signal?: AbortSignal | undefined;
  failure: FailureContext;
}

export interface JsonAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The parsed body; undefined when it is empty or no JSON. */
  value: unknown;
  text: string;
}

const BODY_LIMIT = 64 * 1024 * 1024;

/** Sends a request and gives the answer, whatever its status. */
export async function sendJson(pool: ConnectionPool, request: JsonRequest): Promise<JsonAnswer> {
  const stop = new AbortController();
  const onCancel = () => stop.abort(new TransportError("response", "cancelled", "cancelled"));
  if (request.signal?.aborted) onCancel();
  else request.signal?.addEventListener("abort", onCancel, { once: true });
  const timer = setTimeout(
    () =>
      stop.abort(
        new TransportError(
          "response",
          "read-timeout",
          `no answer to ${request.method ?? "GET"} ${request.url.pathname} within ${request.timeoutMs / 1000} s`,
        ),
      ),
    request.timeoutMs,
  );
  try {
    const response = await pool.request({
      method: request.method ?? "GET",
      url: request.url,
      headers: {
        accept: "application/json",
        ...(request.body !== undefined && { "content-type": "application/json" }),
        ...request.headers,
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      signal: stop.signal,
      connectMs: request.connectMs ?? 0,
      readMs: 0,
    });
    const text = await response.text(BODY_LIMIT);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      value = undefined;
    }
    return { status: response.status, headers: response.headers, value, text };
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    pool.dropIdle();
    const preflight =
      error.phase === "body" && error.reason === "reset"
        ? new TransportError("response", error.reason, error.message, error.cause)
        : error;
    throw failureOfTransport(preflight, request.failure);
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener("abort", onCancel);
  }
}

/** The same, but an error status is thrown as the provider's error. */
export async function requestJson(pool: ConnectionPool, request: JsonRequest): Promise<JsonAnswer> {
  const answer = await sendJson(pool, request);
  if (answer.status < 200 || answer.status >= 300) {
    throw failureOfStatus(answer.status, answer.headers, answer.text, request.failure);
  }
  return answer;
}
