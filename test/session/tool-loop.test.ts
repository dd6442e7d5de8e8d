/** The tool loop of a session, against an emulated backend. */
import { type StreamEvent, ToolRefusal } from "@framework/shared";
import { describe, expect, it } from "vitest";
import { calling, talk, tool } from "./support.js";

const weather = tool("weather", ({ city }) =>
  Promise.resolve({ ok: true, content: `${String(city)}: rain` }),
);
const resultsOf = (events: readonly StreamEvent[]) =>
  events.flatMap((event) => (event.type === "tool-result" ? [event] : []));

it("runs the calls of an answer, gives the results back, and goes on until the answer", async () => {
  await using chat = await talk({
    backend: {
      reply: [
        calling(["a", "weather", { city: "Oslo" }], ["b", "weather", { city: "Rome" }]),
        { text: "Wet." },
      ],
    },
    session: { tools: [weather], system: "Be brief." },
  });
  const turn = await chat.session.sendMessage("Weather?", { onOutput: chat.onOutput });
  expect(turn).toMatchObject({ text: "Wet.", finishReason: "stop", requests: 2 });
  expect(chat.bodies()[0]?.tools).toMatchObject([{ function: { name: "weather" } }]);
  expect(chat.bodies()[1]?.messages).toMatchObject([
    { role: "system", content: "Be brief." },
    { role: "user", content: "Weather?" },
    { role: "assistant", content: null, tool_calls: [{ id: "a" }, { id: "b" }] },
    { role: "tool", tool_call_id: "a", content: "Oslo: rain" },
    { role: "tool", tool_call_id: "b", content: "Rome: rain" },
  ]);
  expect(chat.session.messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "tool",
    "tool",
    "assistant",
  ]);
  expect(resultsOf(chat.events)).toEqual([
    { type: "tool-result", id: "a", name: "weather", ok: true, content: "Oslo: rain" },
    { type: "tool-result", id: "b", name: "weather", ok: true, content: "Rome: rain" },
  ]);
  expect(chat.events.filter(({ type }) => type === "finish")).toEqual([{ type: "finish", reason: "stop" }]);
});

it("adds the usage of all requests up, for the turn, the session and the client", async () => {
  const usage = { promptTokens: 100, completionTokens: 10, cachedTokens: 40 };
  await using chat = await talk({
    backend: {
      reply: [
        { ...calling(["a", "weather", { city: "Oslo" }]), usage },
        { text: "Wet.", usage },
      ],
    },
    session: { tools: [weather] },
  });
  const twice = { prompt_tokens: 200, output_tokens: 20, total_tokens: 220, cached_tokens: 80 };
  expect((await chat.session.sendMessage("Weather?")).usage).toEqual(twice);
  expect(chat.session.getTokenUsage()).toMatchObject(twice);
  await chat.client.generate("Alone.");
  expect(chat.session.getTokenUsage()).toMatchObject(twice);
  expect(chat.client.getTokenUsage()).toMatchObject({ prompt_tokens: 300, total_tokens: 330 });
  expect(chat.bodies()[2]?.messages).toEqual([{ role: "user", content: "Alone." }]);
});

it("runs calls that change nothing at the same time, and the others one after the other", async () => {
  const log: string[] = [];
  let release = () => {};
  const together = new Promise<void>((resolve) => (release = resolve));
  let waiting = 0;
  const read = tool("read", async ({ city }) => {
    log.push(`read ${String(city)}`);
    // Each waits for the other: one after the other they would never end.
    waiting += 1;
    if (waiting === 2) release();
    await together;
    return { ok: true, content: String(city) };
  });
  let writing = 0;
  const write = tool(
    "write",
    async ({ city }) => {
      writing += 1;
      log.push(`write ${String(city)} with ${writing} at once`);
      await new Promise(setImmediate);
      writing -= 1;
      return { ok: true, content: String(city) };
    },
    { changes: true },
  );
  await using chat = await talk({
    backend: {
      reply: [
        calling(
          ["1", "read", { city: "a" }],
          ["2", "read", { city: "b" }],
          ["3", "write", { city: "c" }],
          ["4", "write", { city: "d" }],
        ),
        { text: "Done." },
      ],
    },
    session: { tools: [read, write], autoApprove: true },
  });
  await chat.session.sendMessage("Go.", { onOutput: chat.onOutput });
  expect(log).toEqual(["read a", "read b", "write c with 1 at once", "write d with 1 at once"]);
  expect(resultsOf(chat.events).map(({ id }) => id)).toEqual(["1", "2", "3", "4"]);
});

