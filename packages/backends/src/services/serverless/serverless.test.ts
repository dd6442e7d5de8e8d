import { afterEach, expect, test } from "vitest";
import { startBackend, type Backend } from "../../index.js";
import { ask, chatBody, chunks, spoken } from "../../testing/client.js";

let backend: Backend;
afterEach(() => backend.close());

const headers = { authorization: "Bearer sesame" };
const catalog = async (query = "") =>
  JSON.parse((await ask(`${backend.url}/models${query}`, { headers })).text).data;
const chat = (fields: Record<string, unknown>) =>
  ask(`${backend.url}/chat/completions`, { body: chatBody(fields), headers });

test("the plain list has no windows; the verbose one has, also for fine-tunes", async () => {
  backend = await startBackend("serverless");
  expect(new URL(backend.url).pathname).toBe("/v1");
  expect(Object.keys((await catalog())[0])).toEqual(["id", "object", "created", "owned_by"]);
  const rich = await catalog("?verbose=true");
  expect(rich[2]).toMatchObject({
    id: "demo/Vision-32B",
    context_length: 32_768,
    architecture: { modality: "text+image->text" },
    pricing: { prompt: expect.any(String) },
  });
  expect(rich[3]).toMatchObject({ id: expect.stringContaining("my-tune"), context_length: 131_072 });
});

test("may know only the plain list", async () => {
  backend = await startBackend("serverless", { verboseCatalog: false });
  expect((await catalog("?verbose=true"))[0]).not.toHaveProperty("context_length");
});

test("demands its key for the catalog as for chat", async () => {
  backend = await startBackend("serverless", { apiKey: "sesame" });
  const refused = await ask(`${backend.url}/models`);
  expect([refused.status, JSON.parse(refused.text)]).toEqual([401, { detail: "Invalid API key." }]);
  expect(await catalog()).toHaveLength(4);
  expect((await ask(`${backend.url}/chat/completions`, { body: chatBody() })).status).toBe(401);
});

test("chats, with usage only when asked, and refuses in words", async () => {
  backend = await startBackend("serverless", { models: [{ id: "m", contextLength: 60 }] });
  const answer = await chat({ model: "m", stream_options: { include_usage: true } });
  expect(spoken(answer.text)).toMatch(/^You said/);
  expect(chunks(answer.text).at(-1)).toMatchObject({ choices: [], usage: {} });
  expect((await chat({ model: "m" })).text).not.toContain("usage");
  const detail = async (fields: Record<string, unknown>) => JSON.parse((await chat(fields)).text).detail;
  expect(await detail({ model: "M" })).toBe("The model `M` does not exist.");
  expect(await detail({ model: "m", max_tokens: 60 })).toMatch(
    /^This model's maximum context length is 60 tokens/,
  );
  expect(await detail({ model: "m", messages: [] })).toMatch("messages");
});
