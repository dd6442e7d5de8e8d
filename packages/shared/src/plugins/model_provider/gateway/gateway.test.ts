import { type Backend, startBackend } from "@framework/backends";
import { afterEach, describe, expect, it } from "vitest";
import type { Message } from "../../../provider/messages.js";
import { resolveSettings } from "../../../settings/resolve.js";
import gateway, { createProvider } from "./index.js";
import * as errors from "./errors.js";
import { gatewayDialect } from "./dialect.js";

const key = "sk-or-marked-key-123456";
const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const item of running.splice(0)) await item.close();
});

type BackendOptions = Parameters<typeof startBackend<"gateway">>[1];

async function start(options: BackendOptions = {}): Promise<Backend> {
  const backend = await startBackend("gateway", { apiKey: key, ...options });
  running.push(backend);
  return backend;
}

async function initialized(
  backend: { url: string },
  config: Record<string, unknown> = {},
  env: Record<string, string> = {},
) {
  const provider = createProvider();
  running.push(provider);
  await provider.initialize(
    { api_key: key, ...config },
    { env: { FW_GATEWAY_BASE_URL: backend.url, ...env } },
  );
  return provider;
}

async function connected(backend: { url: string }, config?: Record<string, unknown>, model = "demo/model") {
  const provider = await initialized(backend, config);
  await provider.connect(model);
  return provider;
}

const hello: Message[] = [{ role: "user", content: "hello there" }];
const once = { retries: 0 };
const chatOf = (backend: Backend) => {
  const request = backend.requests.findLast(({ path }) => path.endsWith("/chat/completions"));
  return { headers: request?.headers, body: request?.body as Record<string, unknown> };
};

describe("headers", () => {
  it("name the application under our names and the service's", async () => {
    const backend = await start();
    await (await connected(backend)).complete(hello);
    expect(chatOf(backend).headers).toMatchObject({
      authorization: `Bearer ${key}`,
      "http-referer": expect.stringMatching(/^https:/),
      "x-gateway-title": "fw",
      "x-openrouter-title": "fw",
      "x-gateway-categories": "cli-agent",
      "x-openrouter-categories": "cli-agent",
    });
  });

  it("carry what the profile says, further headers included", async () => {
    const backend = await start();
    const provider = await connected(backend, {
      http_referer: "https://my.app",
      app_title: "My Tool",
      app_categories: ["ide", "cli-agent"],
      extra_headers: { "Anthropic-Beta": "context-1m", "X-Gateway-Title": "Other" },
    });
    await provider.complete(hello);
    expect(chatOf(backend).headers).toMatchObject({
      "http-referer": "https://my.app",
      "x-gateway-title": "Other",
      "x-openrouter-title": "My Tool",
      "x-openrouter-categories": "ide,cli-agent",
      "anthropic-beta": "context-1m",
    });
  });

  it("are left out when they are empty", async () => {
    const backend = await start();
    const env = { FW_GATEWAY_HTTP_REFERER: "", FW_GATEWAY_APP_TITLE: "" };
    const provider = await initialized(backend, { app_categories: [] }, env);
    await provider.connect("demo/model");
    await provider.complete(hello);
    for (const name of ["http-referer", "x-gateway-title", "x-openrouter-title", "x-gateway-categories"]) {
      expect(chatOf(backend).headers).not.toHaveProperty(name);
    }
  });
});

describe("models", () => {
  it("are read once per client", async () => {
    const backend = await start();
    const provider = await initialized(backend);
    await provider.listModels();
    await provider.connect("demo/model");
    await provider.connect("anthropic/demo-sonnet");
    expect(await provider.listModels("anthropic/")).toEqual(["anthropic/demo-sonnet"]);
    expect(backend.requests.filter(({ path }) => path === "/api/v1/models")).toHaveLength(1);
  });

  it("are asked for again after a failure", async () => {
    const backend = await start({ fault: { name: "501", on: "catalog", times: 1 } });
    const provider = await initialized(backend);
    await expect(provider.connect("demo/model")).rejects.toBeInstanceOf(errors.InfrastructureError);
    await provider.connect("demo/model");
    expect(provider.getContextLimit()).toBe(131_072);
  });

  it("are described with their window, modalities and prices", async () => {
    const provider = await initialized(await start());
    expect((await provider.describeModels("anthropic/"))[0]).toMatchObject({
      id: "anthropic/demo-sonnet",
      context_length: 200_000,
      context_source: "catalog",
      input_modalities: ["text", "image"],
      prompt_price: "0.000001",
    });
  });

  it("that the catalog lacks are not found, with the nearest name", async () => {
    const provider = await initialized(await start());
    await expect(provider.connect("demo/modle")).rejects.toMatchObject({
      name: "ModelNotFoundError",
      message: expect.stringMatching(/did you mean "demo\/model"\?.*fw models/s),
    });
  });

  it("can be served in a variant that the catalog does not list", async () => {
    const backend = await start();
    const provider = await connected(backend, {}, "demo/model:nitro");
    expect(provider.getContextLimit()).toBe(131_072);
  });

  it("are walked on failure of the first one", async () => {
    const backend = await start({
      models: [
        { id: "first/down", contextLength: 1000, down: true },
        { id: "second/up", contextLength: 1000 },
      ],
    });
    const provider = await connected(backend, { api_params: { models: ["second/up"] } }, "first/down");
    expect((await provider.complete(hello, undefined, once)).model).toBe("second/up");
    expect(chatOf(backend).body).toMatchObject({ model: "first/down", models: ["second/up"] });
  });
});