describe("a wrong call is answered, not run", () => {
  const cases = [
    { name: "unknown tool", call: ["a", "wether", { city: "x" }], reason: 'did you mean "weather"' },
    { name: "missing argument", call: ["a", "weather", {}], reason: "city" },
    {
      name: "unknown argument",
      call: ["a", "weather", { city: "x", town: "y" }],
      reason: "town: there is no such",
    },
    { name: "arguments that are no JSON", call: ["a", "weather", "{city: Oslo"], reason: "Not run" },
  ] as const;
  it.each(cases)("$name", async ({ call, reason }) => {
    let ran = 0;
    const counted = tool("weather", () => Promise.resolve({ ok: true, content: String((ran += 1)) }));
    await using chat = await talk({
      backend: { reply: [calling([...call]), { text: "I see." }] },
      session: { tools: [counted] },
    });
    expect(await chat.session.sendMessage("Go.", { onOutput: chat.onOutput })).toMatchObject({
      text: "I see.",
    });
    expect(ran).toBe(0);
    expect(resultsOf(chat.events)).toMatchObject([
      { id: "a", ok: false, content: expect.stringContaining(reason) },
    ]);
    expect(chat.bodies()[1]?.messages.at(-1)).toMatchObject({ role: "tool", tool_call_id: "a" });
  });

  it("a tool that throws", async () => {
    const broken = tool("weather", () => Promise.reject(new Error("no satellite")));
    await using chat = await talk({
      backend: { reply: [calling(["a", "weather", { city: "x" }]), { text: "I see." }] },
      session: { tools: [broken] },
    });
    await chat.session.sendMessage("Go.", { onOutput: chat.onOutput });
    expect(resultsOf(chat.events)[0]?.content).toContain("no satellite");
  });

  it("every call of an answer that was cut off by the token limit", async () => {
    const reply = {
      ...calling(["a", "weather", { city: "Oslo" }], ["b", "weather", '{"city": "Ro']),
      finishReason: "length",
    };
    await using chat = await talk({
      backend: { reply: [reply, { text: "I see." }] },
      session: { tools: [weather] },
    });
    await chat.session.sendMessage("Go.", { onOutput: chat.onOutput });
    expect(resultsOf(chat.events)).toMatchObject([
      { id: "a", ok: false },
      { id: "b", ok: false },
    ]);
  });
});

it("stops after the limit of tool rounds and says so; the next message goes on", async () => {
  let ran = 0;
  const counted = tool("weather", () => Promise.resolve({ ok: true, content: String((ran += 1)) }));
  await using chat = await talk({
    backend: { reply: calling(["a", "weather", { city: "x" }]) },
    session: { tools: [counted], roundLimit: 2 },
  });
  const turn = await chat.session.sendMessage("Go.", { onOutput: chat.onOutput });
  expect(ran).toBe(2);
  expect(turn).toMatchObject({ requests: 3, finishReason: "tool_calls" });
  expect(chat.events).toContainEqual({ type: "notice", text: expect.stringContaining("2 tool rounds") });
  expect(chat.session.messages.at(-1)).toMatchObject({ role: "assistant" });
  chat.backend.setReply({ text: "Fine." });
  expect(await chat.session.sendMessage("Go on.")).toMatchObject({ text: "Fine." });
});

