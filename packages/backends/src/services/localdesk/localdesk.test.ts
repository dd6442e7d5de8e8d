import { afterEach, expect, test } from "vitest";
import { startBackend, type Backend } from "../../index.js";
import { ask, chatBody, chunks, spoken } from "../../testing/client.js";

let backend: Backend;
afterEach(() => backend.close());

const post = async (path: string, body: unknown) => {
  const answer = await ask(backend.url + path, { body });
  return { status: answer.status, body: JSON.parse(answer.text) };
};
const get = async (path: string) => JSON.parse((await ask(backend.url + path)).text);
const load = (body: Record<string, unknown>) => post("/api/v1/models/load", body);
const liveInstances = async (key: string) =>
  (await get("/api/v1/models")).models.find((model: { key: string }) => model.key === key).loaded_instances;
const chat = (fields: Record<string, unknown>) =>
  ask(`${backend.url}/v1/chat/completions`, { body: chatBody(fields) });

const firstDelta = async (model: string) => chunks((await chat({ model })).text)[1]?.choices[0]?.delta;

test("lists models in both catalogs, by key and by id", async () => {
  backend = await startBackend("localdesk", {
    models: [
      { id: "pub/a", contextLength: 8192, loaded: { contextLength: 2048 } },
      { id: "b", format: "mlx", vision: true },
      { id: "e", type: "embedding", contextLength: 512 },
    ],
  });
  const { models } = await get("/api/v1/models");
  expect(models[0]).toMatchObject({
    type: "llm",
    publisher: "pub",
    key: "pub/a",
    max_context_length: 8192,
    loaded_instances: [{ id: "pub/a", config: { context_length: 2048, flash_attention: true } }],
  });
  expect(models[1]).toMatchObject({ key: "b", format: "mlx", loaded_instances: [] });
  expect(models[1]).not.toHaveProperty("max_context_length");
  const { object, data } = await get("/api/v0/models");
  expect(object).toBe("list");
  expect(data[0]).toMatchObject({
    id: "pub/a",
    state: "loaded",
    max_context_length: 8192,
    loaded_context_length: 2048,
  });
  expect(data[1]).toMatchObject({ id: "b", type: "vlm", state: "not-loaded" });
  expect(data[2]).toMatchObject({ id: "e", type: "embeddings" });
  expect((await get("/v1/models")).data).toHaveLength(3);
});

test("loads with the asked settings, and makes a second copy when asked again", async () => {
  backend = await startBackend("localdesk");
  const first = await load({
    model: "demo/model-7b",
    context_length: 16_000,
    eval_batch_size: 64,
    flash_attention: false,
    echo_load_config: true,
  });
  expect(first.body).toMatchObject({
    type: "llm",
    instance_id: "demo/model-7b",
    status: "loaded",
    load_config: { context_length: 16_000, eval_batch_size: 64, flash_attention: false },
  });
  const second = await load({ model: "demo/model-7b", context_length: 2000 });
  expect(second.body.instance_id).toBe("demo/model-7b:2");
  expect(second.body).not.toHaveProperty("load_config");
  const live = await liveInstances("demo/model-7b");
  expect(
    live.map(({ id, config }: { id: string; config: { context_length: number } }) => [
      id,
      config.context_length,
    ]),
  ).toEqual([
    ["demo/model-7b", 16_000],
    ["demo/model-7b:2", 2000],
  ]);
});

test("applies no more context than the model or the memory has; MLX reports nothing else", async () => {
  backend = await startBackend("localdesk", { contextCap: 20_000 });
  await load({ model: "demo/model-mlx", context_length: 100_000, eval_batch_size: 7 });
  expect(await liveInstances("demo/model-mlx")).toEqual([
    { id: "demo/model-mlx", config: { context_length: 20_000 } },
  ]);
});

test("a load takes its time, shows as loading, and is dropped when the client leaves", async () => {
  backend = await startBackend("localdesk", { loadMs: 60_000 });
  const abort = new AbortController();
  const loading = fetch(`${backend.url}/api/v1/models/load`, {
    method: "POST",
    body: JSON.stringify({ model: "demo/model-7b" }),
    signal: abort.signal,
  });
  await backend.nextRequest();
  expect((await get("/api/v0/models")).data[0].state).toBe("loading");
  abort.abort();
  await expect(loading).rejects.toThrow("aborted");
  expect((await backend.nextClientClose()).requestPath).toBe("/api/v1/models/load");
  await expect.poll(async () => (await get("/api/v0/models")).data[0].state).toBe("not-loaded");
});

