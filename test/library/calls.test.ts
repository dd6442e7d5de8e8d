/** One shape of call: a question or messages, then options; the older forms go on working. */
import { startBackend, type Backend } from "@framework/backends";
import { type Client, createClient, type StreamEvent, type Tool } from "@framework/shared";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { tool } from "../session/support.js";

let backend: Backend;
let client: Client;
/** Where the requests of a test begin. */
let from = 0;
beforeAll(async () => {
  backend = await startBackend("selfhost");
  client = createClient({ provider: "selfhost", config: { host: backend.url }, env: {} });
});
beforeEach(() => {
  backend.setReply({ text: "Because of the salt." });
  from = backend.requests.length;
});
afterAll(async () => {
  await client.close();
  await backend.close();
});

interface Body {
  messages: { role: string; content: unknown }[];
  tools?: { function: { name: string } }[];
  temperature?: number;
}
const bodies = () =>
  backend.requests
    .slice(from)
    .filter(({ path }) => path.endsWith("/completions"))
    .map(({ body }) => body as Body);

const weather = tool("weather", async () => ({ ok: true, content: "Rain." }));
const wireWeather: Tool = { type: "function", function: { name: "weather", parameters: {} } };
const question = [{ role: "user" as const, content: "Why?" }];

async function textOf(events: AsyncIterable<StreamEvent>): Promise<string> {
  let text = "";
  for await (const event of events) if (event.type === "text-delta") text += event.text;
  return text;
}

