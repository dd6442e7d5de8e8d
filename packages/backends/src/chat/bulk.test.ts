import { expect, test } from "vitest";
import { startBackend } from "../index.js";
import { ask, chatBody, chunks, finishReason } from "../testing/client.js";

test("streams tens of thousands of events, each an HTTP chunk of its own", async () => {
  const backend = await startBackend("selfhost", { reply: { repeat: 20_000, text: "tök " } });
  const url = `${backend.url}/v1/chat/completions`;
  const { text } = await ask(url, { body: chatBody({ stream_options: { include_usage: true } }) });
  const list = chunks(text);
  expect(list.filter((chunk) => chunk.choices[0]?.delta?.content === "tök ")).toHaveLength(20_000);
  expect(list.at(-1)?.usage).toMatchObject({ completion_tokens: 20_000 });
  expect(finishReason(text)).toBe("stop");
  await backend.close();
});

test("splits a tool call's arguments into as many events as asked", async () => {
  const value = "x".repeat(100_000);
  const backend = await startBackend("selfhost", {
    reply: { toolCalls: [{ name: "write", arguments: { value }, fragments: 5000 }] },
  });
  const { text } = await ask(`${backend.url}/v1/chat/completions`, { body: chatBody() });
  const parts = chunks(text).flatMap((chunk) => chunk.choices[0]?.delta?.tool_calls ?? []);
  expect(parts).toHaveLength(5001);
  expect(JSON.parse(parts.map((part) => part.function.arguments).join(""))).toEqual({ value });
  await backend.close();
});
