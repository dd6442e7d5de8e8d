/**
 * Who may ask. On loopback every program of this machine may, but no web page in its browser: a page sends its Origin, and a name
 * that was bent to 127.0.0.1 stands in Host. Off loopback only who shows a token may.
 */
import type { IncomingMessage } from "node:http";
import { type ApiError, refusal } from "./api-error.js";
import type { ClientTokens } from "./client-tokens.js";

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

export const isLoopback = (host: string): boolean =>
  LOOPBACK.test(host.includes(":") && !host.startsWith("[") ? `[${host}]` : host);

export interface Door {
  /** Undefined where no token is demanded. */
  tokens: ClientTokens | undefined;
}

/** The name to queue and log a client by, or why it may not ask. */
export function admit(
  request: IncomingMessage,
  { tokens }: Door,
): { client: string } | { refused: ApiError } {
  if (tokens) {
    const [, token = ""] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
    const holder = tokens.holder(token);
    if (holder !== undefined) return { client: holder };
    return {
      refused: refusal(401, "invalid_api_key", 'Show a token of this server; "fw serve token" makes one.'),
    };
  }
  const host = (request.headers.host ?? "").replace(/:\d+$/, "");
  const { origin } = request.headers;
  if (!LOOPBACK.test(host)) {
    return {
      refused: refusal(403, "foreign_host", "This server answers to localhost only. Use --token to open it."),
    };
  }
  if (origin !== undefined && !isLoopbackOrigin(origin)) {
    return {
      refused: refusal(
        403,
        "foreign_origin",
        "Web pages of other sites may not ask. Use --token to let them.",
      ),
    };
  }
  return { client: request.headers.authorization ?? request.socket.remoteAddress ?? "" };
}

function isLoopbackOrigin(origin: string): boolean {
  try {
    return LOOPBACK.test(new URL(origin).hostname);
  } catch {
    return false;
  }
}