describe("connect", () => {
  it.each([
    ["the model", () => client.connect("demo-model")],
    ["the model and options", () => client.connect("demo-model", { onNotice: () => undefined })],
    ["no model, where there is one", () => client.connect()],
    ["options alone", () => client.connect(undefined, { onProgress: () => undefined })],
    ["project, location, model", () => client.connect(null, null, "demo-model", {})],
    ["project and location alone", () => client.connect(null, null)],
  ])("takes %s", async (_, connect) => {
    await connect();
    expect(client.model).toBe("demo-model");
  });

  it("hands its signal on in the newer form", async () => {
    await expect(client.connect("demo-model", { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: "CancelledError",
    });
    await client.connect("demo-model");
  });
});

describe("complete", () => {
  it.each([
    ["a question", () => client.complete("Why?", { tools: [weather], temperature: 0 })],
    ["messages", () => client.complete(question, { tools: [wireWeather], temperature: 0 })],
    ["the older form", () => client.complete(question, [wireWeather], { temperature: 0 })],
  ])("sends the same for %s", async (_, complete) => {
    const turn = await complete();
    expect(turn.text).toBe("Because of the salt.");
    expect(bodies()).toMatchObject([
      { messages: question, temperature: 0, tools: [{ function: { name: "weather" } }] },
    ]);
  });

  it("takes options without tools in both forms", async () => {
    const events: string[] = [];
    const onOutput = (event: StreamEvent) => events.push(event.type);
    await client.complete("Why?", { onOutput });
    await client.complete(question, undefined, { onOutput });
    expect(events.filter((type) => type === "finish")).toHaveLength(2);
    expect(bodies().map(({ tools }) => tools)).toEqual([undefined, undefined]);
  });
});

describe("stream", () => {
  it("gives the events, and the turn beside them", async () => {
    const stream = client.stream("Why?", { tools: [weather] });
    const { turn } = stream;
    expect(await textOf(stream)).toBe("Because of the salt.");
    expect(await turn).toMatchObject({ text: "Because of the salt.", finishReason: "stop" });
    expect(await stream.result()).toBe(await turn);
    expect(bodies()[0]?.tools?.[0]?.function.name).toBe("weather");
  });

  it("keeps the events of a turn that was asked for first", async () => {
    const stream = client.stream("Why?");
    await stream.turn;
    expect(await textOf(stream)).toBe("Because of the salt.");
  });

  it("fails in one place alone when the turn was taken before the loop", async () => {
    backend.setFault({ name: "429-no-hint", times: 1 });
    const stream = client.stream("Why?", { retries: 0 });
    const { turn } = stream;
    await expect(textOf(stream)).rejects.toMatchObject({ name: "RateLimitError" });
    await expect(turn).rejects.toMatchObject({ name: "RateLimitError" });
    backend.setFault(undefined);
  });
});

describe("a session", () => {
  it("streams a turn with its tools", async () => {
    backend.setReply([
      { text: "I look.", toolCalls: [{ id: "1", name: "weather", arguments: { city: "Oslo" } }] },
      { text: "It rains." },
    ]);
    const session = client.createSession({ tools: [weather] });
    const stream = session.stream("Weather in Oslo?");
    const types: string[] = [];
    for await (const event of stream) types.push(event.type);
    expect(types.filter((type) => ["tool-call", "tool-result", "finish"].includes(type))).toEqual([
      "tool-call",
      "tool-result",
      "finish",
    ]);
    expect(await stream.turn).toMatchObject({ text: "It rains.", requests: 2, finishReason: "stop" });
    expect((await session.send("And now?")).text).toBe("It rains.");
    expect(session.messages).toHaveLength(6);
  });

  it("is cancelled by leaving the loop, keeps what had come, and goes on", async () => {
    backend.setReply({ chunks: ["One ", "two ", "three "], chunkDelayMs: 50 });
    const session = client.createSession();
    const stream = session.stream("Count.");
    for await (const event of stream) if (event.type === "text-delta") break;
    expect((await stream.turn).finishReason).toBe("cancelled");
    expect(session.messages.at(-1)).toMatchObject({
      role: "assistant",
      content: expect.stringMatching(/^One/),
    });
    backend.setReply({ text: "Four." });
    expect((await session.send("Go on.")).text).toBe("Four.");
  });

  it("makes the server wait for a reader that falls behind", async () => {
    const many = 50_000;
    backend.setReply({ text: "0123456789", repeat: many });
    const stream = client.createSession().stream("Write.");
    let read = 0;
    for await (const event of stream) {
      if (event.type !== "text-delta") continue;
      read += event.text.length;
      // The socket's buffers fill while nobody reads; were nothing paused, the answer would be whole by now.
      if (read === 10) {
        const whole = await Promise.race([stream.turn.then(() => true), quiet()]);
        expect(whole).toBe(false);
      }
    }
    expect(read).toBe(many * 10);
  });

  it("refuses a second turn while one runs, in the stream that asks for it", async () => {
    backend.setReply({ text: "Slow.", firstDelayMs: 200 });
    const session = client.createSession();
    const first = session.stream("One");
    const running = first.turn;
    await expect(textOf(session.stream("Two"))).rejects.toThrow("still running");
    expect((await running).text).toBe("Slow.");
  });
});

/** False, once the backend has sent nothing more for a while. */
async function quiet(): Promise<boolean> {
  for (let turns = 0; turns < 200; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  return false;
}

describe("an option of another spelling", () => {
  const wrong = [
    ["max_tokens", "maxTokens"],
    ["temprature", "temperature"],
    ["abortSignal", undefined],
  ] as const;
  const calls: [string, (options: object) => Promise<unknown>][] = [
    ["complete", (options) => client.complete("Why?", options)],
    ["complete in the older form", (options) => client.complete(question, [], options)],
    ["stream", async (options) => client.stream("Why?", options).turn],
    ["object", (options) => client.object("Why?", { schema: { type: "string" }, ...options })],
    ["session.send", (options) => client.createSession().send("Why?", options)],
    ["session.stream", (options) => client.createSession().stream("Why?", options).turn],
  ];
  it.each(calls)("is told by %s what it should be", async (_, call) => {
    backend.setReply({ text: '"yes"' });
    for (const [name, meant] of wrong) {
      const asked = (async () => call({ [name]: undefined }))();
      // What looks like no option is let be, as it always was.
      if (meant === undefined) await asked;
      else await expect(asked).rejects.toThrow(`no option "${name}" (did you mean "${meant}"?)`);
    }
  });
});

describe("await using", () => {
  it("closes the client, and with it what its conversations hold", async () => {
    let left: Client;
    {
      await using other = createClient({ provider: "vllm", config: { host: backend.url }, env: {} });
      await other.connect("demo-model");
      expect(other.providerName).toBe("selfhost");
      left = other;
    }
    expect(() => left.getContextLimit()).not.toThrow();
    expect(Symbol.asyncDispose in left).toBe(true);
  });

  it("cancels the turn of a session that is left", async () => {
    backend.setReply({ chunks: ["One ", "two ", "three "], chunkDelayMs: 100 });
    let turn: Promise<{ finishReason: string }>;
    {
      await using session = client.createSession();
      turn = session.send("Count.");
    }
    expect((await turn).finishReason).toBe("cancelled");
  });
});

describe("names", () => {
  it("usage is read in the style of the language; JSON and older programs have the names of before", async () => {
    const { usage } = await client.complete("Why?");
    if (!usage) throw new Error("no usage");
    expect(usage.promptTokens).toBe(usage.prompt_tokens);
    expect(usage.outputTokens).toBe(usage.output_tokens);
    expect(usage.totalTokens).toBe(usage.promptTokens + usage.outputTokens);
    expect(usage.cachedTokens).toBeUndefined();
    expect(Object.keys(usage)).toEqual(["prompt_tokens", "output_tokens", "total_tokens"]);
    const session = client.createSession();
    await session.send("Why?");
    expect(session.getTokenUsage().totalTokens).toBe(session.getTokenUsage().total_tokens);
    expect(client.getTokenUsage().totalTokens).toBeGreaterThan(0);
  });

  it("so are the events", async () => {
    backend.setFault({ name: "429", retryAfter: 0, times: 1 });
    const events: StreamEvent[] = [];
    for await (const event of client.stream("Why?")) events.push(event);
    backend.setFault(undefined);
    const restart = events.find((event) => event.type === "restart");
    expect(restart?.waitMs).toBe(restart?.wait_ms);
    expect(Object.keys(restart ?? {})).toEqual(["type", "attempt", "wait_ms", "reason"]);
    const usage = events.find((event) => event.type === "usage");
    expect(usage?.totalTokens).toBe(usage?.total_tokens);
    expect(JSON.parse(JSON.stringify(usage))).toMatchObject({
      type: "usage",
      total_tokens: expect.any(Number),
    });
  });
});
