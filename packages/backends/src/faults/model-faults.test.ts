import { expect, test } from "vitest";
import { startBackend } from "../index.js";
import { ask, chatBody, chunks, finishReason, tool } from "../testing/client.js";
import { testFaults, type FaultTrial } from "../testing/fault-cases.js";
import { modelFaults } from "./model-faults.js";

const tools = [tool("get_weather")];
const asked = '{"city":"Paris","days":3}';

async function deltaLists({ chat }: FaultTrial) {
  const { text } = await chat({ tools });
  return {
    text,
    lists: chunks(text).flatMap((chunk) => {
      const calls = chunk.choices[0]?.delta?.tool_calls;
      return calls ? [calls] : [];
    }),
  };
}

async function deltas(trial: FaultTrial) {
  return (await deltaLists(trial)).lists.flat();
}

const joined = (list: { function: { arguments: unknown } }[]) =>
  list.map((delta) => delta.function.arguments).join("");

const argumentsAre = (text: string, finish: string) => async (trial: FaultTrial) => {
  const { text: stream, lists } = await deltaLists(trial);
  expect(joined(lists.flat())).toBe(text);
  expect(finishReason(stream)).toBe(finish);
};

const usageOf = async ({ chat }: FaultTrial) => chunks((await chat()).text);

testFaults(modelFaults, {
  "tool-no-index": async (trial) => {
    const list = await deltas(trial);
    expect(list.every((delta) => !("index" in delta))).toBe(true);
    expect(new Set(list.map((delta) => delta.id)).size).toBe(1);
    expect(joined(list)).toBe(asked);
  },
  "tool-position-only": async (trial) => {
    const { lists } = await deltaLists(trial);
    expect(lists.every((list) => list.length === 2)).toBe(true);
    expect(lists.flat().every((delta) => !("index" in delta))).toBe(true);
    expect(
      lists
        .slice(1)
        .flat()
        .every((delta) => !("id" in delta)),
    ).toBe(true);
    for (const place of [0, 1]) {
      expect(joined(lists.flatMap((list) => list[place] ?? []))).toBe(asked);
    }
  },
  "tool-repeated-ids": async (trial) => {
    const list = await deltas(trial);
    expect(list.length).toBeGreaterThan(2);
    expect(list.every((delta) => delta.id === list[0]?.id)).toBe(true);
    expect(list.every((delta) => delta.function.name === "get_weather")).toBe(true);
    expect(joined(list)).toBe(asked);
  },
  "tool-late-id": async (trial) => {
    const ids = (await deltas(trial)).flatMap((delta) => delta.id ?? []);
    expect(ids).toEqual(["pending", expect.stringMatching(/^call_/)]);
  },
  "tool-no-id": async (trial) => {
    const list = await deltas(trial);
    expect(list.every((delta) => delta.index === 0 && !("id" in delta))).toBe(true);
    expect(joined(list)).toBe(asked);
  },
  "tool-object-arguments": async (trial) => {
    expect((await deltas(trial))[0]?.function.arguments).toEqual({ city: "Paris", days: 3 });
    const whole = JSON.parse((await trial.chat({ tools, stream: false })).text);
    expect(whole.choices[0].message.tool_calls[0].function.arguments).toEqual({ city: "Paris", days: 3 });
  },
  "tool-interleaved": async (trial) => {
    const list = await deltas(trial);
    expect(list.slice(0, 4).map((delta) => delta.index)).toEqual([0, 1, 0, 1]);
    expect(joined(list.filter((delta) => delta.index === 1))).toBe(asked);
  },
  "tool-empty-arguments": argumentsAre("", "tool_calls"),
  "tool-invalid-json": argumentsAre('{"city": "Par', "tool_calls"),
  "tool-non-object": argumentsAre('["not", "an", "object"]', "tool_calls"),
  "tool-truncated": argumentsAre(asked.slice(0, 13), "length"),
  "usage-empty-choices": async (trial) => {
    expect((await usageOf(trial)).at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 8 } });
  },
  "usage-every-chunk": async (trial) => {
    expect((await usageOf(trial)).every((chunk) => chunk.usage)).toBe(true);
  },
  "usage-with-finish": async (trial) => {
    const list = await usageOf(trial);
    expect(list.filter((chunk) => chunk.usage)).toEqual([list.at(-1)]);
    expect(list.at(-1)?.choices[0]?.finish_reason).toBe("stop");
  },
  "usage-missing": async ({ chat }) => {
    const stream = await chat({ stream_options: { include_usage: true } });
    expect(stream.text).not.toContain("usage");
    expect((await chat({ stream: false })).text).not.toContain("usage");
  },
});

test("tool faults bend the scripted call and leave the turn after its result alone", async () => {
  const backend = await startBackend("selfhost", { fault: "tool-repeated-ids" });
  const url = `${backend.url}/v1/chat/completions`;
  const calls = async (body: Record<string, unknown>) =>
    chunks((await ask(url, { body })).text).flatMap((chunk) => chunk.choices[0]?.delta?.tool_calls ?? []);
  const result = [{ role: "tool", tool_call_id: "x", content: "rain" }];
  expect(await calls(chatBody({ tools, messages: result }))).toEqual([]);
  expect(await calls(chatBody())).toEqual([]);
  backend.setReply({ toolCalls: [{ id: "mine", name: "other", arguments: { a: 1 } }] });
  expect((await calls(chatBody({ tools })))[1]).toMatchObject({ id: "mine", function: { name: "other" } });
  await backend.close();
});