test("refuses to load nothing, or what it does not have", async () => {
  backend = await startBackend("localdesk");
  expect(await load({ context_length: 1000 })).toMatchObject({
    status: 400,
    body: { error: { param: "model" } },
  });
  expect((await load({ model: "nope" })).status).toBe(404);
  backend.setFault({ name: "500", on: "load", message: "Failed to load model" });
  expect(await load({ model: "demo/model-7b" })).toMatchObject({
    status: 500,
    body: { error: { message: "Failed to load model" } },
  });
});

test("unloads an instance by its id", async () => {
  backend = await startBackend("localdesk");
  await load({ model: "demo/model-7b" });
  await load({ model: "demo/model-7b" });
  const gone = await post("/api/v1/models/unload", { instance_id: "demo/model-7b" });
  expect(gone.body).toEqual({ instance_id: "demo/model-7b" });
  expect(await liveInstances("demo/model-7b")).toMatchObject([{ id: "demo/model-7b:2" }]);
  expect((await post("/api/v1/models/unload", { instance_id: "demo/model-7b" })).status).toBe(404);
  expect((await post("/api/v1/models/unload", {})).status).toBe(400);
});

test("chat goes to the instance of that id, whose window counts", async () => {
  backend = await startBackend("localdesk");
  await load({ model: "demo/model-7b", context_length: 50 });
  await load({ model: "demo/model-7b", context_length: 5000 });
  const messages = [{ role: "user", content: "x".repeat(1000) }];
  const small = await chat({ model: "demo/model-7b", messages });
  expect(small.status).toBe(400);
  expect(JSON.parse(small.text).error).toMatch(/loaded with context length of only 50 tokens/);
  const large = { model: "demo/model-7b:2", messages, max_tokens: 10_000 };
  expect((await chat(large)).status).toBe(200);
});

test("the other text for an overflow", async () => {
  backend = await startBackend("localdesk", { overflow: "n-keep", contextCap: 8 });
  const { text } = await chat({ model: "demo/model-7b" });
  expect(JSON.parse(text).error).toMatch(/\(n_keep: \d+ >= n_ctx: 8\)/);
});

test("loads on demand, unless told not to", async () => {
  backend = await startBackend("localdesk");
  expect(spoken((await chat({ model: "demo/model-7b" })).text)).toMatch(/^You said/);
  expect(await liveInstances("demo/model-7b")).toHaveLength(1);
  expect((await chat({ model: "nope" })).status).toBe(404);
  await backend.close();
  backend = await startBackend("localdesk", { jit: false });
  const refused = await chat({ model: "demo/model-7b" });
  expect(refused.status).toBe(400);
  expect(JSON.parse(refused.text).error).toMatchObject({
    message: expect.stringMatching(/^No models loaded\./),
    param: "model",
  });
});

test("an old build answers 200 with an error text for the endpoints it lacks", async () => {
  backend = await startBackend("localdesk", { oldBuild: true });
  expect(await load({ model: "demo/model-7b" })).toEqual({
    status: 200,
    body: { error: "Unexpected endpoint or method. (POST /api/v1/models/load)" },
  });
  expect(await get("/api/v1/models")).toHaveProperty("error");
  expect((await get("/api/v0/models")).data).toHaveLength(2);
});

test("demands its token everywhere", async () => {
  backend = await startBackend("localdesk", { apiKey: "sesame" });
  const refused = await ask(`${backend.url}/api/v0/models`);
  expect(refused.status).toBe(401);
  expect(JSON.parse(refused.text).error).toMatchObject({
    type: "invalid_request",
    code: "invalid_api_key",
  });
  const headers = { authorization: "Bearer sesame" };
  expect((await ask(`${backend.url}/api/v0/models`, { headers })).status).toBe(200);
});

test("reasoning has another name for gpt-oss", async () => {
  backend = await startBackend("localdesk", {
    models: [{ id: "openai/gpt-oss-20b" }, { id: "qwen3" }],
    reply: { reasoning: "hm", text: "yes" },
  });
  expect(await firstDelta("openai/gpt-oss-20b")).toEqual({ reasoning: "hm" });
  expect(await firstDelta("qwen3")).toEqual({ reasoning_content: "hm" });
});
