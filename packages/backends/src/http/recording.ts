/** Requests as they are remembered. */
import type { IncomingHttpHeaders } from "node:http";

/** A request as it arrived. `body` is the parsed JSON, else the text, else undefined when empty. */
export interface RecordedRequest {
  /** Which of the backend's servers received it: `openai`, or `control` for gpusrv's second surface. */
  readonly surface: Surface;
  readonly method: string;
  /** The path as it was sent (still percent-encoded), without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  /** Milliseconds since the epoch, with a fraction. */
  readonly at: number;
}

/** A client that went away before its answer was complete. */
export interface ClientClose {
  /** Milliseconds since the epoch, with a fraction. */
  readonly at: number;
  readonly requestPath: string;
  /** Body bytes and stream events that had been handed to the socket by then. */
  readonly bytesSent: number;
  readonly chunksSent: number;
}

/** The server a request arrives at. */
export type Surface = "openai" | "control";

/** The time now, in milliseconds since the epoch, fine enough to measure a cancel. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}