describe("window", () => {
  it("is the catalog's", async () => {
    const provider = await connected(await start());
    expect(provider.contextWindow).toMatchObject({ tokens: 131_072, source: "catalog", rejected: [] });
  });

  it.each([4096, 9_000_000])("is overridden by the variable, to %s", async (tokens) => {
    const provider = await initialized(await start(), {}, { FW_GATEWAY_CONTEXT_LENGTH: String(tokens) });
    await provider.connect("demo/model");
    expect(provider.contextWindow).toMatchObject({
      tokens,
      source: "env",
      rejected: [{ tokens: 131_072, source: "catalog" }],
    });
  });

  it("is overridden by the profile before the variable", async () => {
    const backend = await start();
    const provider = await initialized(
      backend,
      { framework_overrides: { context_length: 5000, base_url: backend.url } },
      { FW_GATEWAY_CONTEXT_LENGTH: "6000" },
    );
    await provider.connect("demo/model");
    expect(provider.contextWindow).toMatchObject({ tokens: 5000, source: "profile" });
  });

  it("that nobody states is an error, never a guess", async () => {
    const backend = await start({ models: [{ id: "new/model" }] });
    const provider = await initialized(backend);
    await expect(provider.connect("new/model")).rejects.toMatchObject({
      name: "ContextWindowError",
      message: expect.stringContaining("FW_GATEWAY_CONTEXT_LENGTH"),
    });
  });

  it.each([
    [{ only: ["otherhost"] }, 65_536],
    [{ ignore: ["DemoHost"] }, 65_536],
    [{ quantizations: ["bf16"] }, 65_536],
    [{ order: ["otherhost"], allow_fallbacks: false }, 65_536],
    [{ order: ["otherhost"] }, 131_072],
    [{ only: ["demohost", "otherhost"] }, 131_072],
    [{ only: ["unheard-of"] }, 131_072],
  ])("under the routing %j is %s", async (routing, tokens) => {
    const provider = await connected(await start(), { routing });
    expect(provider.contextWindow).toMatchObject({ tokens, source: "catalog" });
  });

  it("is that of the only endpoint when the catalog promises more", async () => {
    const model = {
      id: "demo/model:free",
      contextLength: 100_000,
      endpoints: [{ provider: "Small", contextLength: 8000 }],
    };
    const provider = await connected(await start({ models: [model] }), {}, "demo/model:free");
    expect(provider.getContextLimit()).toBe(8000);
  });
});

describe("gateway/auto", () => {
  const auto = { id: "openrouter/auto", contextLength: 2_000_000 };

  it("has the window its catalog entry states, and is sent by our name to other hosts", async () => {
    const backend = await start({ models: [{ id: "demo/model", contextLength: 1000 }, auto] });
    const provider = await connected(backend, {}, "gateway/auto");
    expect(provider.getContextLimit()).toBe(2_000_000);
    expect((await provider.complete(hello)).model).toBe("demo/model");
    expect(chatOf(backend).body["model"]).toBe("gateway/auto");
  });

  it("has no window without an entry, unless one is given", async () => {
    const backend = await start();
    await expect(connected(backend, {}, "gateway/auto")).rejects.toMatchObject({
      name: "ContextWindowError",
    });
    const provider = await initialized(backend, {}, { FW_GATEWAY_CONTEXT_LENGTH: "7000" });
    await provider.connect("gateway/auto");
    expect(provider.getContextLimit()).toBe(7000);
  });
});

