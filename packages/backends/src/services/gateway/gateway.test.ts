import { afterEach, expect, test } from "vitest";
import { startBackend, type Backend } from "../../index.js";
import { ask, chatBody, chunks, finishReason, spoken } from "../../testing/client.js";

let backend: Backend;
afterEach(() => backend.close());

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await ask(backend.url + path, { headers });
  return { status: answer.status, ...JSON.parse(answer.text) };
};
const chat = (fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  ask(`${backend.url}/chat/completions`, { body: chatBody({ model: "demo/model", ...fields }), headers });
const error = async (fields?: Record<string, unknown>) => {
  const answer = await chat(fields);
  return { status: answer.status, ...JSON.parse(answer.text).error };
};

const answering = async (fields: Record<string, unknown>) =>
  JSON.parse((await chat({ stream: false, ...fields })).text).model;

test("lists models in full, without a key, page by page", async () => {
  backend = await startBackend("gateway", { apiKey: "sesame" });
  expect(new URL(backend.url).pathname).toBe("/api/v1");
  const list = await get("/models");
  expect(list).toMatchObject({ status: 200, total_count: 3, links: { next: null } });
  expect(list.data[0]).toMatchObject({
    id: "demo/model",
    context_length: 131_072,
    architecture: { modality: "text->text", input_modalities: ["text"] },
    pricing: { prompt: "0.000001", completion: "0.000002" },
    top_provider: { context_length: 131_072, max_completion_tokens: 16_384 },
    supported_parameters: expect.arrayContaining(["tools"]),
  });
  const page = await get("/models?limit=2");
  expect(page.data).toHaveLength(2);
  expect((await ask(new URL(page.links.next, backend.url).href)).text).toContain("demo/model:free");
  expect((await get("/models?supported_parameters=nothing")).data).toEqual([]);
});

test("tells one model and its upstreams", async () => {
  backend = await startBackend("gateway");
  expect((await get("/model/demo/model")).data.id).toBe("demo/model");
  const { data } = await get("/models/demo/model/endpoints");
  expect(data.endpoints).toMatchObject([
    { provider_name: "DemoHost", context_length: 131_072, quantization: "fp8" },
    { provider_name: "OtherHost", context_length: 65_536 },
  ]);
  expect((await get("/models/no/such/endpoints")).status).toBe(404);
});

test("streams with a keep-alive comment, a provider, native reasons, cost and a generation id", async () => {
  backend = await startBackend("gateway", {
    reply: {
      reasoning: "hm",
      text: "a b",
      nativeFinishReason: "end_turn",
      usage: { promptTokens: 1000, cachedTokens: 900 },
    },
  });
  const answer = await chat();
  expect(answer.text).toMatch(/^: OPENROUTER PROCESSING\n\n/);
  const list = chunks(answer.text);
  expect(list[0]).toMatchObject({ provider: "DemoHost", id: answer.headers["x-generation-id"] });
  expect(list[1]?.choices[0]?.delta).toMatchObject({
    reasoning: "hm",
    reasoning_details: [{ type: "reasoning.text", text: "hm", index: 0 }],
  });
  expect(list.at(-2)?.choices[0]).toMatchObject({
    finish_reason: "stop",
    native_finish_reason: "end_turn",
  });
  expect(list.at(-1)?.usage).toMatchObject({
    prompt_tokens: 1000,
    completion_tokens: 3,
    cost: 0.001006,
    prompt_tokens_details: { cached_tokens: 900 },
    completion_tokens_details: { reasoning_tokens: 1 },
  });
  const { data } = await get(`/generation?id=${list[0]?.id}`);
  expect(data).toMatchObject({ total_cost: 0.001006, native_finish_reason: "end_turn" });
  expect((await get("/generation?id=gen-none")).status).toBe(404);
});

test("falls back to the next model that is asked for", async () => {
  backend = await startBackend("gateway", {
    models: [{ id: "a/down", down: true }, { id: "b/up" }],
  });
  expect(await answering({ model: "a/down", models: ["none/such", "b/up"] })).toBe("b/up");
  expect(await error({ model: "a/down" })).toMatchObject({ status: 502, code: 502 });
  expect(await error({ model: "a/down", models: ["none/such"] })).toMatchObject({ status: 400 });
});

test("lets the gateway choose the model", async () => {
  backend = await startBackend("gateway");
  for (const model of ["openrouter/auto", "gateway/auto"]) {
    expect(await answering({ model })).toBe("demo/model");
  }
});

test("routes by only, ignore and order, whose windows bind", async () => {
  backend = await startBackend("gateway");
  const provider = async (routing: Record<string, unknown>) =>
    JSON.parse((await chat({ provider: routing, stream: false })).text).provider;
  expect(await provider({ only: ["otherhost"] })).toBe("OtherHost");
  expect(await provider({ ignore: ["demohost"] })).toBe("OtherHost");
  expect(await provider({ order: ["otherhost"] })).toBe("OtherHost");
  expect(await provider({ order: ["demohost"] })).toBe("DemoHost");
  expect(await provider({})).toBe("DemoHost");
  expect(await error({ provider: { only: ["nobody"] } })).toMatchObject({
    status: 404,
    availability: { code: "constraint_filtered", retryable: false },
  });
  const long = [{ role: "user", content: "x".repeat(400_000) }];
  expect((await chat({ messages: long })).status).toBe(200);
  expect(await error({ messages: long, provider: { only: ["otherhost"] } })).toMatchObject({
    status: 400,
    message: expect.stringMatching(/^This endpoint's maximum context length is 65536 tokens/),
    metadata: { error_type: "context_length_exceeded" },
  });
});

test("tells a missing key from a wrong one, and what the right one may spend", async () => {
  backend = await startBackend("gateway", { apiKey: "sesame", credits: { total: 10, usage: 4 } });
  expect(await get("/key")).toMatchObject({
    status: 401,
    error: { code: 401, message: "No auth credentials found" },
  });
  expect(await get("/key", { authorization: "Bearer wrong" })).toMatchObject({
    error: { message: "User not found." },
  });
  const headers = { authorization: "Bearer sesame" };
  expect((await get("/key", headers)).data).toMatchObject({ limit: 10, limit_remaining: 6 });
  expect((await get("/credits", headers)).data).toEqual({ total_credits: 10, total_usage: 4 });
  expect(spoken((await chat({}, headers)).text)).toMatch(/^You said/);
  expect((await chat()).status).toBe(401);
});

test("answers 402 without credits", async () => {
  backend = await startBackend("gateway", { credits: { total: 5, usage: 5 } });
  expect(await error()).toMatchObject({
    status: 402,
    code: 402,
    message: expect.stringMatching(/^Insufficient credits/),
    metadata: { error_type: "payment_required" },
  });
});

test.each([
  ["400", "invalid_request"],
  ["402", "payment_required"],
  ["403", "permission_denied"],
  ["404", "not_found"],
  ["408", "timeout"],
  ["413", "payload_too_large"],
  ["422", "unprocessable"],
  ["429", "rate_limit_exceeded"],
  ["500", "server"],
  ["502", "provider_unavailable"],
  ["503", "provider_unavailable"],
  ["524", "timeout"],
  ["529", "provider_overloaded"],
] as const)("fault %s carries error type %s", async (fault, error_type) => {
  backend = await startBackend("gateway", { fault });
  expect(await error()).toMatchObject({
    status: Number(fault),
    code: Number(fault),
    metadata: { error_type },
  });
});

test("an unknown model, a flagged prompt, a region", async () => {
  backend = await startBackend("gateway");
  expect(await error({ model: "no/such" })).toEqual({
    status: 400,
    code: 400,
    message: "no/such is not a valid model ID",
  });
  backend.setFault("moderation");
  expect(await error()).toMatchObject({ status: 403, metadata: { reasons: ["violence"] } });
  backend.setFault("region-restricted");
  expect(await error()).toMatchObject({ status: 403, availability: { code: "region_restricted" } });
});

test("an error in a stream is a chunk with error and finish reason error", async () => {
  backend = await startBackend("gateway", { fault: { name: "error-in-band", message: "gone" } });
  const { text } = await chat();
  expect(chunks(text).at(-1)).toMatchObject({
    error: { code: 502, message: "gone" },
    choices: [{ finish_reason: "error" }],
  });
  expect(finishReason(text)).toBe("error");
});
