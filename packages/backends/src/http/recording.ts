/** Requests as they are remembered. */
import type { IncomingHttpHeaders } from "node:http";

/** A request as it arrived. `body` is the parsed JSON, else the text, else undefined when empty. */
export interface RecordedRequest {
  /** Which of the backend's servers received it: `openai`, or `control` for gpusrv's second surface. */
  readonly surface: Surface;
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The path as it was sent (still percent-encoded), without the query. */
  readonly path: string;
  /** The query's parameters, decoded; of one that is given twice, the last. */
  readonly query: Readonly<Record<string, string>>;
  /** The headers, their names in small letters. */
  readonly headers: IncomingHttpHeaders;
  /** The body: parsed where it is JSON, else its text, undefined when there was none. */
  readonly body: unknown;
  /** Milliseconds since the epoch, with a fraction. */
  readonly at: number;
}

/** A client that went away before its answer was complete. */
export interface ClientClose {
  /** Milliseconds since the epoch, with a fraction. */
  readonly at: number;
  /** The path of the request that it did not wait for. */
  readonly requestPath: string;
  /** Body bytes and stream events that had been handed to the socket by then. */
  readonly bytesSent: number;
  /** How many stream events had been handed to the socket by then. */
  readonly chunksSent: number;
}

/** The server a request arrives at. */
export type Surface = "openai" | "control";

/** The time now, in milliseconds since the epoch, fine enough to measure a cancel. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}
