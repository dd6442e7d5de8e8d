import { describe, expect, test } from "vitest";
import { createProvider } from "./index.js";

const key = "sk-or-marked-key-123456";

async function settingsOf(config: Record<string, unknown>, env: Record<string, string> = {}) {
  const provider = createProvider();
  await provider.initialize({ api_key: key, ...config }, { env });
  return provider.settings;
}

test("defaults", async () => {
  const { values } = await settingsOf({});
  expect(values).toMatchObject({
    app_categories: ["cli-agent"],
    extra_headers: {},
    routing: {},
    api_params: {
      models: [],
      cache_prompt: "auto",
      cache_ttl: "5m",
      strict_tools: false,
    },
    framework_overrides: {
      base_url: "https://openrouter.ai/api/v1",
      connect_timeout: 15,
      request_timeout: 600,
      stream_idle_timeout: 300,
    },
  });
});

describe("refused at initialize, with the knob's name and without the value", () => {
  test.each([
    ["api_key", { api_key: "two\nsecretlines" }],
    ["http_referer", { http_referer: "https://a\r\nX-Evil: secretlines" }],
    ["app_title", { app_title: "a\nsecretlines" }],
    ["app_title", { app_title: "Gerät" }],
    ["app_categories", { app_categories: ["a", "b", "c", "d", "e", "f"] }],
    ["app_categories.0", { app_categories: ["x".repeat(31)] }],
    ["app_categories.0", { app_categories: ["Upper Case"] }],
    ["app_categories.0", { app_categories: ["a\r\nb"] }],
    ["extra_headers", { extra_headers: { "x-beta": "a\r\nAuthorization: secretlines" } }],
    ["extra_headers", { extra_headers: { "bad name": "x" } }],
    ["extra_headers", { extra_headers: { authorization: "Bearer secretlines" } }],
    ["extra_headers", { extra_headers: { HOST: "evil" } }],
    ["extra_headers", { extra_headers: { "Content-Length": "0" } }],
    ["api_params.temperature", { api_params: { temperature: 1.5 } }],
    ["api_params.top_p", { api_params: { top_p: -1 } }],
    ["api_params.top_k", { api_params: { top_k: 1.5 } }],
    ["api_params.max_tokens", { api_params: { max_tokens: 0 } }],
    ["api_params.models", { api_params: { models: "a/b" } }],
    ["api_params.enable_thinking", { api_params: { enable_thinking: "yes" } }],
    ["api_params.thinking_budget", { api_params: { thinking_budget: 0 } }],
    ["api_params.thinking_level", { api_params: { thinking_level: "extreme" } }],
    ["api_params.cache_prompt", { api_params: { cache_prompt: "always" } }],
    ["api_params.cache_ttl", { api_params: { cache_ttl: "2h" } }],
    ["api_params.strict_tools", { api_params: { strict_tools: 1 } }],
    ["routing", { routing: { only: ["a"], ignore: ["b"] } }],
    ["framework_overrides.context_length", { framework_overrides: { context_length: 0 } }],
    ["framework_overrides.connect_timeout", { framework_overrides: { connect_timeout: -1 } }],
    ["framework_overrides.request_timeout", { framework_overrides: { request_timeout: "1m" } }],
    ["framework_overrides.stream_idle_timeout", { framework_overrides: { stream_idle_timeout: 1e9 } }],
    ["base_url", { framework_overrides: { base_url: "ftp://x" } }],
    ["temprature", { api_params: { temprature: 1 } }],
  ])("%s: %j", async (name, config) => {
    const failure = settingsOf(config);
    await expect(failure).rejects.toMatchObject({ name: "ConfigurationError" });
    await expect(failure).rejects.toThrow(name);
    await expect(failure).rejects.not.toThrow(/secretlines/);
  });
});