describe("approval", () => {
  const script = () => [
    calling(["a", "write", { city: "x" }]),
    calling(["b", "write", { city: "y" }]),
    { text: "Done." },
  ];
  const writer = () => {
    const written: unknown[] = [];
    const write = tool(
      "write",
      ({ city }) => {
        written.push(city);
        return Promise.resolve({ ok: true, content: "written" });
      },
      { changes: true, preview: ({ city }) => Promise.resolve(`writes ${String(city)}`) },
    );
    return { write, written };
  };

  it("without anybody to ask, changes are refused with a result that says so", async () => {
    const { write, written } = writer();
    await using chat = await talk({ backend: { reply: script() }, session: { tools: [write] } });
    await chat.session.sendMessage("Go.", { onOutput: chat.onOutput });
    expect(written).toEqual([]);
    expect(resultsOf(chat.events)[0]).toMatchObject({
      ok: false,
      content: expect.stringContaining("nobody is there"),
    });
  });

  it("asks with a preview, each time for yes and no, once for always", async () => {
    const asked: string[] = [];
    const answers = ["no", "yes", "always"] as const;
    const { write, written } = writer();
    const call = (id: string) => calling([id, "write", { city: id }]);
    await using chat = await talk({
      backend: { reply: [call("1"), call("2"), call("3"), call("4"), { text: "Done." }] },
      session: {
        tools: [write],
        approve: (_call, { name }, { preview }) => {
          asked.push(`${name}: ${preview}`);
          return answers[asked.length - 1] ?? "no";
        },
      },
    });
    await chat.session.sendMessage("Go.", { onOutput: chat.onOutput });
    expect(asked).toEqual(["write: writes 1", "write: writes 2", "write: writes 3"]);
    expect(written).toEqual(["2", "3", "4"]);
    expect(resultsOf(chat.events)[0]).toMatchObject({
      ok: false,
      content: expect.stringContaining("not allow"),
    });
  });

  it("does not ask for a call that cannot be carried out", async () => {
    const { write, written } = writer();
    const impossible = { ...write, preview: () => Promise.reject(new ToolRefusal("the disk is read-only")) };
    let asked = 0;
    await using chat = await talk({
      backend: { reply: script().slice(1) },
      session: { tools: [impossible], approve: () => ((asked += 1) > 0 ? "yes" : "no") },
    });
    await chat.session.sendMessage("Go.", { onOutput: chat.onOutput });
    expect({ asked, written }).toEqual({ asked: 0, written: [] });
    expect(resultsOf(chat.events)).toMatchObject([{ ok: false, content: "the disk is read-only" }]);
  });

  it("cancel while the question stands answers all calls and keeps the history valid", async () => {
    const { write, written } = writer();
    await using chat = await talk({
      backend: {
        reply: [calling(["a", "write", { city: "x" }], ["b", "write", { city: "y" }]), { text: "Next." }],
      },
      session: {
        tools: [write],
        approve: () => {
          chat.session.cancel();
          return new Promise(() => {});
        },
      },
    });
    const turn = await chat.session.sendMessage("Go.", { onOutput: chat.onOutput });
    expect(turn.finishReason).toBe("cancelled");
    expect(written).toEqual([]);
    expect(chat.session.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "tool",
      "assistant",
    ]);
    expect(await chat.session.sendMessage("And?")).toMatchObject({ text: "Next." });
  });
});

