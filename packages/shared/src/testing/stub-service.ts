/** A server for tests whose every answer is scripted. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface StubRequest {
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
}

/** A service on loopback whose every answer the test decides. */
export interface StubService extends AsyncDisposable {
  url: string;
  requests: StubRequest[];
}

export async function startStub(answer: (request: StubRequest) => StubAnswer): Promise<StubService> {
  const requests: StubRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const pieces: Buffer[] = [];
    incoming.on("data", (piece: Buffer) => pieces.push(piece));
    incoming.on("end", () => {
      const url = new URL(incoming.url ?? "/", "http://stub");
      const text = Buffer.concat(pieces).toString();
      const request: StubRequest = {
        method: incoming.method ?? "",
        path: url.pathname,
        query: url.search,
        headers: incoming.headers,
        body: text === "" ? undefined : JSON.parse(text),
      };
      requests.push(request);
      const { status = 200, headers = {}, body = {} } = answer(request);
      outgoing.writeHead(status, { "content-type": "application/json", ...headers });
      outgoing.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The whole answer of a chat that is not streamed. */
export const chatAnswer = (content: string, model = "m"): object => ({
  model,
  choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});
