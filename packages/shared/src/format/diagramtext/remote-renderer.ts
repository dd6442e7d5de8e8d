/** Draws with a rendering service. */
import type { Environment } from "../../terminal/known-terminals.js";
import { proxyPasswords, redact } from "../../provider/secrets.js";
import { endpointUrl } from "../../http/address.js";
import { TransportError } from "../../http/transport-error.js";
import { syntaxErrorFrom } from "./parser-message.js";
import { DiagramSyntaxError, type DiagramRenderer, type RenderRequest } from "./renderer.js";
import { themeNameOf } from "./settings.js";

const TIMEOUT_MS = 30_000;
const MAX_PICTURE = 32 * 1024 * 1024;

/** Draws by posting the source as plain text to a rendering service, which answers with a PNG picture. */
export function createRemoteRenderer(
  url: string | undefined,
  env: Environment,
  timeoutMs = TIMEOUT_MS,
): DiagramRenderer {
  return {
    name: "remote",
    isAvailable: () => url !== undefined,
    async render(request) {
      if (url === undefined) throw new Error("no service is configured");
      if (request.format !== "png") throw new Error("a rendering service gives PNG only");
      const { status, body } = await post(url, env, request, timeoutMs);
      if (status === 400) {
        const text = redact(Buffer.from(body).toString("utf8"), proxyPasswords(env));
        throw syntaxErrorFrom(text, request.source) ?? new DiagramSyntaxError(firstWords(text));
      }
      if (status !== 200) throw new Error(`answered with status ${status}`);
      return body;
    },
  };
}

/** Goes the way that requests to models go, through the same proxies; another origin gets no source. */
async function post(
  url: string,
  env: Environment,
  request: RenderRequest,
  timeoutMs: number,
): Promise<{ status: number; body: Uint8Array }> {
  // Few programs that format text ever draw on another machine.
  const { ConnectionPool } = await import("../../http/connection-pool.js");
  const pool = new ConnectionPool(env);
  const timeout = AbortSignal.timeout(timeoutMs);
  const theme = themeNameOf(request);
  try {
    const response = await pool.request({
      method: "POST",
      url: endpointUrl(url, "address in FW_DIAGRAM_RENDER_URL"),
      body: request.source,
      headers: {
        "content-type": "text/plain; charset=utf-8",
        accept: "image/png",
        "kroki-diagram-options-scale": String(request.scale),
        "kroki-diagram-options-background": request.background,
        ...(theme ? { "kroki-diagram-options-theme": theme } : {}),
        ...(request.look ? { "kroki-diagram-options-look": request.look } : {}),
      },
      signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
      // The time limit is for all of it.
      connectMs: 0,
      readMs: 0,
    });
    return { status: response.status, body: await response.bytes(MAX_PICTURE) };
  } catch (error) {
    if (timeout.aborted) throw new Error(`no answer within ${timeoutMs / 1000} s`, { cause: error });
    if (!(error instanceof TransportError)) throw error;
    throw new Error(`cannot be used (${redact(error.message, proxyPasswords(env))})`, { cause: error });
  } finally {
    pool.destroy();
  }
}

const firstWords = (text: string) =>
  text.trim().split("\n")[0]?.slice(0, 300) || "the service refused the source";
