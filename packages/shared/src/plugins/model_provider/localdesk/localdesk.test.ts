import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  chatted,
  failureOf,
  loads,
  localdeskStage,
  MLX,
  MODEL,
  user,
} from "../../../testing/localdesk-stage.js";
import { createProvider } from "./index.js";

const { start, initialized, connected } = localdeskStage();

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
    onTestFinished(() => void server.close());
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
