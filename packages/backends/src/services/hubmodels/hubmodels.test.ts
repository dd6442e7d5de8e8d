import { afterEach, expect, test } from "vitest";
import { startBackend, type Backend } from "../../index.js";
import { ask, chatBody, spoken } from "../../testing/client.js";

let backend: Backend;
afterEach(() => backend.close());

const origin = () => new URL(backend.url).origin;
const chat = (fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  ask(`${backend.url}/chat/completions?api-version=2024-12-01`, {
    body: chatBody({ model: "openai/demo-4o", ...fields }),
    headers,
  });
const error = async (fields?: Record<string, unknown>) => {
  const answer = await chat(fields);
  return { status: answer.status, ...JSON.parse(answer.text).error };
};

test("the catalog is a bare array outside the inference path", async () => {
  backend = await startBackend("hubmodels");
  expect(new URL(backend.url).pathname).toBe("/inference");
  const catalog = JSON.parse((await ask(`${origin()}/catalog/models`)).text);
  expect(catalog[0]).toMatchObject({
    id: "openai/demo-4o",
    publisher: "openai",
    capabilities: ["streaming", "tool-calling"],
    limits: { max_input_tokens: 131_072, max_output_tokens: 16_384 },
    rate_limit_tier: "high",
  });
  expect((await ask(`${backend.url}/models`)).status).toBe(404);
});

test("chats on the user's path and on an organisation's", async () => {
  backend = await startBackend("hubmodels", { organizations: ["acme corp"] });
  expect(spoken((await chat()).text)).toMatch(/^You said/);
  const body = chatBody({ model: "openai/demo-4o" });
  const at = (org: string) => ask(`${origin()}/orgs/${org}/inference/chat/completions`, { body });
  expect(spoken((await at("acme%20corp")).text)).toMatch(/^You said/);
  const other = await at("other");
  expect(other.status).toBe(403);
  expect(JSON.parse(other.text).error.message).toBe("Resource not accessible by integration");
});

test("demands a token", async () => {
  backend = await startBackend("hubmodels", { apiKey: "ghp_x" });
  expect(await error()).toMatchObject({ status: 401, code: "unauthorized" });
  expect((await chat({}, { authorization: "Bearer ghp_x" })).status).toBe(200);
});

test("words its refusals in the Azure style", async () => {
  backend = await startBackend("hubmodels", { models: [{ id: "openai/demo-4o", contextLength: 100 }] });
  expect(await error({ model: "demo-4o" })).toMatchObject({
    status: 400,
    code: "unknown_model",
    message: "Unknown model: demo-4o",
  });
  expect(await error({ messages: [{ role: "user", content: "x".repeat(400) }] })).toMatchObject({
    status: 413,
    code: "tokens_limit_reached",
    message: expect.stringContaining("Max size: 100 tokens."),
  });
  const orphan = [{ role: "tool", tool_call_id: "call_9", content: "x" }];
  expect(await error({ messages: orphan })).toMatchObject({
    status: 400,
    message: expect.stringMatching(/'tool_call_id' of 'call_9' not found/),
  });
  backend.setFault("429-no-hint");
  expect(await error()).toMatchObject({
    status: 429,
    code: "RateLimitReached",
    message: expect.stringContaining("Please wait 60 seconds before retrying."),
  });
  backend.setFault("service-disabled");
  expect(await error()).toMatchObject({ status: 401, message: expect.stringContaining("disabled") });
});

test("after its retirement everything answers 410", async () => {
  backend = await startBackend("hubmodels", { retired: true });
  const gone = { status: 410, code: "github_models_retirement_brownout" };
  expect(await error()).toMatchObject(gone);
  const catalog = await ask(`${origin()}/catalog/models`);
  expect([catalog.status, JSON.parse(catalog.text).error.code]).toEqual([gone.status, gone.code]);
});
