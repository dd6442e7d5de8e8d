import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DIAGRAM, folder, picture, run, withCommand } from "../../testing/diagram-formatter.js";
import { createCliRenderer } from "./cli-renderer.js";
import { createPlugin } from "./formatter.js";
import { DiagramSyntaxError, type RenderRequest } from "./renderer.js";

/** These tests are about the command and the service; the library has a test of its own. */
vi.mock("./library-renderer.js", () => ({
  createLibraryRenderer: () => ({ name: "library", isAvailable: () => false }),
}));

const renderRequest = (source: string, signal?: AbortSignal): RenderRequest => ({
  source,
  format: "png",
  theme: "default",
  colorScheme: "light",
  scale: 1,
  background: "white",
  signal,
});

describe("renderers", () => {
  let server: Server;
  let url: string;
  const requests: { headers: IncomingMessage["headers"]; body: string; method: string | undefined }[] = [];
  let answer: { status: number; body: Buffer | string; headers?: Record<string, string> };

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (part: string) => (body += part));
      request.on("end", () => {
        requests.push({ headers: request.headers, body, method: request.method });
        response.writeHead(answer.status, answer.headers ?? {}).end(answer.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (typeof address === "object") url = `http://127.0.0.1:${address?.port}/mermaid/png`;
  });
  afterAll(() => server.close());

  const remoteOnly = () => ({ PATH: "", FW_DIAGRAM_RENDER_URL: url });

  test("remote: the source goes as plain text, with a user agent", async () => {
    answer = { status: 200, body: picture };
    requests.length = 0;
    const { shown } = await run(DIAGRAM, { env: remoteOnly() });
    expect(shown).toContain("<picture>");
    expect(requests).toMatchObject([
      {
        method: "POST",
        body: "graph TD\nA --> B\n",
        headers: {
          "content-type": "text/plain; charset=utf-8",
          "user-agent": expect.stringContaining("framework"),
        },
      },
    ]);
  });

  test("remote: 400 is a syntax error", async () => {
    answer = { status: 400, body: "Error 400: \x1b[31mSyntaxError: Parse error on line 1:\nExpecting 'X'" };
    const { shown, output } = await run(DIAGRAM, { env: remoteOnly() });
    expect(shown).toContain("syntax error on line 1\n  1 │ graph TD\n");
    expect(output).not.toContain("\x1b[31mSyntaxError");
  });

  test.each([
    ["a server error", { status: 503, body: "" }, "answered with status 503"],
    [
      "a redirect",
      { status: 302, body: "", headers: { location: "http://127.0.0.1:9/" } },
      "redirects to another origin",
    ],
    ["an answer that is no picture", { status: 200, body: "<html>" }, "no PNG picture"],
  ])("remote: %s passes the block through and says why", async (_, reply, reason) => {
    answer = reply;
    const { shown } = await run(DIAGRAM, { env: { ...remoteOnly() }, config: { theme: "dark" } });
    expect(shown.startsWith(`${DIAGRAM}[`)).toBe(true);
    expect(shown).toContain(reason);
  });

  test.each([
    ["a proxy", { http_proxy: "PROXY" }, ["POST http://diagrams.test/mermaid/png"], "<picture>"],
    ["a proxy's tunnel", { HTTPS_PROXY: "PROXY" }, ["CONNECT diagrams.test:443"], "refused the connection"],
    ["no proxy where NO_PROXY says so", { http_proxy: "PROXY", NO_PROXY: ".test" }, [], "resolved"],
  ])("remote: goes through %s", async (_, variables, expected, outcome) => {
    const asked: string[] = [];
    const proxy = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.end(picture);
    });
    proxy.on("connect", (request, socket) => {
      asked.push(`CONNECT ${request.url}`);
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const address = proxy.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const scheme = "HTTPS_PROXY" in variables ? "https" : "http";
    const env = Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [
        name,
        value.replace("PROXY", `http://127.0.0.1:${port}`),
      ]),
    );
    const { shown } = await run(DIAGRAM, {
      env: { PATH: "", FW_DIAGRAM_RENDER_URL: `${scheme}://diagrams.test/mermaid/png`, ...env },
    });
    expect(asked).toEqual(expected);
    expect(shown).toContain(outcome);
    proxy.close();
  });

  test("remote: cancelling closes the connection", async () => {
    const controller = new AbortController();
    const silent = createServer();
    const asked = new Promise<IncomingMessage>((resolve) => silent.once("request", resolve));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const address = silent.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const drawing = run(DIAGRAM, {
      env: { PATH: "", FW_DIAGRAM_RENDER_URL: `http://127.0.0.1:${port}/` },
      signal: controller.signal,
    });
    const { socket } = await asked;
    const closed = new Promise((resolve) => socket.once("close", resolve));
    controller.abort();
    await closed;
    expect((await drawing).shown).toBe(DIAGRAM);
    silent.close();
  });

  test("remote: an address that is none is named", async () => {
    const env = { PATH: "", FW_DIAGRAM_RENDER_URL: "ftp://127.0.0.1/" };
    expect((await run(DIAGRAM, { env })).shown).toContain(
      "FW_DIAGRAM_RENDER_URL is no http or https address",
    );
  });

  test("a broken command is passed over for the service, and not tried again", async () => {
    answer = { status: 200, body: picture };
    const env = { ...withCommand, FW_DIAGRAM_RENDER_URL: url };
    requests.length = 0;
    const { shown } = await run(`${DIAGRAM.replace("A", "BROKEN")}${DIAGRAM}`, { env });
    expect(shown.match(/<picture>/g)).toHaveLength(2);
    expect(requests).toHaveLength(2);
  });

  test("a syntax error is final: no other renderer is asked", async () => {
    requests.length = 0;
    await run(DIAGRAM.replace("A", "SYNTAX"), { env: { ...withCommand, FW_DIAGRAM_RENDER_URL: url } });
    expect(requests).toEqual([]);
  });

  test("the command is preferred to the service", async () => {
    requests.length = 0;
    expect((await run(DIAGRAM, { env: { ...withCommand, FW_DIAGRAM_RENDER_URL: url } })).shown).toContain(
      "<picture>",
    );
    expect(requests).toEqual([]);
  });

  test("command: past its time the whole process tree is ended", async () => {
    const env = { ...withCommand, PID_FILE: path.join(folder, "pid-timeout") };
    const rendering = createCliRenderer(env, 1500).render(renderRequest("HANG"));
    await expect(rendering).rejects.toThrow("did not finish within 1.5 s");
    const pid = Number(await readFile(env.PID_FILE, "utf8"));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test("command: cancelling ends it", async () => {
    const env = { ...withCommand, PID_FILE: path.join(folder, "pid-cancel") };
    const controller = new AbortController();
    const rendering = createCliRenderer(env).render(renderRequest("HANG", controller.signal)).catch(String);
    await expect.poll(() => readFile(env.PID_FILE, "utf8").catch(() => "")).not.toBe("");
    controller.abort();
    expect(await rendering).toContain("was cancelled");
    const pid = Number(await readFile(env.PID_FILE, "utf8"));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test("command: an unknown kind of diagram is an error in its first line", async () => {
    const rendering = createCliRenderer(withCommand).render(renderRequest("%% c\n\nSYNTAX"));
    await expect(rendering).rejects.toBeInstanceOf(DiagramSyntaxError);
  });

  test("the plugin says whether anything can draw", () => {
    expect(createPlugin({ env: withCommand }).isRendererAvailable()).toBe(true);
    expect(createPlugin({ env: remoteOnly() }).isRendererAvailable()).toBe(true);
  });
});

/** A zombie is not running; it only waits to be collected. */
async function isRunning(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return state !== "" && !/\) Z /.test(state);
}
