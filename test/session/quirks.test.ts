/** Each quirk on and off, against the emulated server whose models need them. */
import { createClient, type DeliverableOptions, type StreamEvent } from "@framework/shared";
import { describe, expect, it } from "vitest";
import { calling, talk, tool } from "./support.js";

const on = (quirk: string) => ({ quirks: { [quirk]: true } });
const resultsOf = (events: readonly StreamEvent[]) =>
  events.flatMap((event) => (event.type === "tool-result" ? [event] : []));

it("an unknown quirk is an error that lists the known ones", async () => {
  const client = createClient({ providerName: "selfhost", quirks: { coerce_tool_args: true }, env: {} });
  await expect(client.connect(null, null, "x")).rejects.toThrow(
    /coerce_typed_tool_args, force_tool_choice_for_lifecycle, force_narration_between_tools, auto_finalize_on_complete/,
  );
});

describe("coerce_typed_tool_args", () => {
  const parameters = {
    type: "object",
    properties: { tags: { type: "array" }, count: { type: "integer" }, dry: { type: "boolean" } },
  };
  const args = { tags: "['a', 'b',]", count: "0x10", dry: "True" };
  const start = async (client: { quirks?: Record<string, boolean> }) => {
    const seen: unknown[] = [];
    const tag = tool(
      "tag",
      (given) => {
        seen.push(given);
        return Promise.resolve({ ok: true, content: "tagged" });
      },
      { parameters },
    );
    const chat = await talk({
      client,
      backend: { reply: [calling(["a", "tag", args]), { text: "Done." }] },
      session: { tools: [tag] },
    });
    return { chat, seen };
  };

  it("on: typed strings reach the tool as what they mean; the history keeps what the model wrote", async () => {
    const { chat, seen } = await start(on("coerce_typed_tool_args"));
    await using _ = chat;
    await chat.session.sendMessage("Go.", { onOutput: chat.onOutput });
    expect(seen).toEqual([{ tags: ["a", "b"], count: 16, dry: true }]);
    expect(chat.bodies()[1]?.messages[1]?.tool_calls).toMatchObject([
      { function: { arguments: JSON.stringify(args) } },
    ]);
  });

  it("off: the call does not fit the schema, and the model is told", async () => {
    const { chat, seen } = await start({});
    await using _ = chat;
    await chat.session.sendMessage("Go.", { onOutput: chat.onOutput });
    expect(seen).toEqual([]);
    expect(resultsOf(chat.events)[0]).toMatchObject({ ok: false, content: expect.stringContaining("tags") });
  });
});

describe("force_narration_between_tools", () => {
  const look = tool("look", () => Promise.resolve({ ok: true, content: "seen" }));
  const script = [
    calling(["a", "look", { city: "x" }], ["b", "look", { city: "y" }]),
    { text: "I looked.", ...calling(["c", "look", { city: "z" }]) },
    { text: "Done." },
  ];

  it("on: one user-role message after each batch of results, kept, and not the user's own", async () => {
    await using chat = await talk({
      client: on("force_narration_between_tools"),
      backend: { reply: script },
      session: { tools: [look] },
    });
    await chat.session.sendMessage("Go.");
    const roles = ["user", "assistant", "tool", "tool", "user", "assistant", "tool", "user", "assistant"];
    expect(chat.session.messages.map(({ role }) => role)).toEqual(roles);
    expect(chat.bodies().map(({ messages }) => messages.length)).toEqual([1, 5, 8]);
    expect(chat.bodies()[1]?.messages.at(-1)).toMatchObject({
      role: "user",
      content: expect.stringContaining("one or two sentences"),
    });
    const users = chat.session.messages.filter(({ role }) => role === "user");
    expect(users.map((message) => chat.session.isSynthetic(message))).toEqual([false, true, true]);
    expect(chat.session.undo()).toBe("Go.");
  });

  it("off: results only", async () => {
    await using chat = await talk({ backend: { reply: script }, session: { tools: [look] } });
    await chat.session.sendMessage("Go.");
    expect(chat.bodies().map(({ messages }) => messages.length)).toEqual([1, 4, 6]);
    expect(chat.session.messages.filter(({ role }) => role === "user")).toHaveLength(1);
  });
});

