/** `fw serve` as programs see it: one process in front of an emulator, asked over HTTP. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { type Backend, faultNames, faults, startBackend } from "@framework/backends";
import { createClient } from "@framework/shared";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { bin, cleanEnv, run } from "../support/command.js";

let backend: Backend;
let folder: string;
let server: Served;

interface Served {
  process: ChildProcessByStdio<null, Readable, Readable>;
  url: string;
  log: () => string;
}

async function serve(args: readonly string[], env: Record<string, string> = {}): Promise<Served> {
  const child = spawn(process.execPath, [bin("fw"), "serve", "--port", "0", "--json", ...args], {
    env: cleanEnv({ SELFHOST_HOST: backend.url, XDG_CONFIG_HOME: folder, ...env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
  const line = await Promise.race([
    once(child.stdout.setEncoding("utf8"), "data").then(([text]) => String(text)),
    once(child, "exit").then(() => Promise.reject(new Error(log))),
  ]);
  const { url } = JSON.parse(line) as { url: string };
  return { process: child, url, log: () => log };
}

const chat = (body: object, url = server.url, headers: Record<string, string> = {}) =>
  fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ model: "default", messages: [{ role: "user", content: "Hello" }], ...body }),
  });

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "fw-serve-"));
  backend = await startBackend("selfhost", { reply: { text: "Hello there." } });
  server = await serve(["--provider", "selfhost", "--model", "demo-model"]);
});
afterEach(() => {
  backend.setFault(undefined);
  backend.setReply({ text: "Hello there." });
});
afterAll(async () => {
  server.process.kill();
  await backend.close();
  rmSync(folder, { recursive: true });
});

/** The text of a streamed answer, and whether it was said to be whole. */
function read(sse: string): { text: string; isDone: boolean; error: unknown; usage: unknown } {
  const events = sse.split("\n\n").filter((event) => event.startsWith("data: "));
  const isDone = events.at(-1) === "data: [DONE]";
  const chunks = events
    .filter((event) => event !== "data: [DONE]")
    .map((event) => JSON.parse(event.slice(6)) as Record<string, unknown>);
  let text = "";
  for (const { choices } of chunks) {
    const [choice] = (choices ?? []) as { delta: { content?: string } }[];
    text += choice?.delta.content ?? "";
  }
  const last = chunks.at(-1) ?? {};
  return { text, isDone, error: last["error"], usage: last["usage"] };
}

describe("an answer", () => {
  it("streams as chunks, with usage when asked for, and ends with [DONE]", async () => {
    const answer = await chat({ stream: true, stream_options: { include_usage: true } });
    expect(answer.headers.get("content-type")).toMatch(/^text\/event-stream/);
    const { text, isDone, usage } = read(await answer.text());
    expect([text, isDone]).toEqual(["Hello there.", true]);
    expect(usage).toMatchObject({ prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) });
  });

  it("comes in one piece without stream", async () => {
    const answer = (await (await chat({})).json()) as Record<string, unknown>;
    expect(answer).toMatchObject({
      object: "chat.completion",
      choices: [{ message: { role: "assistant", content: "Hello there." }, finish_reason: "stop" }],
    });
  });

  it("has tool calls as the caller's own library expects them", async () => {
    backend.setReply({ toolCalls: [{ id: "a", name: "look", arguments: { at: 1 } }] });
    const tools = [{ type: "function", function: { name: "look", parameters: { type: "object" } } }];
    const whole = (await (await chat({ tools })).json()) as {
      choices: [{ message: object; finish_reason: string }];
    };
    expect(whole.choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: {
        tool_calls: [{ id: "a", type: "function", function: { name: "look", arguments: '{"at":1}' } }],
      },
    });
    expect(await (await chat({ tools, stream: true })).text()).toContain('"tool_calls":[{"index":0,"id":"a"');
  });

  it("is asked for under every name of a model", async () => {
    for (const model of ["default", "selfhost/demo-model", "selfhost:demo-model", "demo-model"]) {
      expect((await chat({ model })).status, model).toBe(200);
    }
    const answer = await chat({ model: "selfhost/other" });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: "model_not_found" } });
  });
});

describe("what was loud stays loud", () => {
  const skipped = new Set([
    "stall-before-headers",
    "stall-mid-stream",
    "keep-alive-stall",
    "slow-first-byte",
    // Too much of an answer is an error of the provider before it is one here.
    "huge-body",
    "endless-line",
    "endless-event",
  ]);
  const names = faultNames.filter(
    (name) =>
      !skipped.has(name) && faults.find((fault) => fault.name === name)?.backends.includes("selfhost"),
  );

  it.each(names)("%s", async (fault) => {
    const client = createClient({ providerName: "selfhost", config: { host: backend.url }, env: {} });
    await client.connect(null, null, "demo-model");
    backend.setFault(fault);
    const asked = client.complete([{ role: "user", content: "Hello" }], undefined, { retries: 0 });
    const direct = await asked.then(
      (turn) => (turn.invalidToolCalls.length > 0 ? undefined : turn.text),
      () => undefined,
    );
    await client.close();
    const streamed = await chat({ stream: true });
    const { text, isDone } = read(await streamed.text());
    const whole = await chat({});
    if (direct === undefined) {
      expect({ isDone, status: whole.status >= 400 }).toEqual({ isDone: false, status: true });
    } else {
      expect({ isDone, text }).toEqual({ isDone: true, text: direct });
      expect(whole.status).toBe(200);
    }
  });
});

