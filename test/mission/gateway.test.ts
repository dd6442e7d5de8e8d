/** What is promised of `gateway`. */
import { createClient } from "@framework/shared";
import { describe, expect } from "vitest";
import { breaksOff, says, stalls } from "./service.js";
import { failureOf, sentences, setups, Stage, user } from "./setups.js";

const stage = new Stage(setups.gateway);
const CHAT = setups.gateway.chat;
const overrides = (more: object) => ({
  framework_overrides: { base_url: `${stage.service.url}/api/v1`, ...more },
});
const bodyWith = async (api_params: object, more: object = {}) =>
  (await stage.ask(await stage.connect({ api_params, ...more }))).body as Record<string, unknown>;
const headersWith = async (config: object, env = {}) =>
  (await stage.ask(await stage.connect({ ...config }, { env }))).headers;
const tool = {
  type: "function" as const,
  function: { name: "f", parameters: { type: "object", properties: {} } },
};
const chatWithTools = async (config: object, model = "vendor/m1") => {
  stage.answer({ "GET /api/v1/models": { json: { data: [{ id: model, context_length: 8000 }] } } });
  const client = await stage.connect({ ...config }, { model });
  await client.complete([{ role: "system", content: "Be brief." }, ...user("Hi")], [tool], { retries: 0 });
  return stage.lastChat.text;
};