const schema = {
  type: "object",
  properties: {
    summary: { type: "string" },
    files: { type: "array", items: { type: "string" }, minItems: 1 },
  },
  required: ["summary", "files"],
  additionalProperties: false,
};
const signal = (id: string, payload: Record<string, unknown>) => calling([id, "signal_completion", payload]);
const prepare = (id: string, path: string, value: unknown) =>
  calling([id, "prepare_completion", { field_path: path, value }]);
const good = { summary: "All done.", files: ["a.txt"] };

describe("force_tool_choice_for_lifecycle", () => {
  const script = [signal("1", { summary: "All done." }), { text: "Let me think." }];
  const named = { type: "function", function: { name: "signal_completion" } };

  it("on: the request after validation_failed names the tool, once", async () => {
    await using chat = await talk({
      client: on("force_tool_choice_for_lifecycle"),
      backend: {
        reply: [signal("1", { summary: "x" }), prepare("2", "files", ["a.txt"]), signal("3", good)],
      },
      session: { deliverable: { schema } },
    });
    const turn = await chat.session.sendMessage("Go.", { onOutput: chat.onOutput });
    expect(JSON.parse(resultsOf(chat.events)[0]?.content ?? "")).toMatchObject({
      status: "validation_failed",
    });
    expect(chat.bodies().map(({ tool_choice: choice }) => choice)).toEqual([undefined, named, undefined]);
    expect(turn.deliverable).toEqual(good);
  });

  it("the older name: completion", async () => {
    await using chat = await talk({
      backend: { reply: [signal("1", good)] },
      session: { completion: { schema } },
    });
    expect(await chat.session.sendMessage("Go.")).toMatchObject({ completion: good, deliverable: good });
  });

  it("off: the model is free", async () => {
    await using chat = await talk({ backend: { reply: script }, session: { deliverable: { schema } } });
    expect(await chat.session.sendMessage("Go.")).toMatchObject({ text: "Let me think." });
    expect(chat.bodies().map(({ tool_choice: choice }) => choice)).toEqual([undefined, undefined]);
  });
});

