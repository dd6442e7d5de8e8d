/** One hook sees every call: its start, its first token, its end; no key is in it, and content only where it is asked for. */
import { startBackend, type Backend } from "@framework/backends";
import { type CallEvent, type ClientOptions, createClient } from "@framework/shared";
import { afterAll, beforeAll, expect, it } from "vitest";

const KEY = "sk-gateway-for-tests-0001";
let backend: Backend;
beforeAll(async () => {
  backend = await startBackend("gateway", { apiKey: KEY, reply: { text: `The key is ${KEY}.` } });
});
afterAll(() => backend.close());

async function opened(onCall: (event: CallEvent) => void, more: Partial<ClientOptions> = {}) {
  const config = { api_key: KEY, framework_overrides: { base_url: backend.url } };
  const client = createClient({ providerName: "gateway", config, env: {}, onCall, ...more });
  await client.connect((await client.listModels())[0]);
  return client;
}

it("tells the start, the first token and the end, without what was said", async () => {
  const events: CallEvent[] = [];
  await using client = await opened((event) => events.push(event));
  await client.complete("A question");
  expect(events.map(({ type }) => type)).toEqual(["call-start", "call-first-token", "call-end"]);
  expect(new Set(events.map(({ id }) => id)).size).toBe(1);
  const [start, first, end] = events;
  expect(start).toMatchObject({
    provider: "gateway",
    model: client.model,
    server: new URL(backend.url).origin,
  });
  if (first?.type !== "call-first-token" || end?.type !== "call-end") throw new Error("no end");
  expect(first.firstTokenMs).toBe(first.first_token_ms);
  expect([end.durationMs, end.firstTokenMs]).toEqual([end.duration_ms, end.first_token_ms]);
  expect(end).toMatchObject({ finish: "stop", retries: 0, usage: { total_tokens: expect.any(Number) } });
  expect(JSON.stringify(events)).not.toMatch(/A question|The key is|sk-gateway/);
});

it("gives messages and answers where they are asked for, with keys masked", async () => {
  const events: CallEvent[] = [];
  await using client = await opened((event) => events.push(event), { callContent: true });
  await client.complete(`Is ${KEY} a key?`);
  expect(events).toMatchObject([
    { messages: [{ role: "user", content: expect.stringMatching(/^Is .* a key\?$/) }] },
    {},
    { text: expect.stringMatching(/^The key is /) },
  ]);
  expect(JSON.stringify(events)).not.toContain(KEY);
  expect(JSON.stringify(backend.requests.at(-1)?.body)).toContain(KEY);
});

it("tells why a call failed, and of the tries before", async () => {
  const events: CallEvent[] = [];
  await using client = await opened((event) => events.push(event));
  backend.setFault({ name: "429", retryAfter: 0 });
  await expect(client.complete("Hello", { retries: 1 })).rejects.toMatchObject({ name: "RateLimitError" });
  backend.setFault(undefined);
  expect(events.at(-1)).toMatchObject({
    type: "call-end",
    retries: 1,
    error: { name: "RateLimitError", code: "rate-limit" },
  });
});

it("refuses a call when it throws at the start; what it throws later costs no answer", async () => {
  const before = backend.requests.length;
  let from = "call-start";
  const seen: string[] = [];
  await using client = await opened(({ type }) => {
    seen.push(type);
    if (type === from) throw new Error("no budget");
  });
  const asked = () => backend.requests.slice(before).filter(({ path }) => path.endsWith("/completions"));
  await expect(client.complete("Hello")).rejects.toThrow("no budget");
  expect(asked()).toHaveLength(0);
  for (from of ["call-first-token", "call-end"]) {
    seen.length = 0;
    expect((await client.complete("Hello")).finishReason).toBe("stop");
    expect(seen).toEqual(["call-start", "call-first-token", "call-end"]);
  }
});
