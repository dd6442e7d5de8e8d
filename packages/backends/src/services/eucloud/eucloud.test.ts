import { afterEach, expect, test } from "vitest";
import { startBackend, type Backend } from "../../index.js";
import { ask, chatBody } from "../../testing/client.js";

let backend: Backend;
afterEach(() => backend.close());

const key = { authorization: "Bearer sesame" };
const chat = (model: string, headers: Record<string, string> = {}, fields = {}) =>
  ask(`${backend.url}/chat/completions`, { body: chatBody({ model, ...fields }), headers });

test("lists models for everybody, with the window under one of three keys", async () => {
  backend = await startBackend("eucloud", { apiKey: "sesame" });
  const { data } = JSON.parse((await ask(`${backend.url}/models`)).text);
  expect(data).toMatchObject([
    { id: "Demo-Model-70B-Instruct", context_length: 131_072 },
    { id: "Demo-Small-24B", max_model_len: 32_768 },
    { id: "Demo-Coder-32B", max_context_length: 65_536 },
  ]);
  expect((await ask(`${backend.url}/models`, { headers: key })).status).toBe(200);
  const wrong = await ask(`${backend.url}/models`, { headers: { authorization: "Bearer no" } });
  expect(wrong.status).toBe(401);
});

test("without a key: two requests a minute and model", async () => {
  backend = await startBackend("eucloud", { apiKey: "sesame" });
  const statuses = [];
  for (let turn = 0; turn < 3; turn += 1) statuses.push((await chat("Demo-Small-24B")).status);
  expect(statuses).toEqual([200, 200, 429]);
  const refused = await chat("Demo-Small-24B");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(JSON.parse(refused.text).message).toBe("API rate limit exceeded");
  expect((await chat("Demo-Coder-32B")).status).toBe(200);
  expect((await chat("Demo-Small-24B", key)).status).toBe(200);
});

test("may close the anonymous tier", async () => {
  backend = await startBackend("eucloud", { apiKey: "sesame", anonymous: false });
  expect((await chat("Demo-Small-24B")).status).toBe(401);
  expect((await ask(`${backend.url}/models`)).status).toBe(200);
});

test("model names count in upper and lower case", async () => {
  backend = await startBackend("eucloud");
  const refused = await chat("demo-small-24b");
  expect(refused.status).toBe(404);
  expect(JSON.parse(refused.text).error.message).toBe("The model `demo-small-24b` does not exist.");
});

test("resolves virtual models and names the real one", async () => {
  backend = await startBackend("eucloud");
  const real = async (name: string) => JSON.parse((await chat(name, key, { stream: false })).text).model;
  expect(await real("coder@latest")).toBe("Demo-Coder-32B");
  expect(await real("demo@biggest?context_size > 100000")).toBe("Demo-Model-70B-Instruct");
  expect((await chat("coder@nicest", key)).status).toBe(404);
  expect((await chat("coder@latest?context_size > 900000", key)).status).toBe(404);
});

test("a retired model's stand-in answers late, with a warning", async () => {
  backend = await startBackend("eucloud", {
    models: [{ id: "Old", redirectedTo: "New" }, { id: "New" }, { id: "Lost", redirectedTo: "Gone" }],
    redirectDelayMs: 20,
  });
  const answer = await chat("Old", {}, { stream: false });
  expect(answer.headers["x-warning"]).toBe("This model is deprecated and will be redirected to New");
  expect(JSON.parse(answer.text).model).toBe("New");
  expect((await chat("New")).headers["x-warning"]).toBeUndefined();
  expect((await chat("Lost")).status).toBe(404);
});

test("refuses what is too large for its entrance, or for the model", async () => {
  backend = await startBackend("eucloud", { models: [{ id: "m", contextLength: 100 }] });
  const messages = [{ role: "user", content: "x".repeat(2 * 1024 * 1024) }];
  expect((await chat("m", key, { messages })).status).toBe(413);
  const overflow = await chat("m", key, { max_tokens: 100 });
  expect(JSON.parse(overflow.text).error.message).toMatch(/maximum context length is 100 tokens/);
});

test("a project without a payment method", async () => {
  backend = await startBackend("eucloud", { fault: "no-payment-method" });
  const refused = await chat("Demo-Small-24B", key);
  expect([refused.status, JSON.parse(refused.text)]).toEqual([
    403,
    { message: "Resource tag 'discovery' is forbidden" },
  ]);
});