describe("auto_finalize_on_complete", () => {
  const script = [
    prepare("1", "summary", "All done."),
    prepare("2", "files", ["a.txt"]),
    { text: "Anything else?" },
  ];
  const start = (
    client: { quirks?: Record<string, boolean> },
    deliverable: Partial<DeliverableOptions> = {},
  ) => talk({ client, backend: { reply: script }, session: { deliverable: { schema, ...deliverable } } });

  it("on: the signal is given in process when the gate opens, without another request", async () => {
    await using chat = await start(on("auto_finalize_on_complete"));
    const turn = await chat.session.sendMessage("Go.", { onOutput: chat.onOutput });
    expect(turn).toMatchObject({ deliverable: good, finishReason: "stop", requests: 2 });
    expect(chat.bodies()).toHaveLength(2);
    expect(chat.events.findLast(({ type }) => type === "tool-call")).toMatchObject({
      name: "signal_completion",
      arguments: good,
    });
    expect(resultsOf(chat.events).at(-1)).toMatchObject({ ok: true, content: '{"status":"completed"}' });
    await chat.session.sendMessage("Thanks.");
    expect(
      chat
        .bodies()
        .at(-1)
        ?.messages.map(({ role }) => role),
    ).toEqual(["user", "assistant", "tool", "assistant", "tool", "assistant", "tool", "assistant", "user"]);
  });

  it("on: stays closed while a completeness check reports something", async () => {
    let open = false;
    const checks = [() => undefined, () => (open ? undefined : "tests are missing")];
    await using chat = await start(on("auto_finalize_on_complete"), { checks });
    const turn = await chat.session.sendMessage("Go.", { onOutput: chat.onOutput });
    expect(turn).toMatchObject({ text: "Anything else?", requests: 3 });
    expect(turn.deliverable).toBeUndefined();
    expect(resultsOf(chat.events).at(-1)?.content).toContain("tests are missing");
    open = true;
    chat.backend.setReply(prepare("3", "summary", "Now with tests."));
    expect((await chat.session.sendMessage("And?")).deliverable).toEqual({
      ...good,
      summary: "Now with tests.",
    });
  });

  it("on: a refusal gives the model its turn, and the same payload is not signalled again", async () => {
    const look = tool("look", () => Promise.resolve({ ok: true, content: "seen" }));
    const better = prepare("4", "summary", "Better.");
    await using chat = await talk({
      client: on("auto_finalize_on_complete"),
      backend: { reply: [...script.slice(0, 2), calling(["3", "look", { city: "x" }]), better] },
      session: {
        tools: [look],
        deliverable: {
          schema,
          onComplete: ({ summary }) => (summary === "Better." ? undefined : "too vague"),
        },
      },
    });
    const turn = await chat.session.sendMessage("Go.", { onOutput: chat.onOutput });
    expect(chat.bodies()).toHaveLength(4);
    expect(chat.bodies()[2]?.messages.at(-1)?.content).toContain("too vague");
    expect(resultsOf(chat.events).map(({ name }) => name)).toEqual([
      "prepare_completion",
      "prepare_completion",
      "signal_completion",
      "look",
      "prepare_completion",
      "signal_completion",
    ]);
    expect(turn.deliverable).toEqual({ ...good, summary: "Better." });
  });

  it("off: the model has to signal itself", async () => {
    await using chat = await start({});
    const turn = await chat.session.sendMessage("Go.");
    expect(turn).toMatchObject({ text: "Anything else?", requests: 3 });
    expect(turn.deliverable).toBeUndefined();
  });
});

describe("the completion lifecycle", () => {
  it("ends the turn with the model's own signal, prepared fields included", async () => {
    await using chat = await talk({
      backend: {
        reply: [prepare("1", "files", ["a.txt"]), signal("2", { summary: "All done." }), { text: "no" }],
      },
      session: { deliverable: { schema } },
    });
    const turn = await chat.session.sendMessage("Go.");
    expect(turn).toMatchObject({ deliverable: good, requests: 2, finishReason: "stop" });
    expect(chat.bodies()[0]?.tools?.map(({ function: { name } }) => name)).toEqual([
      "prepare_completion",
      "signal_completion",
    ]);
  });

  it("answers a field that does not fit with validation_failed and leaves the payload alone", async () => {
    await using chat = await talk({
      backend: {
        reply: [
          calling(
            ["1", "prepare_completion", { field_path: "files", value: "a.txt" }],
            ["2", "prepare_completion", { field_path: "fils", value: [] }],
            ["3", "prepare_completion", { field_path: "files.name", value: "x" }],
            ["4", "prepare_completion", { value: 1 }],
            ["5", "prepare_completion", { field_path: "__proto__.polluted", value: 1 }],
            ["6", "prepare_completion", { field_path: "summary", value: "ok" }],
          ),
          { text: "Done." },
        ],
      },
      session: { deliverable: { schema } },
    });
    await chat.session.sendMessage("Go.", { onOutput: chat.onOutput });
    const answers = resultsOf(chat.events).map(
      ({ content }) => JSON.parse(content) as Record<string, unknown>,
    );
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 5 }, () => "validation_failed"),
      "prepared",
    ]);
    expect(answers[1]?.["errors"]).toMatchObject([expect.stringContaining('did you mean "files"')]);
    expect(answers[5]).toMatchObject({ missing: ["files"] });
    expect({}).not.toHaveProperty("polluted");
  });
});