describe("environment", () => {
  test.each([
    ["FW_GATEWAY_BASE_URL", "http://localhost:1/api/v1", "framework_overrides.base_url"],
    ["FW_GATEWAY_HTTP_REFERER", "https://my.app", "http_referer"],
    ["FW_GATEWAY_APP_TITLE", "My App", "app_title"],
  ])("%s sets %s", async (name, value, knob) => {
    const settings = await settingsOf({}, { [name]: value });
    expect(settings.candidates(knob)[0]).toEqual({ value, kind: "env", origin: name });
  });

  test.each([
    ["FW_GATEWAY_CONTEXT_LENGTH", "4096", "framework_overrides.context_length", 4096],
    ["FW_GATEWAY_REQUEST_TIMEOUT", "0", "framework_overrides.request_timeout", 0],
    ["FW_GATEWAY_STREAM_IDLE_TIMEOUT", "2.5", "framework_overrides.stream_idle_timeout", 2.5],
    ["FW_GATEWAY_APP_CATEGORIES", "cli-agent, ide", "app_categories", ["cli-agent", "ide"]],
  ])("%s=%s sets %s", async (name, text, knob, value) => {
    const settings = await settingsOf({}, { [name]: text });
    expect(settings.candidates(knob)[0]).toEqual({ value, kind: "env", origin: name });
  });

  test("FW_GATEWAY_MODEL is the default model", async () => {
    expect((await settingsOf({}, { FW_GATEWAY_MODEL: "a/b" })).model).toBe("a/b");
  });

  test("a variable that does not fit is named", async () => {
    await expect(settingsOf({}, { FW_GATEWAY_REQUEST_TIMEOUT: "soon" })).rejects.toThrow(
      "FW_GATEWAY_REQUEST_TIMEOUT",
    );
  });

  test("an empty attribution variable is a value, an empty other one counts as unset", async () => {
    const { values } = await settingsOf(
      {},
      {
        FW_GATEWAY_HTTP_REFERER: "",
        FW_GATEWAY_APP_TITLE: "",
        FW_GATEWAY_APP_CATEGORIES: "",
        FW_GATEWAY_BASE_URL: "",
      },
    );
    expect(values).toMatchObject({
      http_referer: "",
      app_title: "",
      app_categories: [],
      framework_overrides: { base_url: "https://openrouter.ai/api/v1" },
    });
  });
});

describe("the key", () => {
  const stored = async () => ({ value: "sk-stored-key-000001", origin: "gateway_auth.json" });
  const resolved = async (config: Record<string, unknown>, env: Record<string, string>) => {
    const provider = createProvider();
    await provider.initialize(config, { env, stored });
    return provider.settings.candidates("api_key")[0];
  };

  test("comes from the knob, FW_GATEWAY_API_KEY, the vendor's variable, the store, in this order", async () => {
    const both = { OPENROUTER_API_KEY: "sk-vendor", FW_GATEWAY_API_KEY: "sk-ours" };
    expect(await resolved({ api_key: key }, both)).toMatchObject({ value: key, kind: "profile" });
    expect(await resolved({}, both)).toMatchObject({ origin: "FW_GATEWAY_API_KEY" });
    expect(await resolved({}, { OPENROUTER_API_KEY: "sk-vendor" })).toMatchObject({
      origin: "OPENROUTER_API_KEY",
    });
    expect(await resolved({}, {})).toMatchObject({ origin: "gateway_auth.json", kind: "stored" });
  });

  test("that is nowhere is told with every place that was looked at", async () => {
    const provider = createProvider();
    await expect(provider.initialize({}, { env: {} })).rejects.toMatchObject({
      name: "APIKeyNotFoundError",
      code: "credentials-missing",
      message: expect.stringMatching(/api_key.*FW_GATEWAY_API_KEY.*OPENROUTER_API_KEY.*gateway-auth/s),
    });
  });

  test("with a line end from a file is trimmed", async () => {
    expect((await settingsOf({ api_key: `${key}\n` })).secrets).toEqual([key]);
  });
});
