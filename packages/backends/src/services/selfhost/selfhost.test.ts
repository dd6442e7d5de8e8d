import { afterEach, expect, test } from "vitest";
import { startBackend, type Backend } from "../../index.js";
import { ask, chatBody, chunks, finishReason, payloads, spoken, tool } from "../../testing/client.js";

let backend: Backend;
afterEach(() => backend.close());
const chat = (fields?: Record<string, unknown>, headers: Record<string, string> = {}) =>
  ask(`${backend.url}/v1/chat/completions`, { body: chatBody(fields), headers });

const error = async (fields: Record<string, unknown>) => {
  const answer = await chat(fields);
  return { status: answer.status, ...JSON.parse(answer.text).error };
};

test("lists models with their window; a LoRA adapter has a parent and no window", async () => {
  backend = await startBackend("selfhost", {
    models: [
      { id: "base", contextLength: 8192 },
      { id: "adapter", parent: "base" },
      { id: "old-build" },
      { id: "behind-proxy", entry: { max_input_tokens: 100, permission: undefined } },
    ],
  });
  const { object, data } = JSON.parse((await ask(`${backend.url}/v1/models`)).text);
  expect(object).toBe("list");
  expect(data[0]).toMatchObject({ id: "base", owned_by: "vllm", parent: null, max_model_len: 8192 });
  expect(data[1]).toMatchObject({ id: "adapter", parent: "base", max_model_len: null });
  expect(data[2]).not.toHaveProperty("max_model_len");
  expect(data[3]).toMatchObject({ max_input_tokens: 100 });
  expect(data[3]).not.toHaveProperty("permission");
});

test("streams word by word, with usage only when asked", async () => {
  backend = await startBackend("selfhost");
  const plain = await chat();
  expect(plain.headers["content-type"]).toMatch("text/event-stream");
  expect(spoken(plain.text)).toBe("You said: one two three four five six");
  expect(chunks(plain.text)).toHaveLength(10);
  expect(payloads(plain.text).at(-1)).toBe("[DONE]");
  expect(finishReason(plain.text)).toBe("stop");
  expect(plain.text).not.toContain("usage");
  const asked = chunks((await chat({ stream_options: { include_usage: true } })).text).at(-1);
  expect(asked).toMatchObject({ choices: [], usage: { completion_tokens: 8 } });
});

test("answers whole when no stream is asked for", async () => {
  backend = await startBackend("selfhost", { reply: { text: "a b", reasoning: "hm hm" } });
  const body = JSON.parse((await chat({ stream: false })).text);
  expect(body).toMatchObject({
    object: "chat.completion",
    choices: [{ message: { role: "assistant", content: "a b", reasoning: "hm hm" }, finish_reason: "stop" }],
    usage: { completion_tokens: 4, completion_tokens_details: { reasoning_tokens: 2 } },
  });
});

test("calls a tool when told to, and speaks after its result", async () => {
  backend = await startBackend("selfhost");
  const messages = [{ role: "user", content: 'please use tool get_weather {"city": "Oslo"}' }];
  const tools = [tool("get_time"), tool("get_weather")];
  const called = await chat({ messages, tools });
  expect(finishReason(called.text)).toBe("tool_calls");
  const deltas = chunks(called.text).flatMap((chunk) => chunk.choices[0]?.delta?.tool_calls ?? []);
  expect(deltas[0]).toMatchObject({ index: 0, function: { name: "get_weather" } });
  expect(deltas.map((delta) => delta.function.arguments).join("")).toBe('{"city": "Oslo"}');
  const id = deltas[0]?.id;
  const call = { id, type: "function", function: { name: "get_weather", arguments: '{"city":"Oslo"}' } };
  const after = await chat({
    messages: [
      ...messages,
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: id, content: "rain" },
    ],
    tools,
  });
  expect(spoken(after.text)).toBe("The tool answered: rain");
});

test("obeys tool_choice", async () => {
  backend = await startBackend("selfhost");
  const tools = [tool("a"), tool("b")];
  const named = { type: "function", function: { name: "b" } };
  const name = async (choice: unknown) =>
    chunks((await chat({ tools, tool_choice: choice })).text)[1]?.choices[0]?.delta?.tool_calls?.[0]?.function
      .name;
  expect(await name("required")).toBe("a");
  expect(await name(named)).toBe("b");
  expect(await name("auto")).toBeUndefined();
  expect(await name("none")).toBeUndefined();
});

test("cuts the answer at max_tokens", async () => {
  backend = await startBackend("selfhost");
  const answer = await chat({ max_tokens: 3 });
  expect(spoken(answer.text)).toBe("You said: one");
  expect(finishReason(answer.text)).toBe("length");
});

test("guards the API and nothing else with its key", async () => {
  backend = await startBackend("selfhost", { apiKey: "sesame" });
  for (const headers of [{}, { authorization: "Bearer wrong" }]) {
    const refused = await ask(`${backend.url}/v1/models`, { headers });
    expect(refused.status).toBe(401);
    expect(JSON.parse(refused.text)).toEqual({ error: "Unauthorized" });
  }
  expect((await ask(`${backend.url}/health`)).status).toBe(200);
  expect((await chat({}, { authorization: "Bearer sesame" })).status).toBe(200);
});

test("a dead engine: 503 from health, 500 from chat", async () => {
  backend = await startBackend("selfhost", { engineDead: true });
  expect((await ask(`${backend.url}/health`)).status).toBe(503);
  expect((await chat()).status).toBe(500);
});

test("words its refusals as the real server does", async () => {
  backend = await startBackend("selfhost", { models: [{ id: "demo-model", contextLength: 100 }] });
  expect(await error({ model: "nope" })).toMatchObject({
    status: 404,
    type: "NotFoundError",
    message: "The model `nope` does not exist.",
    code: 404,
  });
  expect(await error({ max_tokens: 100 })).toMatchObject({
    status: 400,
    type: "BadRequestError",
    message: expect.stringMatching(
      /^This model's maximum context length is 100 tokens\. However, you requested 100 output tokens and your prompt contains \d+ input tokens/,
    ),
  });
  expect(await error({ tool_choice: "auto" })).toMatchObject({ status: 400, param: "tool_choice" });
  expect(await error({ messages: [] })).toMatchObject({ status: 400, param: "messages" });
  const broken = { id: "c1", type: "function", function: { name: "f", arguments: '{"a":' } };
  expect(
    await error({ messages: [{ role: "assistant", content: null, tool_calls: [broken] }] }),
  ).toMatchObject({ status: 400 });
  expect((await ask(`${backend.url}/v1/chat/completions`, { body: "{nonsense" })).status).toBe(400);
  expect((await ask(`${backend.url}/nowhere`)).status).toBe(404);
});

test("counts tokens", async () => {
  backend = await startBackend("selfhost");
  const { count, max_model_len, tokens } = JSON.parse(
    (await ask(`${backend.url}/tokenize`, { body: { prompt: "x".repeat(400) } })).text,
  );
  expect({ count, max_model_len }).toEqual({ count: 104, max_model_len: 32_768 });
  expect(tokens).toHaveLength(count);
});
