import { syntaxErrorFrom } from "./parser-message.js";
import { DiagramSyntaxError, type DiagramRenderer, type RenderRequest } from "./renderer.js";

const TIMEOUT_MS = 30_000;
const MAX_PICTURE = 32 * 1024 * 1024;

/** Draws by posting the source as plain text to a rendering service, which answers with a PNG picture. */
export function createRemoteRenderer(url: string | undefined, timeoutMs = TIMEOUT_MS): DiagramRenderer {
  return {
    name: "remote",
    isAvailable: () => url !== undefined,
    async render(request) {
      if (url === undefined) throw new Error("no service is configured");
      if (request.format !== "png") throw new Error("a rendering service gives PNG only");
      return await post(url, request, timeoutMs);
    },
  };
}

async function post(url: string, request: RenderRequest, timeoutMs: number): Promise<Uint8Array> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    method: "POST",
    body: request.source,
    // Another address than the one configured gets no source.
    redirect: "manual",
    signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      accept: "image/png",
      // Services refuse requests that do not say who is asking.
      "user-agent": "framework-diagramtext/0.1",
      "kroki-diagram-options-theme": request.theme,
    },
  }).catch((error: unknown) => {
    if (timeout.aborted) throw new Error(`no answer within ${timeoutMs / 1000} s`, { cause: error });
    throw new Error(`cannot be reached (${reason(error)})`, { cause: error });
  });
  const body = await readBounded(response);
  if (response.status === 400) {
    const text = Buffer.from(body).toString("utf8");
    throw syntaxErrorFrom(text, request.source) ?? new DiagramSyntaxError(firstWords(text));
  }
  if (response.status !== 200) throw new Error(`answered with status ${response.status}`);
  return body;
}

async function readBounded(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_PICTURE) throw new Error("answered with more than 32 MB");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const reason = (error: unknown) =>
  error instanceof Error
    ? error.cause instanceof Error
      ? error.cause.message
      : error.message
    : String(error);

const firstWords = (text: string) =>
  text.trim().split("\n")[0]?.slice(0, 300) || "the service refused the source";
