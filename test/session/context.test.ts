/** The context gate and its recovery, against a backend with a small window. */
import { expect, it } from "vitest";
import { calling, talk, tool } from "./support.js";

const models = [{ id: "small", contextLength: 1000 }];
/** About as many tokens as words. */
const words = (count: number) => "the sea and the sky ".repeat(count / 5);
const long = (name: string, count: number) =>
  tool(name, () => Promise.resolve({ ok: true, content: words(count) }));
const noticesOf = (events: readonly { type: string }[]) => events.filter(({ type }) => type === "notice");

it("refuses a prompt that cannot fit before anything is sent", async () => {
  await using chat = await talk({ backend: { models } });
  await expect(chat.session.sendMessage(words(2500))).rejects.toMatchObject({
    name: "ContextLimitError",
    message: expect.stringMatching(/2504 tokens \(counted by the backend\).*1000.*max_model_len/),
  });
  expect(chat.bodies()).toEqual([]);
  expect(chat.session.messages).toEqual([]);
  expect(await chat.session.sendMessage("short")).toMatchObject({ finishReason: "stop" });
});

it("lowers max_tokens, from the call or from the settings, and says so", async () => {
  await using chat = await talk({ backend: { models }, client: { config: { max_tokens: 900 } } });
  await chat.session.sendMessage(words(300), { onOutput: chat.onOutput });
  expect(chat.bodies()[0]?.max_tokens).toBeLessThan(700);
  expect(noticesOf(chat.events)).toMatchObject([{ text: expect.stringContaining("lowered from 900") }]);
  chat.session.clear();
  await chat.session.sendMessage("short");
  expect(chat.bodies()[1]?.max_tokens).toBe(900);
  await chat.session.sendMessage("shorter", { maxTokens: 50 });
  expect(chat.bodies()[2]?.max_tokens).toBe(50);
});

it("trims old tool results once when the gate says it is too long, and goes on", async () => {
  await using chat = await talk({
    backend: {
      models,
      reply: [
        calling(["a", "first", { city: "x" }]),
        calling(["b", "second", { city: "x" }]),
        { text: "It fits." },
      ],
    },
    session: { tools: [long("first", 700), long("second", 600)] },
  });
  const turn = await chat.session.sendMessage("Go.", { onOutput: chat.onOutput });
  expect(turn).toMatchObject({ text: "It fits.", requests: 3 });
  expect(noticesOf(chat.events)).toMatchObject([
    { text: expect.stringContaining("1 tool result was shortened") },
  ]);
  const results = chat
    .bodies()
    .at(-1)
    ?.messages.filter(({ role }) => role === "tool");
  expect(results).toMatchObject([
    { content: expect.stringContaining("2800 characters was left out") },
    { content: words(600) },
  ]);
  expect(chat.session.messages.filter(({ role }) => role === "tool")).toMatchObject(results ?? []);
});

it("does the same when only the backend knows that it is too long", async () => {
  await using chat = await talk({
    backend: {
      reply: [
        calling(["a", "first", { city: "x" }]),
        calling(["b", "second", { city: "x" }]),
        { text: "It fits." },
      ],
    },
    session: { tools: [long("first", 700), long("second", 600)] },
  });
  let results = 0;
  const turn = await chat.session.sendMessage("Go.", {
    onOutput: (event) => {
      chat.events.push(event);
      if (event.type === "tool-result" && (results += 1) === 2)
        chat.backend.setFault({ name: "context-overflow", times: 1 });
    },
  });
  expect(turn.text).toBe("It fits.");
  expect(chat.bodies()).toHaveLength(4);
  expect(noticesOf(chat.events)).toHaveLength(1);
});

it("gives up when trimming does not help, and does not try for ever", async () => {
  await using chat = await talk({
    backend: { reply: calling(["a", "first", { city: "x" }]) },
    session: { tools: [long("first", 2250)] },
  });
  const failing = chat.session.sendMessage("Go.", {
    onOutput: ({ type }) => type === "tool-result" && chat.backend.setFault("context-overflow"),
  });
  await expect(failing).rejects.toMatchObject({ name: "ContextLimitError" });
  expect(chat.bodies()).toHaveLength(3);
  expect(chat.session.messages.at(-1)).toMatchObject({ role: "assistant" });
});

it("makes room once in a turn, not again and again", async () => {
  await using chat = await talk({
    backend: { reply: calling(["a", "first", { city: "x" }]) },
    session: { tools: [long("first", 2250)] },
  });
  const failing = chat.session.sendMessage("Go.", {
    onOutput: ({ type }) =>
      type === "tool-result" && chat.backend.setFault({ name: "context-overflow", times: 1 }),
  });
  await expect(failing).rejects.toMatchObject({ name: "ContextLimitError" });
  expect(chat.bodies()).toHaveLength(4);
});

it("leaves old results alone when that would not be enough", async () => {
  await using chat = await talk({
    backend: { models, reply: [calling(["a", "first", { city: "x" }]), { text: "Read." }] },
    session: { tools: [long("first", 250)] },
  });
  await chat.session.sendMessage("Go.");
  const before = [...chat.session.messages];
  await expect(chat.session.sendMessage(words(2000))).rejects.toMatchObject({
    name: "ContextLimitError",
  });
  expect(chat.session.messages).toEqual(before);
});

it("asks once more with a smaller max_tokens when there is nothing to trim", async () => {
  await using chat = await talk({
    backend: { fault: { name: "context-overflow", times: 1 }, reply: { text: "Read." } },
  });
  const turn = await chat.session.sendMessage(words(20_000), { maxTokens: 12_000 });
  expect(turn.finishReason).toBe("stop");
  const [first, second] = chat.bodies().map(({ max_tokens: limit }) => limit);
  expect(first).toBe(12_000);
  expect(second).toBeLessThan(12_000);
});

it("does not repeat a request that would be the same", async () => {
  await using chat = await talk({ backend: { fault: "context-overflow" } });
  await expect(chat.session.sendMessage("short", { maxTokens: 10 })).rejects.toThrow();
  expect(chat.bodies()).toHaveLength(1);
});

it("tells how much of the window is used: counted where counted, else estimated", async () => {
  await using chat = await talk({ backend: { reply: { text: "ok", usage: { promptTokens: 321 } } } });
  expect(chat.session.promptSize()).toMatchObject({ counted: 0 });
  await chat.session.sendMessage("hello");
  const { usual, counted } = chat.session.promptSize();
  expect(counted).toBe(321);
  expect(usual).toBeGreaterThan(321);
});

it("sends a prompt that cannot fit when it is told to, and says so", async () => {
  await using chat = await talk({ backend: { models }, session: { force: true } });
  const failing = chat.session.sendMessage(words(2500), { onOutput: chat.onOutput });
  await expect(failing).rejects.toMatchObject({ name: "ContextLimitError" });
  expect(chat.bodies().length).toBeGreaterThan(0);
  expect(noticesOf(chat.events)).toMatchObject([{ text: expect.stringMatching(/by force/) }]);
});

it("asks the server's own tokenizer where an estimate does not decide", async () => {
  await using chat = await talk({ backend: { models } });
  const counts = () => chat.backend.requests.filter(({ path }) => path === "/tokenize");
  await chat.session.sendMessage("short");
  expect(counts()).toEqual([]);
  chat.session.clear();
  expect(await chat.session.sendMessage(words(900))).toMatchObject({ finishReason: "stop" });
  expect(counts()).toHaveLength(1);
});
