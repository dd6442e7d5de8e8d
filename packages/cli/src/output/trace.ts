/** What went over the wire: for a person on standard error, for other programs as an HTTP archive. */
import path from "node:path";
import { ConfigurationError, type Exchange, jsonIn, messageOf } from "@framework/shared";
import { remark } from "./print.js";

/** More of a body than this is not for reading on a terminal. */
const SHOWN_CHARACTERS = 20_000;

/** Takes exchanges as they end; `close` writes what is written at the end. */
export interface Tracer {
  take(exchange: Exchange): void;
  close(): Promise<void>;
}

/** `-v` and `--trace` show; `--trace FILE` writes. Undefined where neither is asked for. */
export function createTracer(flags: { verbose?: boolean; trace?: string | true }): Tracer | undefined {
  const { verbose, trace } = flags;
  const file = typeof trace === "string" ? path.resolve(trace) : undefined;
  const isShown = verbose === true || trace === true;
  if (file === undefined && !isShown) return undefined;
  const kept: Exchange[] = [];
  return {
    take: (exchange) => {
      if (isShown) remark(shown(exchange));
      if (file !== undefined) kept.push(exchange);
    },
    close: async () => {
      if (file === undefined) return;
      const { atomicWrite } = await import("@framework/shared/config");
      const text = `${JSON.stringify(httpArchive(kept), undefined, 2)}\n`;
      await atomicWrite(file, text, { mode: 0o600 }).catch((cause: unknown) => {
        const why = messageOf(cause);
        throw new ConfigurationError(`The trace cannot be written to ${file}: ${why}.`, { cause });
      });
    },
  };
}

function shown({ request, response, error, duration_ms: duration }: Exchange): string {
  const seconds = `${(duration / 1000).toFixed(2)} s`;
  return [
    `→ ${request.method} ${request.url}`,
    ...headerLines(request.headers),
    ...(request.body === undefined ? [] : [readable(request.body)]),
    ...(response ? [`← ${response.status} after ${seconds}`, ...headerLines(response.headers)] : []),
    ...(response && response.body !== "" ? [readable(response.body.trimEnd())] : []),
    ...(error === undefined ? [] : [`← failed after ${seconds}: ${error}`]),
  ].join("\n");
}

const headerLines = (headers: Record<string, string>): string[] =>
  Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);

/** JSON is indented; what is long is cut. */
function readable(body: string): string {
  const value = jsonIn(body);
  // A stream of events, or no JSON at all: as it is.
  const text = value === undefined ? body : JSON.stringify(value, undefined, 2);
  const left = text.length - SHOWN_CHARACTERS;
  const cut = left > 0 ? `${text.slice(0, SHOWN_CHARACTERS)}\n… ${left} more characters` : text;
  return cut.replaceAll(/^/gm, "  ");
}

/** HAR 1.2, as browsers and their friends read it. */
function httpArchive(exchanges: readonly Exchange[]): object {
  const pairs = (headers: Record<string, string>) =>
    Object.entries(headers).map(([name, value]) => ({ name, value }));
  const entries = exchanges.map(
    ({ time, duration_ms: duration, wait_ms: wait = duration, request, response, error }) => ({
      startedDateTime: time,
      time: duration,
      request: {
        method: request.method,
        url: request.url,
        httpVersion: "HTTP/1.1",
        cookies: [],
        headers: pairs(request.headers),
        queryString: [...new URL(request.url).searchParams].map(([name, value]) => ({ name, value })),
        ...(request.body !== undefined && { postData: { mimeType: "application/json", text: request.body } }),
        headersSize: -1,
        bodySize: Buffer.byteLength(request.body ?? ""),
      },
      response: {
        status: response?.status ?? 0,
        statusText: "",
        httpVersion: "HTTP/1.1",
        cookies: [],
        headers: pairs(response?.headers ?? {}),
        content: {
          size: Buffer.byteLength(response?.body ?? ""),
          mimeType: response?.headers["content-type"] ?? "",
          text: response?.body ?? "",
        },
        redirectURL: "",
        headersSize: -1,
        bodySize: -1,
      },
      cache: {},
      timings: { send: 0, wait, receive: Math.max(0, duration - wait) },
      ...(error !== undefined && { comment: error }),
    }),
  );
  return { log: { version: "1.2", creator: { name: "fw", version: "0.1.0" }, entries } };
}