describe("layer 1: auth and identity", () => {
  sentences({
    "api_key overrides env and stored credentials": async () => {
      const headers = await headersWith({}, { FW_GATEWAY_API_KEY: "sk-env-0001" });
      expect(headers["authorization"]).toBe("Bearer sk-test-0001");
    },
    "FW_GATEWAY_API_KEY: API key": async () => {
      const headers = await headersWith({ api_key: undefined }, { FW_GATEWAY_API_KEY: "sk-env-0001" });
      expect(headers["authorization"]).toBe("Bearer sk-env-0001");
    },
    "http_referer: value of the HTTP-Referer header": async () => {
      expect((await headersWith({ http_referer: "https://example.org/app" }))["http-referer"]).toBe(
        "https://example.org/app",
      );
    },
    "FW_GATEWAY_HTTP_REFERER; a default project URL": async () => {
      expect(
        (await headersWith({}, { FW_GATEWAY_HTTP_REFERER: "https://env.example" }))["http-referer"],
      ).toBe("https://env.example");
      expect((await headersWith({}))["http-referer"]).toMatch(/^https:\/\//);
    },
    "app_title: value of the X-Gateway-Title header": async () => {
      expect((await headersWith({ app_title: "My App" }))["x-gateway-title"]).toBe("My App");
    },
    "FW_GATEWAY_APP_TITLE; the framework's short name": async () => {
      expect((await headersWith({}, { FW_GATEWAY_APP_TITLE: "Env App" }))["x-gateway-title"]).toBe("Env App");
      expect((await headersWith({}))["x-gateway-title"]).toBe("fw");
    },
    'app_categories: X-Gateway-Categories header; default ["cli-agent"]': async () => {
      expect((await headersWith({}))["x-gateway-categories"]).toBe("cli-agent");
    },
    "X-Gateway-Categories (comma-separated)": async () => {
      expect(
        (await headersWith({ app_categories: ["cli-agent", "ide-extension"] }))["x-gateway-categories"],
      ).toBe("cli-agent,ide-extension");
    },
    "[] opts out": async () => {
      expect(await headersWith({ app_categories: [] })).not.toHaveProperty("x-gateway-categories");
    },
    "FW_GATEWAY_APP_CATEGORIES: comma-separated categories": async () => {
      const headers = await headersWith({}, { FW_GATEWAY_APP_CATEGORIES: "ide-extension,cli-agent" });
      expect(headers["x-gateway-categories"]).toBe("ide-extension,cli-agent");
    },
    "extra_headers: extra request headers, e.g. a vendor beta header passthrough": async () => {
      expect((await headersWith({ extra_headers: { "X-Vendor-Beta": "tools-1" } }))["x-vendor-beta"]).toBe(
        "tools-1",
      );
    },
  });
});

describe("layer 2: api_params", () => {
  sentences({
    "temperature (float)": async () => {
      expect(await bodyWith({ temperature: 0 })).toMatchObject({ temperature: 0 });
    },
    "top_p: nucleus sampling": async () => {
      expect(await bodyWith({ top_p: 0.5 })).toMatchObject({ top_p: 0.5 });
    },
    "top_k (int)": async () => {
      expect(await bodyWith({ top_k: 40 })).toMatchObject({ top_k: 40 });
    },
    "max_tokens: response cap": async () => {
      expect(await bodyWith({ max_tokens: 99 })).toMatchObject({ max_tokens: 99 });
    },
    "models: fallback candidates, walked on failure of the primary": async () => {
      const { models } = await bodyWith({ models: ["vendor/m2", "vendor/m3"] });
      expect(models).toEqual(expect.arrayContaining(["vendor/m2", "vendor/m3"]));
    },
    "thinking_budget: max reasoning tokens, sent as reasoning.max_tokens": async () => {
      expect(await bodyWith({ thinking_budget: 2000 })).toMatchObject({ reasoning: { max_tokens: 2000 } });
    },
    "thinking_level: low/medium/high, sent as reasoning.effort": async () => {
      for (const level of ["low", "medium", "high"])
        expect(await bodyWith({ thinking_level: level })).toMatchObject({ reasoning: { effort: level } });
    },
    "thinking_level wins over thinking_budget when both are set": async () => {
      const { reasoning } = await bodyWith({ thinking_level: "low", thinking_budget: 2000 });
      expect(reasoning).toMatchObject({ effort: "low" });
      expect(reasoning).not.toHaveProperty("max_tokens");
    },
    "enable_thinking: extended reasoning": async () => {
      expect(await bodyWith({ enable_thinking: true })).toMatchObject({ reasoning: { enabled: true } });
      expect(await bodyWith({})).not.toHaveProperty("reasoning");
    },
    "enable_thinking: false sends no level and no budget": async () => {
      const { reasoning } = await bodyWith({
        enable_thinking: false,
        thinking_level: "high",
        thinking_budget: 9,
      });
      expect(reasoning ?? {}).not.toHaveProperty("effort");
      expect(reasoning ?? {}).not.toHaveProperty("max_tokens");
    },
    'cache_prompt "auto" (default) stamps cache_control breakpoints on the system block and the last tool definition':
      async () => {
        const sent = await chatWithTools({}, "anthropic/claude-sonnet-4");
        const { messages, tools } = JSON.parse(sent) as { messages: unknown[]; tools: unknown[] };
        expect(JSON.stringify(messages[0])).toContain("cache_control");
        expect(JSON.stringify(tools.at(-1))).toContain("cache_control");
      },
    "for two upstream families that support it": async () => {
      const { cacheFamilies } = await import("@framework/shared/plugins/model_provider/gateway");
      expect(cacheFamilies.length).toBe(2);
      expect(await chatWithTools({}, "openai/gpt-5")).not.toContain("cache_control");
    },
    "cache_prompt false stamps nothing": async () => {
      const sent = await chatWithTools({ api_params: { cache_prompt: false } }, "anthropic/claude-sonnet-4");
      expect(sent).not.toContain("cache_control");
    },
    'cache_ttl "5m" (default)': async () => {
      expect(await chatWithTools({}, "anthropic/claude-sonnet-4")).not.toContain('"1h"');
    },
    'cache_ttl "1h"': async () => {
      const sent = await chatWithTools({ api_params: { cache_ttl: "1h" } }, "anthropic/claude-sonnet-4");
      expect(sent).toContain('"ttl":"1h"');
    },
    'strict_tools adds "strict": true to each tool definition': async () => {
      expect(await chatWithTools({ api_params: { strict_tools: true } })).toContain('"strict":true');
    },
  });
});

describe("layer 3: routing, opaque pass-through", () => {
  const routed = async (routing: object) => (await bodyWith({}, { routing }))["provider"];
  const keys: [string, unknown][] = [
    ["sort", "price"],
    ["sort", "throughput"],
    ["sort", "latency"],
    ["sort", { by: "price", partition: "none" }],
    ["data_collection", "deny"],
    ["data_collection", "allow"],
    ["ignore", ["slow"]],
    ["only", ["fast"]],
    ["order", ["a", "b"]],
    ["allow_fallbacks", false],
    ["quantizations", ["fp8"]],
    ["zdr", true],
    ["a_key_of_tomorrow", { x: 1 }],
  ];
  sentences(
    Object.fromEntries(
      keys.map(([key, value]) => [
        `routing key ${key}: ${JSON.stringify(value)}`,
        async () => expect(await routed({ [key]: value })).toEqual({ [key]: value }),
      ]),
    ),
  );
  sentences({
    "only is mutually exclusive with ignore": async () => {
      expect(await failureOf(stage.connect({ routing: { only: ["a"], ignore: ["b"] } }))).toMatchObject({
        name: "ConfigurationError",
      });
    },
  });
});

describe("layer 4: framework_overrides", () => {
  sentences({
    "context_length overrides catalog window": async () => {
      expect((await stage.connect(overrides({ context_length: 500 }))).getContextLimit()).toBe(500);
      expect((await stage.connect(overrides({ context_length: 90_000 }))).getContextLimit()).toBe(90_000);
    },
    "FW_GATEWAY_CONTEXT_LENGTH: window override": async () => {
      const client = await stage.connect({}, { env: { FW_GATEWAY_CONTEXT_LENGTH: "777" } });
      expect(client.getContextLimit()).toBe(777);
    },
    "base_url: endpoint override": async () => {
      expect((await stage.ask(await stage.connect())).path).toBe("/api/v1/chat/completions");
    },
    "FW_GATEWAY_BASE_URL: endpoint override": async () => {
      const env = {
        FW_GATEWAY_BASE_URL: `${stage.service.url}/api/v1`,
        FW_GATEWAY_API_KEY: "sk-env-0001",
        FW_GATEWAY_MODEL: "vendor/m1",
      };
      const client = createClient({ providerName: "gateway", env });
      await client.connect(null, null);
      expect(client.model).toBe("vendor/m1");
      await client.close();
    },
    "connect_timeout: seconds, TCP+TLS deadline, default 15": async () => {
      const { default: definition } = await import("@framework/shared/plugins/model_provider/gateway");
      expect((await definition.knobs()).parse({}).framework_overrides.connect_timeout).toBe(15);
    },
    "request_timeout: seconds, byte-level deadline, default 600, 0 disables": async () => {
      const { default: definition } = await import("@framework/shared/plugins/model_provider/gateway");
      expect((await definition.knobs()).parse({}).framework_overrides.request_timeout).toBe(600);
      stage.answer({ [CHAT]: stalls() });
      const client = await stage.connect(overrides({ request_timeout: 1, stream_idle_timeout: 0 }));
      expect(await failureOf(client.complete(user("Hi"), undefined, { retries: 0 }))).toMatchObject({
        name: "InfrastructureError",
      });
    },
    "request_timeout holds for the catalog too": async () => {
      stage.answer({ "GET /api/v1/models": () => new Promise(() => undefined) });
      expect(await failureOf(stage.connect(overrides({ request_timeout: 0.1 })))).toMatchObject({
        name: "InfrastructureError",
        message: expect.stringContaining("0.1 s"),
      });
    },
    "FW_GATEWAY_REQUEST_TIMEOUT: seconds": async () => {
      stage.answer({ [CHAT]: stalls() });
      const client = await stage.connect({}, { env: { FW_GATEWAY_REQUEST_TIMEOUT: "1" } });
      expect(await failureOf(client.complete(user("Hi"), undefined, { retries: 0 }))).toMatchObject({
        name: expect.stringMatching(/Infrastructure|Stall/),
      });
    },
    "stream_idle_timeout: seconds, default 300, 0 disables": async () => {
      const { default: definition } = await import("@framework/shared/plugins/model_provider/gateway");
      expect((await definition.knobs()).parse({}).framework_overrides.stream_idle_timeout).toBe(300);
      stage.answer({ [CHAT]: stalls() });
      const client = await stage.connect(overrides({ stream_idle_timeout: 0.1 }));
      expect(await failureOf(client.complete(user("Hi"), undefined, { retries: 0 }))).toMatchObject({
        name: "StallTimeoutError",
      });
    },
    "FW_GATEWAY_STREAM_IDLE_TIMEOUT: seconds": async () => {
      stage.answer({ [CHAT]: stalls() });
      const client = await stage.connect({}, { env: { FW_GATEWAY_STREAM_IDLE_TIMEOUT: "0.1" } });
      expect(await failureOf(client.complete(user("Hi"), undefined, { retries: 0 }))).toMatchObject({
        name: "StallTimeoutError",
      });
    },
    "keep-alive comment lines reset the byte-level clock but not the stream-idle clock": async () => {
      stage.answer({ [CHAT]: stalls(": PROCESSING\n\n", ": PROCESSING\n\n") });
      const client = await stage.connect(overrides({ stream_idle_timeout: 0.2, request_timeout: 30 }));
      expect(await failureOf(client.complete(user("Hi"), undefined, { retries: 0 }))).toMatchObject({
        name: "StallTimeoutError",
      });
    },
  });
});

describe("endpoints", () => {
  sentences({
    "GET /models: catalog, no authentication required": async () => {
      const client = stage.client({ api_key: undefined });
      expect(await client.listModels()).toEqual(["vendor/m1"]);
    },
    "connect() reads and caches the selected model's context_length": async () => {
      const client = await stage.connect();
      const before = stage.service.asked.length;
      expect([client.getContextLimit(), client.getContextLimit()]).toEqual([8000, 8000]);
      expect(stage.service.asked).toHaveLength(before);
    },
    "Model id form <vendor>/<model-name>; gateway/auto lets the gateway choose per request": async () => {
      stage.answer({
        "GET /api/v1/models": {
          json: {
            data: [
              { id: "openrouter/auto", context_length: 9000 },
              { id: "gateway/auto", context_length: 9000 },
            ],
          },
        },
      });
      const client = await stage.connect({}, { model: "gateway/auto" });
      expect((await stage.ask(client)).body).toMatchObject({ model: expect.stringMatching(/\/auto$/) });
    },
    "keep-alive comments inside a good answer do no harm": async () => {
      const { events = [] } = says("Good.");
      stage.answer({ [CHAT]: { events: [": PROCESSING\n\n", ...events] } });
      expect(await (await stage.connect()).complete(user("Hi"))).toMatchObject({ text: "Good." });
    },
  });
});

describe("errors", () => {
  const refusal = async (status: number, json: object, headers = {}) => {
    stage.answer({ [CHAT]: { status, json, headers } });
    return failureOf((await stage.connect()).complete(user("Hi"), undefined, { retries: 0 }));
  };
  sentences({
    "APIKeyNotFoundError: no key in env or stored credentials": async () => {
      expect(await failureOf(stage.connect({ api_key: undefined }))).toMatchObject({
        name: "APIKeyNotFoundError",
        message: expect.stringContaining("FW_GATEWAY_API_KEY"),
      });
    },
    "AuthenticationError: key rejected (401/403)": async () => {
      for (const status of [401, 403])
        expect(await refusal(status, { error: { message: "no" } })).toMatchObject({
          name: "AuthenticationError",
        });
    },
    "RateLimitError: 429: rate limit; has optional retry_after seconds": async () => {
      const error = await refusal(429, { error: { message: "slow down" } }, { "retry-after": "7" });
      expect(error).toMatchObject({ name: "RateLimitError" });
      expect(error["retryAfter"] ?? error["retry_after"]).toBe(7);
    },
    "RateLimitError: credits exhausted": async () => {
      const { RateLimitError } = await import("@framework/shared/plugins/model_provider/gateway");
      expect(await refusal(402, { error: { message: "no credits" } })).toBeInstanceOf(RateLimitError);
    },
    "ModelNotFoundError: model not in the catalog": async () => {
      expect(await failureOf(stage.connect({}, { model: "vendor/m2" }))).toMatchObject({
        name: "ModelNotFoundError",
      });
    },
    "ContextLimitError: prompt exceeds the model's context window": async () => {
      const client = await stage.connect(overrides({ context_length: 50 }));
      expect(await failureOf(client.sendMessage("a word or two ".repeat(200)))).toMatchObject({
        name: "ContextLimitError",
      });
      const error = await refusal(400, {
        error: {
          message:
            "This endpoint's maximum context length is 8000 tokens. However, you requested about 9000 tokens",
          metadata: { error_type: "context_length_exceeded" },
        },
      });
      expect(error).toMatchObject({ name: "ContextLimitError" });
    },
    "InfrastructureError: upstream 5xx; retryable": async () => {
      expect(await refusal(502, { error: { message: "bad gateway" } })).toMatchObject({
        name: "InfrastructureError",
        retryable: true,
      });
    },
    "InfrastructureError: or connection failure": async () => {
      expect(
        await failureOf(stage.connect({ framework_overrides: { base_url: "http://127.0.0.1:9/api/v1" } })),
      ).toMatchObject({ name: "InfrastructureError" });
    },
    "StallTimeoutError: a retryable InfrastructureError": async () => {
      const { InfrastructureError, StallTimeoutError } =
        await import("@framework/shared/plugins/model_provider/gateway");
      expect(new StallTimeoutError("x")).toBeInstanceOf(InfrastructureError);
      expect(new StallTimeoutError("x").retryable).toBe(true);
    },
    "a broken stream is an InfrastructureError": async () => {
      stage.answer({ [CHAT]: breaksOff("Half") });
      expect(
        await failureOf((await stage.connect()).complete(user("Hi"), undefined, { retries: 0 })),
      ).toMatchObject({ name: "InfrastructureError" });
    },
  });
});
