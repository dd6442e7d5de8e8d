import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startBackend } from "../index.js";
import { ask, chatBody, chunks, finishReason } from "../testing/client.js";

/** The answer as it came over the wire, with its HTTP chunks. */
async function rawAnswer(url: URL): Promise<string> {
  const body = JSON.stringify(chatBody());
  const socket = connect(Number(url.port), url.hostname);
  socket.end(
    `POST ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\nconnection: close\r\n` +
      `content-length: ${body.length}\r\n\r\n${body}`,
  );
  return text(socket);
}

test("each event is an HTTP chunk of its own, however fast they go", async () => {
  const backend = await startBackend("selfhost", { reply: { repeat: 1000, text: "tök " } });
  const raw = await rawAnswer(new URL(`${backend.url}/v1/chat/completions`));
  const chunked = raw.split("\r\n").filter((line) => line.startsWith("data: "));
  expect(chunked).toHaveLength(1003);
  expect(chunked.every((chunk) => chunk.split("data: ").length === 2)).toBe(true);
  await backend.close();
});

test("streams tens of thousands of events", async () => {
  const backend = await startBackend("selfhost", { reply: { repeat: 20_000, text: "tök " } });
  const url = `${backend.url}/v1/chat/completions`;
  const { text: stream } = await ask(url, { body: chatBody({ stream_options: { include_usage: true } }) });
  const list = chunks(stream);
  expect(list.filter((chunk) => chunk.choices[0]?.delta?.content === "tök ")).toHaveLength(20_000);
  expect(list.at(-1)?.usage).toMatchObject({ completion_tokens: 20_000 });
  expect(finishReason(stream)).toBe("stop");
  await backend.close();
});

test("splits a tool call's arguments into as many events as asked", async () => {
  const value = "x".repeat(100_000);
  const backend = await startBackend("selfhost", {
    reply: { toolCalls: [{ name: "write", arguments: { value }, fragments: 5000 }] },
  });
  const { text: stream } = await ask(`${backend.url}/v1/chat/completions`, { body: chatBody() });
  const parts = chunks(stream).flatMap((chunk) => chunk.choices[0]?.delta?.tool_calls ?? []);
  expect(parts).toHaveLength(5001);
  expect(JSON.parse(parts.map((part) => part.function.arguments).join(""))).toEqual({ value });
  await backend.close();
});
