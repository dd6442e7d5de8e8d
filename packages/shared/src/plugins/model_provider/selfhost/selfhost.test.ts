import { type Backend, startBackend } from "@framework/backends";
import { afterEach, describe, expect, it } from "vitest";
import { catalogWindow, readCatalog } from "./catalog.js";
import { createProvider, toolParserFor } from "./index.js";
import { retryAtOnce } from "../../../testing/retry-at-once.js";

retryAtOnce();

const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const item of running.splice(0)) await item.close();
});

type BackendOptions = Parameters<typeof startBackend<"selfhost">>[1];

async function start(options: BackendOptions = {}): Promise<Backend> {
  const backend = await startBackend("selfhost", options);
  running.push(backend);
  return backend;
}

async function initialized(config: Record<string, unknown>, env: Record<string, string> = {}) {
  const provider = createProvider();
  running.push(provider);
  await provider.initialize(config, { env });
  return provider;
}

describe("settings", () => {
  it("need a host and have no localhost fallback", async () => {
    await expect(initialized({})).rejects.toMatchObject({
      name: "ValueError",
      message: expect.stringContaining("SELFHOST_HOST"),
    });
  });

  it("take host, model and token from the environment, the profile first", async () => {
    const backend = await start({ apiKey: "token-from-env-1" });
    const provider = await initialized(
      { host: backend.url },
      { SELFHOST_HOST: "http://127.0.0.1:9", SELFHOST_API_TOKEN: "token-from-env-1" },
    );
    const [first = ""] = await provider.listModels();
    expect(backend.requests.at(-1)?.headers.authorization).toBe("Bearer token-from-env-1");
    const second = await initialized(
      {},
      { SELFHOST_HOST: backend.url, SELFHOST_API_TOKEN: "token-from-env-1", SELFHOST_MODEL: first },
    );
    await second.connect();
    expect(second.model).toBe(first);
  });

  it("name the ways to choose a model when none is named", async () => {
    const models = ["one", "two"].map((id) => ({ id, contextLength: 4096 }));
    const provider = await initialized({ host: (await start({ models })).url });
    await expect(provider.connect()).rejects.toThrow(/SELFHOST_MODEL/);
  });

  it("send max_tokens only when it is set; the call's own limit wins", async () => {
    const backend = await start();
    const lastBody = () => backend.requests.at(-1)?.body as { max_tokens?: number };
    const plain = await initialized({ host: backend.url });
    const [model] = await plain.listModels();
    await plain.connect(model);
    await plain.complete([{ role: "user", content: "hi" }]);
    expect(lastBody()).not.toHaveProperty("max_tokens");
    const limited = await initialized({ host: backend.url, max_tokens: 77 });
    await limited.connect(model);
    await limited.complete([{ role: "user", content: "hi" }]);
    expect(lastBody().max_tokens).toBe(77);
    await limited.complete([{ role: "user", content: "hi" }], undefined, { maxTokens: 5 });
    expect(lastBody().max_tokens).toBe(5);
  });
});

describe("the window", () => {
  const models = [{ id: "base", contextLength: 8192 }];

  it("comes from max_model_len", async () => {
    const provider = await initialized(
      { host: (await start({ models })).url },
      { SELFHOST_CONTEXT_LENGTH: "999" },
    );
    await provider.connect("base");
    expect(provider.contextWindow).toMatchObject({
      tokens: 8192,
      source: "catalog",
      rejected: [{ tokens: 999, source: "env" }],
    });
  });

  it("comes from the profile without detection, in either direction", async () => {
    const provider = await initialized({ host: (await start({ models })).url, context_length: 100_000 });
    await provider.connect("base");
    expect(provider.contextWindow).toMatchObject({ tokens: 100_000, source: "profile" });
  });

  it("of an adapter is its parent's", () => {
    const catalog = readCatalog({
      data: [
        { id: "base", max_model_len: 8192 },
        { id: "lora", parent: "base", max_model_len: null },
        { id: "lora-of-lora", parent: "lora", max_model_len: null },
        { id: "orphan", parent: "gone", max_model_len: null },
        { id: "loop", parent: "loop", max_model_len: null },
      ],
    });
    const window = (id: string) => catalogWindow({ id, models: catalog ?? [] })?.tokens;
    expect(["base", "lora", "lora-of-lora", "orphan", "loop"].map(window)).toEqual([
      8192,
      8192,
      8192,
      undefined,
      undefined,
    ]);
  });

  it("comes from SELFHOST_CONTEXT_LENGTH for builds that report none, else it is an error", async () => {
    const backend = await start({ models: [{ id: "old", contextLength: null }] });
    const told = await initialized({ host: backend.url }, { SELFHOST_CONTEXT_LENGTH: "4096" });
    await told.connect("old");
    expect(told.contextWindow).toMatchObject({ tokens: 4096, source: "env" });
    const untold = await initialized({ host: backend.url });
    await expect(untold.connect("old")).rejects.toMatchObject({
      name: "ContextWindowError",
      code: "context-window",
    });
  });
});

