import { afterEach, expect, test } from "vitest";
import { startBackend, type Backend, type FaultName } from "../index.js";
import { ask, chatBody, spoken } from "../testing/client.js";

let backend: Backend;
afterEach(() => backend.close());

test("records what arrived", async () => {
  backend = await startBackend("selfhost");
  await ask(`${backend.url}/v1/models?a=b%20c`, { headers: { "X-Test": "1" } });
  await ask(`${backend.url}/v1/chat/completions`, { body: chatBody({ temperature: 0 }) });
  const [first, second] = backend.requests;
  expect(first).toMatchObject({ method: "GET", path: "/v1/models", query: { a: "b c" } });
  expect(first?.headers["x-test"]).toBe("1");
  expect(first?.body).toBeUndefined();
  expect(second?.body).toEqual(chatBody({ temperature: 0 }));
  expect(second?.at).toBeGreaterThanOrEqual(first?.at ?? Infinity);
});

test("hands out each request once, whether it came before or after the question", async () => {
  backend = await startBackend("selfhost");
  const later = backend.nextRequest(({ path }) => path === "/health");
  await ask(`${backend.url}/v1/models`);
  await ask(`${backend.url}/health`);
  expect((await later).path).toBe("/health");
  expect((await backend.nextRequest()).path).toBe("/v1/models");
  const next = backend.nextRequest();
  await ask(`${backend.url}/version`);
  expect((await next).path).toBe("/version");
});

test("reports a client that leaves in the middle of a stream, and stops speaking to it", async () => {
  backend = await startBackend("selfhost", { reply: { repeat: 1000, chunkDelayMs: 5 } });
  const answer = await ask(`${backend.url}/v1/chat/completions`, {
    body: chatBody(),
    stopWhen: (text) => text.includes("tok"),
  });
  const close = await backend.nextClientClose();
  expect(close.requestPath).toBe("/v1/chat/completions");
  expect(close.chunksSent).toBeGreaterThanOrEqual(2);
  expect(close.chunksSent).toBeLessThan(1000);
  expect(close.bytesSent).toBeGreaterThanOrEqual(answer.bytes.length);
});

test("reports a client that leaves before the first byte", async () => {
  backend = await startBackend("selfhost", { fault: "stall-before-headers" });
  const abort = new AbortController();
  const answer = fetch(`${backend.url}/v1/chat/completions`, {
    method: "POST",
    body: JSON.stringify(chatBody()),
    signal: abort.signal,
  });
  await backend.nextRequest();
  abort.abort();
  await expect(answer).rejects.toThrow("aborted");
  expect(await backend.nextClientClose()).toMatchObject({ bytesSent: 0, chunksSent: 0 });
});

test("does not take a whole answer, or its own reset, for a client that left", async () => {
  backend = await startBackend("selfhost");
  await ask(`${backend.url}/v1/chat/completions`, { body: chatBody() });
  backend.setFault("reset-mid-stream");
  await ask(`${backend.url}/v1/chat/completions`, { body: chatBody() });
  const none = backend.nextClientClose();
  await backend.close();
  await expect(none).rejects.toThrow("closed");
});

test("closes with streams and stalls under way, and leaves no socket", async () => {
  backend = await startBackend("selfhost", { fault: "stall-mid-stream" });
  const stalled = ask(`${backend.url}/v1/chat/completions`, { body: chatBody() });
  await backend.nextRequest();
  expect(backend.openSockets).toBe(1);
  await backend.close();
  expect(backend.openSockets).toBe(0);
  // It may have been cut before or after the head of its answer.
  const end = await stalled.then(
    (answer) => answer.broken,
    (error: unknown) => error,
  );
  expect(end).toMatchObject({ code: "ECONNRESET" });
  await expect(ask(`${backend.url}/health`)).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("speaks the replies in order and keeps the last one", async () => {
  backend = await startBackend("selfhost", { reply: [{ text: "first" }, { text: "second" }] });
  const say = async () =>
    spoken((await ask(`${backend.url}/v1/chat/completions`, { body: chatBody() })).text);
  expect([await say(), await say(), await say()]).toEqual(["first", "second", "second"]);
  backend.setReply((request) => ({ text: `asked at ${request.path}` }));
  expect(await say()).toBe("asked at /v1/chat/completions");
});

test("keeps its port while refusing, and opens it again", async () => {
  backend = await startBackend("selfhost", { fault: "refuse" });
  const { url } = backend;
  await expect(ask(`${url}/health`)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  backend.setFault(undefined);
  expect((await ask(`${url}/health`)).status).toBe(200);
  backend.setFault("refuse");
  await expect(ask(`${url}/health`)).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("listens on the port it is given", async () => {
  backend = await startBackend("selfhost");
  const { port } = new URL(backend.url);
  await backend.close();
  backend = await startBackend("selfhost", { port: Number(port) });
  expect(new URL(backend.url).port).toBe(port);
  await expect(startBackend("selfhost", { port: Number(port) })).rejects.toThrow("EADDRINUSE");
});

test("stays closed whatever is switched afterwards", async () => {
  backend = await startBackend("selfhost", { fault: "refuse" });
  await backend.close();
  backend.setFault(undefined);
  await expect(ask(`${backend.url}/health`)).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("refuses a fault it does not know, naming those it does", async () => {
  backend = await startBackend("selfhost");
  const nonsense: FaultName = JSON.parse('"nonsense"');
  expect(() => backend.setFault(nonsense)).toThrow(/Unknown fault "nonsense".*refuse/);
});
