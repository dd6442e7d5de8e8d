import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Backend, startBackend } from "@framework/backends";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ConnectOptions, ModelProvider } from "../../../provider/provider.js";
import { createProvider } from "./index.js";

const MODEL = "demo/model-7b";
const MLX = "demo/model-mlx";

let cache: string;
const running: { close(): Promise<void> }[] = [];
beforeEach(async () => {
  cache = await mkdtemp(path.join(tmpdir(), "fw-localdesk-"));
});
afterEach(async () => {
  vi.useRealTimers();
  for (const item of running.splice(0).toReversed()) await item.close();
  await rm(cache, { recursive: true, force: true });
});

type BackendOptions = Parameters<typeof startBackend<"localdesk">>[1];

async function start(options: BackendOptions = {}): Promise<Backend> {
  const backend = await startBackend("localdesk", options);
  running.push(backend);
  return backend;
}

async function initialized(config: Record<string, unknown>, env: Record<string, string> = {}) {
  const provider = createProvider();
  running.push(provider);
  await provider.initialize(config, { env: { XDG_CACHE_HOME: cache, ...env } });
  return provider;
}

async function connected(
  backend: Backend,
  knobs: Record<string, unknown> = {},
  options: ConnectOptions = {},
  model = MODEL,
): Promise<ModelProvider> {
  const provider = await initialized({ host: backend.url, ...knobs });
  await provider.connect(model, options);
  return provider;
}

const user = (content: string) => [{ role: "user" as const, content }];
const requestsTo = (backend: Backend, end: string) =>
  backend.requests.filter(({ path: to }) => to.endsWith(end));
const loads = (backend: Backend) => requestsTo(backend, "/models/load");
const isLoad = ({ path: to }: { path: string }) => to.endsWith("/load");
const chatted = (backend: Backend) =>
  requestsTo(backend, "/chat/completions").at(-1)?.body as Record<string, unknown>;
const failureOf = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => expect.fail("succeeded"),
    (error: unknown) => error,
  );

describe("settings", () => {
  it("have localhost as their default host", async () => {
    const provider = createProvider();
    // Whether somebody listens there on this machine makes no difference.
    await provider.initialize({}, { env: {} }).catch(() => undefined);
    expect(provider.settings.values["host"]).toBe("http://localhost:1234");
    await provider.close();
  });

  it("come from the environment, the profile first", async () => {
    const backend = await start({ apiKey: "token-0123456789" });
    const env = {
      LOCALDESK_HOST: backend.url,
      LOCALDESK_MODEL: MODEL,
      LOCALDESK_CONTEXT_LENGTH: "1000",
      LOCALDESK_API_TOKEN: "token-0123456789",
      LM_API_TOKEN: "the-vendors-one",
    };
    const provider = await initialized({}, env);
    await provider.connect();
    expect(provider.model).toBe(MODEL);
    expect(provider.contextWindow).toMatchObject({
      tokens: 1000,
      source: "env",
      detail: expect.stringContaining("LOCALDESK_CONTEXT_LENGTH"),
    });
    const profile = await initialized(
      { host: backend.url, context_length: 900, api_token: "token-0123456789" },
      { ...env, LOCALDESK_HOST: "http://127.0.0.1:9", LOCALDESK_API_TOKEN: "wrong" },
    );
    await profile.connect();
    expect(profile.contextWindow).toMatchObject({ tokens: 900, source: "profile" });
  });

  it("fall back on the vendor's token variable", async () => {
    const backend = await start({ apiKey: "token-0123456789" });
    const provider = await initialized({ host: backend.url }, { LM_API_TOKEN: "token-0123456789" });
    expect(await provider.listModels()).toEqual([MODEL, MLX]);
  });

  it("check the load keys that are known, and let others through", async () => {
    const error = await failureOf(initialized({ load: { context_length: "many", flash_attention: 1 } }));
    expect(error).toMatchObject({
      name: "ConfigurationError",
      message: expect.stringMatching(/load\.context_length[^]*load\.flash_attention/),
    });
  });
});