describe("health comes before everything else", () => {
  it("a dead engine is a connection error that says so", async () => {
    const backend = await start({ fault: { name: "503", on: "health" } });
    await expect(initialized({ host: backend.url })).rejects.toMatchObject({
      name: "SelfHostConnectionError",
      message: expect.stringContaining("engine is dead"),
    });
  });

  it("a 401 is an authentication error, from the probe or from the list", async () => {
    const probing = await start({ fault: { name: "401", on: "health" } });
    await expect(initialized({ host: probing.url })).rejects.toMatchObject({
      name: "SelfHostAuthenticationError",
    });
    const guarded = await start({ apiKey: "the-right-token-123" });
    await expect(initialized({ host: guarded.url })).rejects.toMatchObject({
      name: "SelfHostAuthenticationError",
      message: expect.stringContaining("SELFHOST_API_TOKEN"),
    });
    await expect(initialized({ host: guarded.url, api_token: "a-wrong-token-1234" })).rejects.toMatchObject({
      name: "SelfHostAuthenticationError",
      message: expect.stringContaining("--api-key"),
    });
  });

  it("an unreachable server is a connection error with its address", async () => {
    await expect(initialized({ host: "127.0.0.1:9" })).rejects.toMatchObject({
      name: "SelfHostConnectionError",
      retryable: true,
      message: expect.stringContaining("http://127.0.0.1:9"),
    });
  });

  it("an address that leads elsewhere is told as such", async () => {
    const backend = await start({ fault: { name: "html-error", status: 200, on: "catalog" } });
    await expect(initialized({ host: backend.url })).rejects.toThrow(/did not answer with a model list/);
  });
});

describe("models", () => {
  it("an unknown name is answered with the served ones and the nearest", async () => {
    const provider = await initialized({
      host: (await start({ models: [{ id: "qwen3-32b", contextLength: 1 }] })).url,
    });
    await expect(provider.connect("qwen3-23b")).rejects.toMatchObject({
      name: "SelfHostModelNotFoundError",
      message: expect.stringMatching(/did you mean "qwen3-32b".*serves: qwen3-32b/s),
    });
  });

  it("an empty catalog is told as such", async () => {
    const provider = await initialized({ host: (await start({ models: [] })).url });
    await expect(provider.connect("any")).rejects.toThrow(/serves no model at all/);
  });

  it("the host may carry a path and a trailing /v1", async () => {
    const backend = await start();
    const provider = await initialized({ host: `${backend.url}/v1/` });
    expect((await provider.listModels()).length).toBeGreaterThan(0);
  });
});

describe("a tool call that came as plain text", () => {
  const tools = [{ type: "function" as const, function: { name: "lookup" } }];
  const notices = async (text: string, offered = tools) => {
    const backend = await start({ models: [{ id: "Qwen2.5-7B", contextLength: 4096 }], reply: { text } });
    const provider = await initialized({ host: backend.url });
    await provider.connect("Qwen2.5-7B");
    const seen: string[] = [];
    await provider.complete([{ role: "user", content: "x" }], offered, {
      onOutput: (event) => event.type === "notice" && seen.push(event.text),
    });
    return seen;
  };

  it.each([
    '<tool_call>{"name": "lookup", "arguments": {}}</tool_call>',
    '{"name": "lookup", "parameters": {"city": "Oslo"}}',
  ])("gets a hint: %s", async (text) => {
    expect(await notices(text)).toEqual([expect.stringContaining("--tool-call-parser hermes")]);
  });

  it("gets none when it is an ordinary answer or no tool was offered", async () => {
    expect(await notices("I would use lookup for that.")).toEqual([]);
    expect(await notices("<tool_call>", [])).toEqual([]);
  });
});

describe("tool-call parsers", () => {
  it.each([
    ["Qwen/Qwen2.5-72B-Instruct", "hermes"],
    ["NousResearch/Hermes-3", "hermes"],
    ["Qwen3-Coder-480B", "qwen3_coder"],
    ["Qwen/Qwen3.5-122B", "qwen3_coder"],
    ["mistralai/Mistral-Small-Instruct", "mistral"],
    ["meta-llama/Llama-3.1-70B", "llama3_json"],
    ["meta-llama/Llama-3.2-3B", "pythonic"],
    ["meta-llama/Llama-4-Scout", "llama4_pythonic"],
    ["ibm-granite/granite-3.3-8b", "granite"],
    ["deepseek-ai/DeepSeek-V4", "deepseek_v4"],
    ["openai/gpt-oss-120b", "openai"],
    ["unheard-of", undefined],
  ])("for %s is %s", (model, parser) => {
    expect(toolParserFor(model)?.parser).toBe(parser);
  });
});

describe("forced tool calls", () => {
  const tool = (more: object = {}, parameters: object = {}) => ({
    type: "function" as const,
    function: {
      name: "f",
      parameters: { type: "object", properties: { a: { type: "string" } }, ...parameters },
      ...more,
    },
  });
  const called = async (...given: Parameters<typeof tool>) => {
    const { url } = await start({ looseCalls: true });
    const provider = await initialized({ host: url });
    await provider.connect("demo-model");
    const turn = await provider.complete([{ role: "user", content: "hi" }], [tool(...given)], {
      toolChoice: { type: "function", function: { name: "f" } },
    });
    return [turn.toolCalls.length, turn.invalidToolCalls.length];
  };

  it("are held to their schema by vLLM because plain tools are marked strict", async () => {
    expect(await called()).toEqual([1, 0]);
    expect(await called({ strict: false })).toEqual([0, 1]);
    expect(await called({}, { patternProperties: { "^x": {} } })).toEqual([0, 1]);
  });

  it("name no tool to llama.cpp, which knows only words: it is the only one offered", async () => {
    const backend = await start({
      models: [{ id: "m", contextLength: 4096, entry: { owned_by: "llamacpp" } }],
    });
    const provider = await initialized({ host: backend.url });
    await provider.connect("m");
    const other = { ...tool(), function: { ...tool().function, name: "other" } };
    await provider.complete([{ role: "user", content: "hi" }], [other, tool()], {
      toolChoice: { type: "function", function: { name: "f" } },
    });
    expect(backend.requests.at(-1)?.body).toMatchObject({
      tools: [{ function: { name: "f" } }],
      tool_choice: "required",
    });
    expect(backend.requests.at(-1)?.body).not.toHaveProperty("tools.0.function.strict");
  });
});
