/** Small JSON requests beside the chat: catalogs, probes, loads. */
import type { IncomingHttpHeaders } from "node:http";
import type { FrameworkError } from "../provider/errors.js";
import { onAbort } from "../provider/on-abort.js";
import { Stop } from "../provider/stop.js";
import type { ConnectionPool } from "../http/connection-pool.js";
import { TransportError } from "../http/transport-error.js";
import { failureOfStatus, isSuccess, failureOfTransport, type FailureContext } from "./failure.js";
import { type RetryOptions, withRetries } from "./retry.js";
import { jsonIn } from "../provider/untrusted.js";

export interface JsonRequest {
  method?: "GET" | "POST";
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: unknown;
  /** For one try. */
  timeoutMs: number;
  /** For TCP and TLS; 0 leaves it to `timeoutMs`. */
  connectMs?: number;
  /** It is known to take minutes: the session's own clock does not shorten it. */
  isPatient?: boolean;
  signal?: AbortSignal | undefined;
  failure: FailureContext;
  /** Tries after the first one, for what passes: a limit, a server that is busy, a connection that broke. None unless told. */
  retry?: Pick<RetryOptions, "retries" | "longestHintMs" | "totalMs" | "onWaiting"> | undefined;
}

export interface JsonAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The parsed body; undefined when it is empty or no JSON. */
  value: unknown;
  text: string;
}

const BODY_LIMIT = 64 * 1024 * 1024;

/** Somebody waits for these: the tries follow sooner than those of a chat. */
const BASE_MS = 250;

/** What was not carried out may be asked again; what only reads may be asked again whatever happened. */
function isPassing(status: number, { method = "GET" }: JsonRequest): boolean {
  if (status === 429 || status === 503) return true;
  return (
    method === "GET" &&
    (status === 408 || status === 425 || (status >= 500 && status !== 501 && status !== 505))
  );
}

/** Sends a request and gives the answer, whatever its status. */
export async function sendJson(pool: ConnectionPool, request: JsonRequest): Promise<JsonAnswer> {
  const { retry, signal, failure } = request;
  if (!retry) return sendOnce(pool, request);
  const answered = new Map<unknown, JsonAnswer>();
  const attempt = async () => {
    const answer = await sendOnce(pool, request);
    if (!isPassing(answer.status, request)) return answer;
    const error = failureOfStatus(answer, failure);
    answered.set(error, answer);
    throw error;
  };
  // A connection that broke may hold the next time; nobody there, or no answer in time, is what the caller should hear of.
  const isFinal = (error: FrameworkError) => !answered.has(error) && !brokeOff.has(error);
  try {
    return await withRetries(attempt, { ...retry, signal, isFinal, baseMs: BASE_MS });
  } catch (error) {
    const last = answered.get(error);
    if (last) return last;
    throw error;
  }
}

const brokeOff = new WeakSet<FrameworkError>();

async function sendOnce(pool: ConnectionPool, request: JsonRequest): Promise<JsonAnswer> {
  const stop = new Stop();
  const cancel = () => stop.abort(new TransportError("response", "cancelled", "cancelled"));
  const unlisten = onAbort(cancel, request.signal);
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
      signal: stop,
      connectMs: request.connectMs ?? 0,
      readMs: 0,
    });
    const text = await response.text(BODY_LIMIT);
    return { status: response.status, headers: response.headers, value: jsonIn(text), text };
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    pool.dropIdle();
    const preflight =
      error.phase === "body" && error.reason === "reset"
        ? new TransportError("response", error.reason, error.message, error.cause)
        : error;
    const failure = failureOfTransport(preflight, request.failure);
    if (error.reason === "reset" && (request.method ?? "GET") === "GET") brokeOff.add(failure);
    throw failure;
  } finally {
    clearTimeout(timer);
    unlisten();
  }
}

/** The same, but an error status is thrown as the provider's error. */
export async function requestJson(pool: ConnectionPool, request: JsonRequest): Promise<JsonAnswer> {
  const answer = await sendJson(pool, request);
  if (isSuccess(answer)) return answer;
  const asked = `${request.method ?? "GET"} ${request.url.pathname}`;
  throw failureOfStatus(answer, { ...request.failure, asked });
}