describe("failures", () => {
  it("tell a server that is not running", async () => {
    const backend = await start();
    backend.setFault("refuse");
    await expect(initialized({ host: backend.url })).rejects.toMatchObject({
      name: "LocalDeskConnectionError",
      message: expect.stringMatching(/server is started/),
    });
  });

  it("tell a rejected token from a missing one", async () => {
    const backend = await start({ apiKey: "token-0123456789" });
    const rejected = { name: "LocalDeskAuthenticationError", code: "credentials-rejected", status: 401 };
    await expect(initialized({ host: backend.url, api_token: "wrong-token-000" })).rejects.toMatchObject({
      ...rejected,
      message: expect.stringContaining("Check the token"),
    });
    await expect(initialized({ host: backend.url })).rejects.toMatchObject({
      ...rejected,
      message: expect.stringContaining("LOCALDESK_API_TOKEN"),
    });
  });

  it("suggest the model that was meant", async () => {
    const backend = await start();
    await expect(connected(backend, {}, {}, "demo/model-7")).rejects.toMatchObject({
      name: "LocalDeskModelNotFoundError",
      message: expect.stringContaining('did you mean "demo/model-7b"'),
    });
  });

  it("tell a model that nobody loads", async () => {
    const backend = await start({ jit: false });
    const provider = await connected(backend);
    await expect(provider.complete(user("hi"))).rejects.toMatchObject({
      name: "LocalDeskModelNotFoundError",
      message: expect.stringMatching(/No models loaded.*load: \{\}/),
    });
  });

  it.each(["keep-first", "n-keep"] as const)("tell a prompt that does not fit (%s)", async (overflow) => {
    const backend = await start({ overflow });
    const provider = await connected(backend, { load: { context_length: 50 } });
    await expect(provider.complete(user("x ".repeat(1000)))).rejects.toMatchObject({
      name: "ContextLimitError",
    });
  });

  it("tell a server without any catalog", async () => {
    const backend = await start();
    await expect(connected(backend, { host: `${backend.url}/elsewhere` })).rejects.toMatchObject({
      name: "LocalDeskConnectionError",
      message: expect.stringContaining("no model catalog"),
    });
  });
});