describe("cancel", () => {
  it("keeps the partial text", async () => {
    await using chat = await talk({
      backend: { reply: { text: "on and on ", repeat: 100_000, chunkDelayMs: 1 } },
    });
    const turn = await chat.session.sendMessage("Go.", {
      onOutput: ({ type }) => type === "text-delta" && chat.session.cancel(),
    });
    expect(turn.finishReason).toBe("cancelled");
    expect(chat.session.messages).toMatchObject([
      { role: "user" },
      { role: "assistant", content: expect.stringContaining("on and on") },
    ]);
  });

  it("before anything came leaves no trace", async () => {
    await using chat = await talk({ backend: { fault: "stall-before-headers" } });
    const running = chat.session.sendMessage("Go.");
    await chat.backend.nextRequest(({ path }) => path === "/v1/chat/completions");
    chat.client.cancel();
    expect(await running).toMatchObject({ finishReason: "cancelled" });
    expect(chat.session.messages).toEqual([]);
  });

  it("reaches a running tool, and those after it do not run", async () => {
    let ran = 0;
    const slow = tool(
      "slow",
      (_args, { signal }) => {
        ran += 1;
        setImmediate(() => chat.client.cancel());
        return new Promise((resolve) =>
          signal?.addEventListener("abort", () => resolve({ ok: false, content: "stopped" })),
        );
      },
      { changes: true },
    );
    await using chat = await talk({
      backend: {
        reply: [calling(["a", "slow", { city: "x" }], ["b", "slow", { city: "y" }]), { text: "Next." }],
      },
      session: { tools: [slow], autoApprove: true },
    });
    const turn = await chat.session.sendMessage("Go.", { onOutput: chat.onOutput });
    expect(turn.finishReason).toBe("cancelled");
    expect(ran).toBe(1);
    expect(resultsOf(chat.events)).toMatchObject([
      { content: "stopped" },
      { content: expect.stringContaining("Not run") },
    ]);
    expect(chat.bodies()).toHaveLength(1);
    expect(chat.events.at(-1)).toEqual({ type: "finish", reason: "cancelled" });
  });
});

describe("a failed turn", () => {
  it("leaves the conversation as it was", async () => {
    await using chat = await talk({ backend: { fault: { name: "400", times: 1 } } });
    await expect(chat.session.sendMessage("Go.")).rejects.toMatchObject({ name: "RequestError" });
    expect(chat.session.messages).toEqual([]);
    await chat.session.sendMessage("Again.");
    expect(chat.session.messages).toHaveLength(2);
  });

  it("keeps what tools have done", async () => {
    await using chat = await talk({
      backend: { reply: calling(["a", "weather", { city: "x" }]) },
      session: { tools: [weather] },
    });
    const failing = chat.session.sendMessage("Go.", {
      onOutput: ({ type }) => type === "tool-result" && chat.backend.setFault("400"),
    });
    await expect(failing).rejects.toMatchObject({ name: "RequestError" });
    expect(chat.session.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
  });
});

it("refuses a second turn while one is running", async () => {
  await using chat = await talk();
  const first = chat.session.sendMessage("One.");
  await expect(chat.session.sendMessage("Two.")).rejects.toThrow(/still running/);
  await first;
});

it("takes back the last question, changes the system message, and begins anew", async () => {
  await using chat = await talk({ session: { system: "One." } });
  await chat.session.sendMessage("First.");
  await chat.session.sendMessage("Second.");
  expect(chat.session.undo()).toBe("Second.");
  chat.session.system = "Two.";
  await chat.session.sendMessage("Third.");
  expect(
    chat
      .bodies()
      .at(-1)
      ?.messages.map(({ content }) => content),
  ).toEqual(["Two.", "First.", expect.any(String), "Third."]);
  chat.session.clear();
  expect(chat.session.messages).toEqual([]);
  expect(chat.session.undo()).toBeUndefined();
});

it("sends a demanded tool choice with the first request only", async () => {
  await using chat = await talk({
    backend: { reply: [calling(["a", "weather", { city: "x" }]), { text: "Done." }] },
    session: { tools: [weather] },
  });
  await chat.session.sendMessage("Go.", { toolChoice: "required" });
  expect(chat.bodies().map(({ tool_choice: choice }) => choice)).toEqual(["required", undefined]);
});
