/** A plain HTTP server for answers that no backend would give on purpose. */
import * as http from "node:http";
import type { AddressInfo } from "node:net";

export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON unless it is text. */
  body?: unknown;
  /** False leaves the answer open after its body. */
  end?: boolean;
}

export interface ScriptedServer {
  url: string;
  /** `GET /models?x=1` and so on, in the order of arrival. */
  asked: string[];
  close(): Promise<void>;
}

/** Answers each request with what `answer` says of its method and path; 404 when it says nothing. */
export async function startScriptedServer(
  answer: (request: string) => ScriptedAnswer | undefined,
): Promise<ScriptedServer> {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    const line = `${request.method} ${request.url}`;
    asked.push(line);
    request.resume();
    request.once("end", () => {
      const { status = 200, headers, body, end = true } = answer(line) ?? { status: 404, body: {} };
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.write(typeof body === "string" ? body : JSON.stringify(body ?? null));
      if (end) response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
