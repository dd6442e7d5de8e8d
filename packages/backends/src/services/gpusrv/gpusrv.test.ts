import { afterEach, expect, test } from "vitest";
import { startBackend, type TwoSurfaceBackend } from "../../index.js";
import { ask, chatBody, finishReason, spoken, tool } from "../../testing/client.js";

let backend: TwoSurfaceBackend;
afterEach(() => backend.close());

const long = { messages: [{ role: "user", content: "word ".repeat(40) }] };
const chat = (fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  ask(`${backend.urls.openai}/v1/chat/completions`, { body: chatBody(fields), headers });
const control = (path: string, body: unknown = {}) => ask(backend.urls.control + path, { body });
const index = async (body: unknown = {}) => JSON.parse((await control("/v2/repository/index", body)).text);
const served = async () =>
  JSON.parse((await ask(`${backend.urls.openai}/v1/models`)).text).data.map(
    (model: { id: string }) => model.id,
  );

const error = async (path: string, body?: unknown) => {
  const answer = await control(path, body);
  return [answer.status, JSON.parse(answer.text).error];
};

test("has two surfaces on two ports, each with its own addresses", async () => {
  backend = await startBackend("gpusrv");
  expect(new URL(backend.urls.openai).port).not.toBe(new URL(backend.urls.control).port);
  expect((await ask(`${backend.urls.control}/v2/health/live`)).status).toBe(200);
  expect((await ask(`${backend.urls.openai}/v2/health/live`)).status).toBe(404);
  expect((await ask(`${backend.urls.openai}/health/ready`)).status).toBe(200);
  expect(JSON.parse((await ask(`${backend.urls.openai}/nowhere`)).text)).toEqual({
    detail: "Not Found",
  });
  expect(backend.requests.map(({ surface }) => surface)).toEqual(["control", "openai", "openai", "openai"]);
});

test("indexes models with versions, states and reasons", async () => {
  backend = await startBackend("gpusrv", {
    models: [
      { id: "two", versions: ["1", "2"] },
      { id: "idle", ready: false },
      { id: "bad", loadError: "out of memory" },
    ],
  });
  expect(await index()).toEqual([
    { name: "two", version: "1", state: "READY" },
    { name: "two", version: "2", state: "READY" },
    { name: "idle" },
    { name: "bad", version: "1", state: "UNAVAILABLE", reason: "out of memory" },
  ]);
  expect(await index({ ready: true })).toHaveLength(2);
});

test("lists served names with LoRA adapters and without windows", async () => {
  backend = await startBackend("gpusrv");
  expect(await served()).toEqual(["demo-model", "demo-model_lora_demo-adapter"]);
  const one = await ask(`${backend.urls.openai}/v1/models/demo-model`);
  expect(JSON.parse(one.text)).toEqual({
    id: "demo-model",
    created: expect.any(Number),
    object: "model",
    owned_by: "Triton Inference Server",
  });
  const none = await ask(`${backend.urls.openai}/v1/models/nope`);
  expect([none.status, JSON.parse(none.text)]).toEqual([404, { detail: "Unknown model: nope" }]);
  expect((await chat({ model: "demo-model_lora_demo-adapter" })).status).toBe(200);
});

test("cuts an answer at 16 tokens unless the request says otherwise", async () => {
  backend = await startBackend("gpusrv");
  const cut = await chat(long);
  expect(finishReason(cut.text)).toBe("length");
  expect(spoken(cut.text).trim().split(" ")).toHaveLength(16);
  expect(finishReason((await chat({ ...long, max_tokens: 500 })).text)).toBe("stop");
});

test("what the control plane loads stays unknown to chat; the frontend's own load does not", async () => {
  backend = await startBackend("gpusrv");
  const loaded = await control("/v2/repository/models/spare-model/load");
  expect([loaded.status, loaded.text]).toEqual([200, ""]);
  expect((await index())[1]).toMatchObject({ name: "spare-model", state: "READY" });
  const refused = await chat({ model: "spare-model" });
  expect([refused.status, JSON.parse(refused.text)]).toEqual([400, { detail: "Unknown model: spare-model" }]);
  const frontend = `${backend.urls.openai}/v1/models/spare-model/load`;
  expect(JSON.parse((await ask(frontend, { body: {} })).text)).toMatchObject({ id: "spare-model" });
  expect((await ask(frontend, { body: {} })).status).toBe(400);
  expect((await chat({ model: "spare-model" })).status).toBe(200);
});

test("unloads on either surface", async () => {
  backend = await startBackend("gpusrv");
  await control("/v2/repository/models/demo-model/unload");
  expect((await index())[0]).toMatchObject({ state: "UNAVAILABLE", reason: "unloaded" });
  expect((await chat()).status).toBe(500);
  await ask(`${backend.urls.openai}/v1/models/demo-model/unload`, { body: {} });
  expect(await served()).toEqual([]);
});

test("an older frontend has no load of its own", async () => {
  backend = await startBackend("gpusrv", { frontendLoad: false });
  const url = `${backend.urls.openai}/v1/models/spare-model/load`;
  expect((await ask(url, { body: {} })).status).toBe(404);
});

test("says why a load failed", async () => {
  backend = await startBackend("gpusrv", {
    models: [{ id: "bad/name", ready: false, loadError: "no GPU" }],
  });
  expect(await error("/v2/repository/models/bad%2Fname/load")).toEqual([
    400,
    expect.stringContaining("version 1 is at UNAVAILABLE state: no GPU"),
  ]);
  expect(await error("/v2/repository/models/nope/load")).toEqual([
    400,
    "failed to load 'nope', failed to poll from model repository",
  ]);
  const config = { parameters: { config: "{nonsense" } };
  expect((await error("/v2/repository/models/bad%2Fname/load", config))[0]).toBe(400);
  backend.setFault({ name: "500", on: "load", message: "boom" });
  expect(await error("/v2/repository/models/bad%2Fname/load")).toEqual([500, "boom"]);
});

test("refuses loads that are not explicit", async () => {
  backend = await startBackend("gpusrv", { explicitLoads: false });
  const answer = await control("/v2/repository/models/spare-model/load");
  expect(JSON.parse(answer.text).error).toBe(
    "explicit model load / unload is not allowed if polling is enabled",
  );
});

test("runs without a control plane, and each port can refuse by itself", async () => {
  backend = await startBackend("gpusrv", { controlPlane: false });
  const live = () => ask(`${backend.urls.control}/v2/health/live`);
  await expect(live()).rejects.toMatchObject({ code: "ECONNREFUSED" });
  expect((await chat()).status).toBe(200);
  backend.setFault({ name: "refuse", surface: "openai" });
  await expect(chat()).rejects.toMatchObject({ code: "ECONNREFUSED" });
  backend.setFault(undefined);
  await expect(live()).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await backend.close();
  backend = await startBackend("gpusrv", { fault: { name: "refuse", surface: "control" } });
  await expect(live()).rejects.toMatchObject({ code: "ECONNREFUSED" });
  expect((await chat()).status).toBe(200);
});

test("tells the parameters of a loaded model's configuration", async () => {
  backend = await startBackend("gpusrv", {
    models: [{ id: "m", parameters: { max_seq_len: "4096" } }],
  });
  const config = await ask(`${backend.urls.control}/v2/models/m/config`);
  expect(JSON.parse(config.text).parameters).toEqual({ max_seq_len: { string_value: "4096" } });
  expect((await ask(`${backend.urls.control}/v2/models/m/ready`)).status).toBe(200);
  expect((await ask(`${backend.urls.control}/v2/models/x/ready`)).status).toBe(400);
  expect((await ask(`${backend.urls.control}/v2/models/x/config`)).status).toBe(400);
});

test("demands a bearer token on both surfaces, or its own header on the chat one", async () => {
  backend = await startBackend("gpusrv", { apiKey: "sesame" });
  expect((await chat()).status).toBe(401);
  expect((await control("/v2/repository/index")).status).toBe(401);
  expect((await chat({}, { authorization: "Bearer sesame" })).status).toBe(200);
  await backend.close();
  backend = await startBackend("gpusrv", { restricted: { header: "X-Api-Secret", value: "s3" } });
  const refused = await chat();
  expect(refused.status).toBe(401);
  expect(JSON.parse(refused.text).error).toMatchObject({
    type: "authentication_error",
    code: "invalid_auth",
  });
  expect((await chat({}, { "x-api-secret": "s3" })).status).toBe(200);
  expect((await control("/v2/repository/index")).status).toBe(200);
});

test.each([
  [{ n: 2 }, /n=2/],
  [{ logit_bias: {} }, /logit bias/],
  [{ stream: false, stream_options: { include_usage: true } }, /stream_options/],
  [{ tools: [tool("f")] }, /requires --tool-call-parser to be set/],
  [{ model: "nope" }, /^Unknown model: nope$/],
])("refuses %j in FastAPI's words", async (fields, words) => {
  backend = await startBackend("gpusrv", { toolParser: false });
  const answer = await chat(fields);
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text).detail).toMatch(words);
});