describe("turns", () => {
  it("report cached tokens and what was charged", async () => {
    const backend = await start({ reply: { text: "ok", usage: { promptTokens: 1000, cachedTokens: 800 } } });
    const { usage } = await (await connected(backend)).complete(hello);
    expect(usage).toMatchObject({ prompt_tokens: 1000, cached_tokens: 800 });
    expect(usage?.cost).toBeGreaterThan(0);
  });

  it("that the vendor cut off are not called complete", async () => {
    const backend = await start({ reply: { text: "half", nativeFinishReason: "max_tokens" } });
    expect((await (await connected(backend)).complete(hello)).finishReason).toBe("length");
  });

  it("keep reasoning apart and send its details back unmodified", async () => {
    const backend = await start({ reply: { text: "answer", reasoning: "thinking about it" } });
    const provider = await connected(backend);
    const turn = await provider.complete(hello);
    expect([turn.text, turn.reasoning]).toEqual(["answer", "thinking about it"]);
    await provider.complete([...hello, turn.message, ...hello]);
    const { messages } = chatOf(backend).body as { messages: unknown[] };
    expect(messages[1]).toMatchObject({ reasoning_details: turn.message.reasoning_details });
    expect(turn.message.reasoning_details).toHaveLength(1);
  });

  it("mark what may be cached, for the families that need it", async () => {
    const backend = await start();
    const question: Message[] = [{ role: "system", content: "Be brief." }, ...hello];
    await (await connected(backend, {}, "anthropic/demo-sonnet")).complete(question);
    expect(JSON.stringify(chatOf(backend).body["messages"])).toContain("cache_control");
    await (await connected(backend)).complete(question);
    expect(JSON.stringify(chatOf(backend).body["messages"])).not.toContain("cache_control");
  });
});

describe("clocks", () => {
  const clocksOf = async (overrides: Record<string, number>) => {
    const config = { api_key: key, framework_overrides: overrides };
    const settings = await resolveSettings(gateway, config, { env: {} });
    const unused = () => {
      throw new Error("nothing is sent");
    };
    const access = { definition: gateway, settings, ask: unused, send: unused, measure: unused };
    return gatewayDialect(access).timeouts;
  };

  it("are 15, 600 and 300 seconds, or what the profile says; 0 disables", async () => {
    expect(await clocksOf({})).toEqual({ connect: 15_000, request: 600_000, streamIdle: 300_000 });
    expect(await clocksOf({ connect_timeout: 0, request_timeout: 0, stream_idle_timeout: 1.5 })).toEqual({
      connect: 0,
      request: 0,
      streamIdle: 1500,
    });
  });

  const waiting = async (overrides: Record<string, number>) => {
    const backend = await start();
    const provider = await connected(backend, {
      framework_overrides: { base_url: backend.url, ...overrides },
    });
    return { backend, run: () => provider.complete(hello, undefined, once) };
  };

  it("of the stream: comments do not count as chunks", async () => {
    const { backend, run } = await waiting({ stream_idle_timeout: 0.2 });
    backend.setFault({ name: "keep-alive-stall", delayMs: 20 });
    const error: unknown = await run().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(errors.StallTimeoutError);
    expect(error).toBeInstanceOf(errors.InfrastructureError);
    expect(error).toMatchObject({ retryable: true, code: "stall", partialText: expect.stringMatching(/./) });
    await backend.nextClientClose();
  });

  it("of the bytes: silence ends the call also when the stream clock is off", async () => {
    const { backend, run } = await waiting({ stream_idle_timeout: 0, request_timeout: 0.2 });
    backend.setFault("stall-mid-stream");
    await expect(run()).rejects.toMatchObject({ name: "InfrastructureError", code: "mid-stream" });
  });

  it("switched off wait for a slow answer", async () => {
    const { backend, run } = await waiting({
      stream_idle_timeout: 0,
      request_timeout: 0,
      connect_timeout: 0,
    });
    backend.setReply({ text: "a b", firstDelayMs: 300 });
    expect((await run()).text).toBe("a b");
  });
});

it("a proxy in its place (LiteLLM): its key is checked as any other, its window is read", async () => {
  const backend = await startBackend("compatible", { like: "litellm", apiKey: "sk-proxy-0001" });
  const provider = createProvider();
  const at = (api_key: string) =>
    provider.initialize({ api_key, framework_overrides: { base_url: backend.url } }, { env: {} });
  try {
    await at("sk-proxy-0001");
    await expect(provider.checkCredential?.()).resolves.toContain("answered with it");
    await provider.connect("demo-model");
    expect(provider.getContextLimit()).toBe(16_384);
    await at("sk-wrong-0001");
    await expect(provider.checkCredential?.()).rejects.toMatchObject({ name: "AuthenticationError" });
  } finally {
    await provider.close();
    await backend.close();
  }
});

describe("error classes", () => {
  it("stand where their names promise", () => {
    expect(errors.CreditsExhaustedError.prototype).toBeInstanceOf(errors.RateLimitError);
    expect(errors.PermissionDeniedError.prototype).toBeInstanceOf(errors.AuthenticationError);
    expect(errors.StallTimeoutError.prototype).toBeInstanceOf(errors.InfrastructureError);
  });

  it("are all declared", () => {
    const declared = gateway.errors.map(({ error }) => error.name);
    expect(declared.sort()).toEqual(Object.keys(errors).sort());
  });
});