describe("a client", () => {
  it("that goes away stops the backend", async () => {
    backend.setFault("stall-mid-stream");
    const call = request(`${server.url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
    });
    call.end(JSON.stringify({ model: "default", stream: true, messages: [{ role: "user", content: "x" }] }));
    const [answer] = (await once(call, "response")) as [Readable];
    await once(answer, "data");
    call.destroy();
    call.on("error", () => undefined);
    await backend.nextClientClose();
  });

  it("in a browser of another site, or under a bent name, is turned away", async () => {
    expect((await chat({}, server.url, { origin: "https://evil.example" })).status).toBe(403);
    expect((await chat({}, server.url, { origin: "http://localhost:3000" })).status).toBe(200);
    const { port } = new URL(server.url);
    const bent = request({ port, host: "127.0.0.1", path: "/v1/models", headers: { host: "evil.example" } });
    bent.end();
    const [answer] = (await once(bent, "response")) as [{ statusCode: number }];
    expect(answer.statusCode).toBe(403);
    expect((await chat({}, server.url, { "content-type": "text/plain" })).status).toBe(415);
  });

  it.each([
    [{ messages: [] }, "messages"],
    [{ n: 2 }, "n"],
    [{ temperature: "hot" }, "temperature"],
    [{ messages: [{ role: "oracle", content: "x" }] }, "messages"],
  ])("is told what is wrong with %j", async (body, param) => {
    const answer = await chat(body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { param, type: "invalid_request_error" } });
  });

  it("is shown models with their true windows, health and metrics, and leaves no content in the log", async () => {
    const models = (await (await fetch(`${server.url}/v1/models`)).json()) as { data: object[] };
    expect(models.data).toContainEqual(
      expect.objectContaining({
        id: "selfhost/demo-model",
        context_length: 32_768,
        context_source: "catalog",
      }),
    );
    expect(await (await fetch(`${server.url}/health`)).json()).toEqual({ status: "ok" });
    expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(
      /^fw_calls_total\{provider="selfhost"/m,
    );
    expect(server.log()).toContain("POST /v1/chat/completions selfhost/demo-model 200");
    expect(server.log()).not.toContain("Hello");
  });
});

describe("off loopback", () => {
  it("nobody may ask without a token, and the server does not start before there is one", async () => {
    const env = { XDG_CONFIG_HOME: folder, SELFHOST_HOST: backend.url };
    const refused = await run("fw", ["serve", "--host", "0.0.0.0", "--port", "0"], { env });
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain("fw serve token");
    const { stdout } = await run("fw", ["serve", "token", "alice"], { env });
    const token = stdout.trim();
    expect(token).toMatch(/^fw-[\w-]{43}$/);
    const open = await serve(["--host", "0.0.0.0", "--provider", "selfhost", "--model", "demo-model"]);
    const url = open.url.replace("0.0.0.0", "127.0.0.1");
    expect((await chat({}, url)).status).toBe(401);
    expect((await chat({}, url, { authorization: "Bearer fw-wrong" })).status).toBe(401);
    expect((await chat({}, url, { authorization: `Bearer ${token}` })).status).toBe(200);
    const exit = once(open.process, "exit");
    open.process.kill();
    await exit;
    expect(open.log()).toContain(" alice POST");
    expect(open.log()).not.toContain(token);
  });
});

describe("signals", () => {
  it("SIGTERM lets a running answer end and then leaves; SIGHUP reads the settings again", async () => {
    const profile = path.join(folder, "p.yaml");
    writeFileSync(profile, "provider: selfhost\nmodel: demo-model\n");
    const other = await serve(["--profile", profile]);
    writeFileSync(profile, "provider: selfhost\nmodel: gone\n");
    other.process.kill("SIGHUP");
    while (!other.log().includes("read again")) await once(other.process.stderr, "data");
    expect((await chat({}, other.url)).status).toBe(404);
    backend.setReply({ text: "One two three four.", chunkDelayMs: 20 });
    const answer = await chat({ stream: true, model: "demo-model" }, other.url);
    const exit = once(other.process, "exit");
    other.process.kill("SIGTERM");
    expect(read(await answer.text())).toMatchObject({ text: "One two three four.", isDone: true });
    const [code] = (await exit) as [number];
    expect(code).toBe(0);
  });
});