describe("passive mode", () => {
  it("probes the catalog, loads nothing, and chats", async () => {
    const backend = await start();
    const provider = await initialized({ host: backend.url });
    expect(backend.requests.map(({ method, path: to }) => [method, to])).toEqual([["GET", "/api/v0/models"]]);
    await provider.connect(MODEL);
    expect((await provider.complete(user("hi"))).text).toContain("hi");
    expect(loads(backend)).toEqual([]);
  });

  it("takes the live window before the catalog's", async () => {
    const models = [{ id: "m", contextLength: 32_768, loaded: { contextLength: 2048 } }];
    const provider = await connected(await start({ models }), {}, {}, "m");
    expect(provider.contextWindow).toMatchObject({ tokens: 2048, source: "live" });
    expect(provider.getContextLimit()).toBe(2048);
    expect(await provider.describeModels()).toMatchObject([
      { id: "m", context_length: 2048, context_source: "live", state: "loaded", type: "llm" },
    ]);
  });

  it("takes the catalog's for a model that is not loaded, warns, and sees the true one at the first answer", async () => {
    const notices: string[] = [];
    const provider = await connected(await start(), {}, { onNotice: (text) => notices.push(text) });
    expect(provider.contextWindow).toMatchObject({ tokens: 32_768, source: "catalog" });
    expect(notices).toEqual([expect.stringMatching(/not loaded.*smaller than 32768/)]);
    await provider.complete(user("hi"));
    await expect.poll(() => provider.contextWindow).toMatchObject({ tokens: 4096, source: "live" });
  });

  it("asks the older catalog when the newer one names no window", async () => {
    const answers: Record<string, unknown> = {
      "/api/v1/models": { models: [{ key: "m", loaded_instances: [] }] },
      "/api/v0/models": { data: [{ id: "m", max_context_length: 9000 }] },
    };
    const server = createServer((request, response) =>
      response.end(JSON.stringify(answers[request.url ?? ""])),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    running.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
    const { port } = server.address() as AddressInfo;
    const provider = await initialized({ host: `127.0.0.1:${port}` });
    await provider.connect("m");
    expect(provider.contextWindow).toMatchObject({
      tokens: 9000,
      source: "catalog",
      detail: expect.stringContaining("/api/v0/models"),
    });
  });

  it("fails when no source names a window; an override then counts", async () => {
    const backend = await start({ models: [{ id: "m" }] });
    await expect(connected(backend, {}, {}, "m")).rejects.toMatchObject({
      name: "ContextWindowError",
      message: expect.stringContaining("LOCALDESK_CONTEXT_LENGTH"),
    });
    const provider = await connected(backend, { context_length: 5000 }, {}, "m");
    expect(provider.contextWindow).toMatchObject({ tokens: 5000, source: "profile" });
  });

  it.each([
    [1000, 1000, /narrows/],
    [100_000, 32_768, /never widens/],
  ])("an override of %i gives %i, with a warning", async (context_length, tokens, warning) => {
    const notices: string[] = [];
    const provider = await connected(
      await start(),
      { context_length },
      { onNotice: (text) => notices.push(text) },
    );
    expect(provider.getContextLimit()).toBe(tokens);
    expect(notices[0]).toMatch(warning);
  });

  it("talks to the instance that was named, whose window counts", async () => {
    const backend = await start();
    await connected(backend, { load: { context_length: 3000 } });
    await connected(backend, { load: { context_length: 5000 } });
    const provider = await connected(backend, {}, {}, `${MODEL}:2`);
    expect(provider.getContextLimit()).toBe(5000);
    await provider.complete(user("hi"));
    expect(chatted(backend)["model"]).toBe(`${MODEL}:2`);
  });

  it("works with builds that have the older catalog only", async () => {
    const models = [
      { id: "m", contextLength: 32_768, loaded: { contextLength: 2048 } },
      { id: "n", contextLength: 77 },
    ];
    const backend = await start({ oldBuild: true, models });
    expect((await connected(backend, {}, {}, "m")).contextWindow).toMatchObject({
      tokens: 2048,
      source: "live",
    });
    const provider = await connected(backend, {}, {}, "n");
    expect(provider.contextWindow).toMatchObject({ tokens: 77, source: "catalog" });
    expect(await provider.listModels()).toEqual(["m", "n"]);
  });
});

describe("load-control mode", () => {
  it("looks first, loads with every key, looks again, and chats with that instance", async () => {
    const backend = await start();
    const load = {
      context_length: 8192,
      eval_batch_size: 64,
      flash_attention: false,
      offload_kv_cache_to_gpu: false,
      num_experts: 2,
      echo_load_config: true,
      something_new: { deep: [1] },
    };
    const provider = await connected(backend, { load });
    expect(backend.requests.slice(1).map(({ method, path: to }) => `${method} ${to}`)).toEqual([
      "GET /api/v1/models",
      "GET /api/v1/models",
      "POST /api/v1/models/load",
      "GET /api/v1/models",
    ]);
    expect(loads(backend)[0]?.body).toEqual({ ...load, model: MODEL });
    expect(provider.contextWindow).toMatchObject({ tokens: 8192, source: "live" });
    await provider.complete(user("hi"));
    expect(chatted(backend)["model"]).toBe(MODEL);
  });

  it("lets the connected model win over a model key", async () => {
    const backend = await start();
    await connected(backend, { load: { model: "another" } });
    expect(loads(backend)[0]?.body).toEqual({ model: MODEL });
  });

  it("reuses an instance that fulfils every key", async () => {
    const backend = await start();
    const load = { context_length: 8192, flash_attention: true, echo_load_config: true };
    await connected(backend, { load });
    await connected(backend, { load });
    await connected(backend, { load: {} });
    expect(loads(backend)).toHaveLength(1);
  });

  it("reuses an instance whose engine reports little", async () => {
    const backend = await start();
    const load = { context_length: 8192, eval_batch_size: 7, num_experts: 3 };
    await connected(backend, { load }, {}, MLX);
    await connected(backend, { load }, {}, MLX);
    expect(loads(backend)).toHaveLength(1);
  });

  it("loads a copy when the settings differ, and takes that copy's window", async () => {
    const backend = await start();
    await connected(backend, { load: { context_length: 2000 } });
    const provider = await connected(backend, { load: { context_length: 6000 } });
    expect(loads(backend)).toHaveLength(2);
    expect(provider.getContextLimit()).toBe(6000);
    expect(provider.model).toBe(MODEL);
    await provider.complete(user("hi"));
    expect(chatted(backend)["model"]).toBe(`${MODEL}:2`);
  });

  it("says when less context was applied, what it was loaded with, and does not load again for that", async () => {
    const notices: string[] = [];
    const backend = await start({ contextCap: 10_000 });
    const load = { context_length: 20_000, echo_load_config: true };
    const provider = await connected(backend, { load }, { onNotice: (text) => notices.push(text) });
    expect(provider.getContextLimit()).toBe(10_000);
    expect(notices).toEqual([
      expect.stringContaining('"context_length":10000'),
      expect.stringMatching(/10000 tokens, although 20000/),
    ]);
    await provider.connect(MODEL);
    expect(loads(backend)).toHaveLength(1);
  });

  it("tells notices to onProgress when nobody else listens", async () => {
    const told: string[] = [];
    await connected(
      await start(),
      { load: { echo_load_config: true } },
      { onProgress: (text) => told.push(text) },
    );
    expect(told).toEqual([
      expect.stringMatching(/^Loading "demo\/model-7b" on .*: 0 s$/),
      expect.stringContaining("Loaded"),
    ]);
  });

  it("fails with a load error on any other status, and does not try again", async () => {
    const backend = await start({ fault: { name: "500", on: "load", message: "insufficient memory" } });
    await expect(connected(backend, { load: {} })).rejects.toMatchObject({
      name: "LocalDeskLoadError",
      status: 500,
      retryable: false,
      message: expect.stringContaining("insufficient memory"),
    });
    expect(loads(backend)).toHaveLength(1);
    backend.setFault({ name: "401", on: "load" });
    await expect(connected(backend, { load: {} })).rejects.toMatchObject({
      name: "LocalDeskAuthenticationError",
    });
  });

  it("fails with a load error on a 200 that is an error, and on builds without the endpoint", async () => {
    const backend = await start({ fault: { name: "error-with-200", on: "load" } });
    await expect(connected(backend, { load: {} })).rejects.toMatchObject({
      name: "LocalDeskLoadError",
      status: 200,
    });
    const old = await start({ oldBuild: true });
    await expect(connected(old, { load: {} })).rejects.toMatchObject({
      name: "LocalDeskLoadError",
      message: expect.stringContaining("before 0.4.0"),
    });
  });

  it("may take 600 s and no longer", async () => {
    const backend = await start({ fault: { name: "stall-before-headers", on: "load" } });
    const provider = await initialized({ host: backend.url, load: {} });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let isOver = false;
    const attempt = failureOf(provider.connect(MODEL)).finally(() => (isOver = true));
    await backend.nextRequest(isLoad);
    await vi.advanceTimersByTimeAsync(599_999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await attempt).toMatchObject({
      name: "LocalDeskConnectionError",
      message: expect.stringMatching(/did not answer.*within 600 s/),
    });
  });

  it("is cancelled at once: the request is closed and the lock is free", async () => {
    const backend = await start({ loadMs: 60_000 });
    const abort = new AbortController();
    const attempt = failureOf(connected(backend, { load: {} }, { signal: abort.signal }));
    await backend.nextRequest(isLoad);
    abort.abort();
    expect(await attempt).toMatchObject({ name: "CancelledError" });
    expect((await backend.nextClientClose()).requestPath).toBe("/api/v1/models/load");
    expect(await readdir(path.join(cache, "fw", "locks"))).toEqual([]);
  });

  it("loads once when two connect at the same moment, and the second says what it waits for", async () => {
    const backend = await start({ loadMs: 300 });
    const told: string[] = [];
    const onProgress = (text: string) => told.push(text);
    const load = { context_length: 8192 };
    await Promise.all([
      connected(backend, { load }, { onProgress }),
      connected(backend, { load }, { onProgress }),
    ]);
    expect(loads(backend)).toHaveLength(1);
    expect(told.filter((text) => text.startsWith("Waiting for another process"))).not.toEqual([]);
  });

  it("is ended by cancel() too, also while it waits for its turn", async () => {
    const backend = await start({ loadMs: 60_000 });
    const first = await initialized({ host: backend.url, load: {} });
    const loading = failureOf(first.connect(MODEL));
    await backend.nextRequest(isLoad);
    const second = await initialized({ host: backend.url, load: {} });
    let waiting = Promise.resolve<unknown>(undefined);
    await new Promise<void>((resolve) => {
      waiting = failureOf(second.connect(MODEL, { onProgress: () => resolve() }));
    });
    second.cancel();
    expect(await waiting).toMatchObject({ name: "CancelledError" });
    first.cancel();
    expect(await loading).toMatchObject({ name: "CancelledError" });
  });

  it("loads without a lock, and says so, where there is no place for one", async () => {
    const notices: string[] = [];
    const backend = await start();
    const provider = await initialized({ host: backend.url, load: {} }, { XDG_CACHE_HOME: "/dev/null" });
    await provider.connect(MODEL, { onNotice: (text) => notices.push(text) });
    expect(loads(backend)).toHaveLength(1);
    expect(notices[0]).toMatch(/No lock/);
  });
});

describe("close", () => {
  const unloads = (backend: Backend) => requestsTo(backend, "/unload").map(({ body }) => body);

  it("unloads nothing by itself", async () => {
    const backend = await start();
    await (await connected(backend, { load: {} })).close();
    expect(unloads(backend)).toEqual([]);
  });

  it("unloads, if told to, what was loaded here and nothing else", async () => {
    const backend = await start();
    const other = await connected(backend, { load: { context_length: 2000 } });
    const knobs = { load: { context_length: 6000 }, unload_on_close: true };
    const provider = await connected(backend, knobs);
    const reusing = await connected(backend, knobs);
    await reusing.close();
    expect(unloads(backend)).toEqual([]);
    await provider.close();
    await provider.close();
    expect(unloads(backend)).toEqual([{ instance_id: `${MODEL}:2` }]);
    expect(await other.describeModels()).toMatchObject([{ state: "loaded", context_length: 2000 }, {}]);
  });

  it("does not fail when the application is gone", async () => {
    const backend = await start();
    const provider = await connected(backend, { load: {}, unload_on_close: true });
    backend.setFault("refuse");
    await expect(provider.close()).resolves.toBeUndefined();
  });
});

it("asks for a named tool in the only way the server knows", async () => {
  const backend = await start();
  const provider = await connected(backend);
  const tools = ["lookup", "other"].map((name) => ({ type: "function" as const, function: { name } }));
  await provider.complete(user("hi"), tools, {
    toolChoice: { type: "function", function: { name: "lookup" } },
  });
  expect(chatted(backend)).toMatchObject({
    tool_choice: "required",
    tools: [{ function: { name: "lookup" } }],
  });
  await provider.complete(user("hi"), tools, { toolChoice: "auto" });
  expect(chatted(backend)).toMatchObject({ tool_choice: "auto", tools: [{}, {}] });
});
