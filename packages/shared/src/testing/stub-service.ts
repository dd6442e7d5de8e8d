/** A server for tests whose every answer is scripted. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface StubRequest {
  /** `GET /models?x=1`. */
  line: string;
  method: string;
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}

export interface StubAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Text is sent as it is, everything else as JSON. */
  body?: unknown;
  /** False leaves the answer open after its body. */
  end?: boolean;
}

/** A service on loopback whose every answer the test decides. */
export interface StubService extends AsyncDisposable {
  /** Where its API is: under `/v1`. */
  url: string;
  origin: string;
  requests: StubRequest[];
  close(): Promise<void>;
}

/** Answers each request as `answer` says; 404 when it says nothing. */
export async function startStub(
  answer: (request: StubRequest) => StubAnswer | undefined,
): Promise<StubService> {
  const requests: StubRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const pieces: Buffer[] = [];
    incoming.on("data", (piece: Buffer) => pieces.push(piece));
    incoming.on("end", () => {
      const url = new URL(incoming.url ?? "/", "http://stub");
      const text = Buffer.concat(pieces).toString();
      const request: StubRequest = {
        line: `${incoming.method} ${incoming.url}`,
        method: incoming.method ?? "",
        path: url.pathname,
        query: url.search,
        headers: incoming.headers,
        body: text === "" ? undefined : JSON.parse(text),
      };
      requests.push(request);
      const { status = 200, headers = {}, body = {}, end = true } = answer(request) ?? { status: 404 };
      outgoing.writeHead(status, { "content-type": "application/json", ...headers });
      outgoing.write(typeof body === "string" ? body : JSON.stringify(body));
      if (end) outgoing.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `${origin}/v1`, origin, requests, close, [Symbol.asyncDispose]: close };
}

/** The whole answer of a chat that is not streamed. */
export const chatAnswer = (content: string, model = "m"): object => ({
  model,
  choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});
