import { describe, expect, test } from "vitest";
import type { Message, Tool } from "../../../provider/messages.js";
import { chatBody } from "../../../chat/request.js";
import { withCacheMarks } from "./prompt-cache.js";

const auto = { cache_prompt: "auto", cache_ttl: "5m" } as const;
const mark = { type: "ephemeral" };
const tool = (name: string): Tool => ({ type: "function", function: { name } });
const conversation: Message[] = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "Hello" },
];
const body = (model: string, messages = conversation, tools = [tool("b"), tool("c"), tool("a")]) =>
  chatBody(model, messages, { tools });

describe("auto", () => {
  test.each(["anthropic/claude-sonnet-4.5", "~anthropic/claude-latest", "qwen/qwen3-max"])(
    "marks the system block and the last tool for %s",
    (model) => {
      const { messages, tools } = withCacheMarks(body(model), auto);
      expect(messages[0]?.content).toEqual([{ type: "text", text: "Be brief.", cache_control: mark }]);
      expect(messages[1]).toEqual({ role: "user", content: "Hello" });
      expect(tools?.map((entry) => entry.function.name)).toEqual(["a", "b", "c"]);
      expect(tools?.map((entry) => "cache_control" in entry)).toEqual([false, false, true]);
    },
  );

  test.each(["openai/gpt-5", "google/gemini-3-pro", "gateway/auto", "someone/anthropic/x"])(
    "leaves %s as it is",
    (model) => {
      const plain = body(model);
      expect(withCacheMarks(plain, auto)).toBe(plain);
    },
  );
});

test("true marks every model, false none", () => {
  const plain = body("openai/gpt-5");
  expect(JSON.stringify(withCacheMarks(plain, { ...auto, cache_prompt: true }))).toContain("cache_control");
  const claude = body("anthropic/claude-sonnet-4.5");
  expect(withCacheMarks(claude, { ...auto, cache_prompt: false })).toBe(claude);
});

test("the longer life is named in every mark", () => {
  const { messages, tools } = withCacheMarks(body("anthropic/x"), { ...auto, cache_ttl: "1h" });
  const long = { type: "ephemeral", ttl: "1h" };
  expect(messages[0]?.content).toEqual([{ type: "text", text: "Be brief.", cache_control: long }]);
  expect(tools?.at(-1)).toMatchObject({ cache_control: long });
});

test("the order of the tools does not change the prefix", () => {
  const names = [
    ["x", "m", "a"],
    ["a", "x", "m"],
    ["m", "a", "x"],
  ];
  const prefixes = names.map((order) =>
    JSON.stringify(withCacheMarks(body("anthropic/x", conversation, order.map(tool)), auto)),
  );
  expect(new Set(prefixes).size).toBe(1);
});

test("nothing of the caller's is changed", () => {
  const before = body("anthropic/x", [{ role: "system", content: [{ type: "text", text: "a" }] }]);
  const copy = structuredClone(before);
  withCacheMarks(before, auto);
  expect(before).toEqual(copy);
});

test("of several system messages and parts, the last text before the conversation is marked", () => {
  const { messages } = withCacheMarks(
    body("anthropic/x", [
      { role: "system", content: "first" },
      {
        role: "system",
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
      },
      { role: "user", content: "Hello" },
      { role: "system", content: "later" },
    ]),
    auto,
  );
  expect(messages[0]?.content).toBe("first");
  expect(messages[1]?.content).toEqual([
    { type: "text", text: "a" },
    { type: "text", text: "b", cache_control: mark },
  ]);
  expect(messages[3]?.content).toBe("later");
});

test("there are never more than four marks, the caller's included", () => {
  const marked = { type: "text" as const, text: "x", cache_control: mark };
  for (const own of [0, 1, 2, 3, 4]) {
    const question: Message = { role: "user", content: Array.from({ length: own }, () => ({ ...marked })) };
    const result = withCacheMarks(body("anthropic/x", [...conversation, question]), auto);
    const count = JSON.stringify(result).split("cache_control").length - 1;
    expect(count).toBe(Math.min(4, own + 2));
  }
});

test("without a system block or tools there is nothing to mark", () => {
  const result = withCacheMarks(body("anthropic/x", [{ role: "user", content: "Hello" }], []), auto);
  expect(JSON.stringify(result)).not.toContain("cache_control");
  expect(result).not.toHaveProperty("tools");
});

test.each(["", [{ type: "text" as const, text: "" }]])(
  "an empty system block (%j) is not marked",
  (content) => {
    const result = withCacheMarks(
      body("anthropic/x", [{ role: "system", content }, ...conversation.slice(1)], []),
      auto,
    );
    expect(JSON.stringify(result)).not.toContain("cache_control");
  },
);
