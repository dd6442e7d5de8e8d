import { describe, expect, test } from "vitest";
import { chatBody } from "../../../chat/request.js";
import type { CallOptions } from "../../../provider/provider.js";
import { knobs } from "./knobs.js";
import { catalogNames, gatewayBody, wireModel } from "./request.js";

const base = new URL("https://openrouter.ai/api/v1");
const build = (config: Record<string, unknown>, options: CallOptions = {}) =>
  gatewayBody(
    chatBody("openai/gpt-5", [{ role: "user", content: "hi" }], options),
    knobs.parse(config),
    base,
  );

test("without any wish the body is the plain chat body", () => {
  expect(build({})).toEqual({
    model: "openai/gpt-5",
    messages: [{ role: "user", content: "hi" }],
    stream: true,
    stream_options: { include_usage: true },
  });
});

describe("api_params", () => {
  test.each([
    ["temperature", 0],
    ["temperature", 0.7],
    ["top_p", 0.9],
    ["top_k", 0],
    ["top_k", 40],
    ["max_tokens", 1024],
  ])("%s: %s is sent, zero included", (key, value) => {
    expect(build({ api_params: { [key]: value } })[key]).toBe(value);
  });

  test("what the call asks for wins", () => {
    const body = build(
      { api_params: { temperature: 0.7, top_p: 0.9, max_tokens: 1024 } },
      { temperature: 0, topP: 0.1, maxTokens: 5 },
    );
    expect(body).toMatchObject({ temperature: 0, top_p: 0.1, max_tokens: 5 });
  });

  test("fallback models are sent, an empty list is not", () => {
    expect(build({ api_params: { models: ["a/b", "gateway/auto"] } })["models"]).toEqual([
      "a/b",
      "openrouter/auto",
    ]);
    expect(build({ api_params: { models: [] } })).not.toHaveProperty("models");
  });

  test.each([
    [{ enable_thinking: true, thinking_level: "low" }, { effort: "low" }],
    [{ enable_thinking: true, thinking_budget: 2000 }, { max_tokens: 2000 }],
    [{ enable_thinking: true, thinking_level: "high", thinking_budget: 2000 }, { effort: "high" }],
    [{ enable_thinking: true }, { enabled: true }],
    [{ enable_thinking: false, thinking_level: "high" }, undefined],
    [{ thinking_budget: 2000 }, { max_tokens: 2000 }],
    [{ thinking_level: "low" }, { effort: "low" }],
    [{}, undefined],
  ])("reasoning for %j is %j", (params, reasoning) => {
    expect(build({ api_params: params })["reasoning"]).toEqual(reasoning);
  });

  test("strict_tools goes inside the function of each tool; a tool that says otherwise keeps its word", () => {
    const tools = [
      { type: "function" as const, function: { name: "a" } },
      { type: "function" as const, function: { name: "b", strict: false } },
    ];
    const strict = build({ api_params: { strict_tools: true } }, { tools }).tools;
    expect(strict?.map((tool) => tool.function.strict)).toEqual([true, false]);
    expect(build({}, { tools }).tools?.[0]?.function).not.toHaveProperty("strict");
    expect(build({ api_params: { strict_tools: true } })).not.toHaveProperty("tools");
  });
});

test("routing is handed on untouched as `provider`, an empty one is not", () => {
  const routing = {
    sort: { by: "price", partition: "model" },
    data_collection: "deny",
    ignore: ["slow"],
    order: ["fast"],
    allow_fallbacks: false,
    quantizations: ["fp8"],
    zdr: true,
    max_price: { prompt: 1 },
    invented_tomorrow: [1, { deep: null }],
  };
  expect(build({ routing })["provider"]).toEqual(routing);
  expect(build({ routing: {} })).not.toHaveProperty("provider");
});

describe("model names", () => {
  test("gateway/auto has the real service's name at the real service only", () => {
    expect(wireModel("gateway/auto", base)).toBe("openrouter/auto");
    expect(wireModel("gateway/auto", new URL("https://eu.openrouter.ai/api/v1"))).toBe("openrouter/auto");
    for (const other of ["http://localhost:1/api/v1", "https://notopenrouter.ai/v1"]) {
      expect(wireModel("gateway/auto", new URL(other))).toBe("gateway/auto");
    }
    expect(wireModel("a/b", base)).toBe("a/b");
  });

  test("a variant is looked up by its own name, then by its model's", () => {
    expect(catalogNames("a/b:nitro")).toEqual(["a/b:nitro", "a/b"]);
    expect(catalogNames("a/b")).toEqual(["a/b"]);
  });
});
