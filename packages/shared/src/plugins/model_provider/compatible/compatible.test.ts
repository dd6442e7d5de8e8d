/** The presets in front of servers that are like the real ones, and what holds for a server that nobody has described. */
import { type Backend, type LikenessName, startBackend } from "@framework/backends";
import { afterEach, describe, expect, test } from "vitest";
import type { ChatBody } from "../../../chat/request.js";
import type { ModelProvider } from "../../../provider/provider.js";
import { loadProvider } from "../../registry.js";
import { createProvider } from "./index.js";
import type { Preset } from "./preset.js";
import { PRESETS } from "./presets.js";

const KEY = "key-for-tests-0001";
const USER = [{ role: "user" as const, content: "the sea" }];
let backend: Backend;
let provider: ModelProvider;
afterEach(async () => {
  await provider.close();
  await backend.close();
});

async function start(
  options: Parameters<typeof startBackend<"compatible">>[1],
  config: Record<string, unknown> = {},
) {
  backend = await startBackend("compatible", options);
  provider = createProvider();
  await provider.initialize({ base_url: backend.url, ...config }, { env: {} });
}

describe.each(PRESETS)("$name", (preset: Preset) => {
  test("finds the window where it is stated, chats with its key, and sends only what is taken", async () => {
    const like = preset.name as LikenessName;
    backend = await startBackend("compatible", {
      like,
      apiKey: KEY,
      models: [{ id: "m", contextLength: 4321 }],
    });
    provider = (await loadProvider(preset.name)).create();
    const own = preset.windows?.length ? {} : { context_length: 4321 };
    await provider.initialize({ base_url: backend.url, api_key: KEY, ...own }, { env: {} });
    await provider.connect("m");
    expect(provider.getContextLimit()).toBe(4321);
    const notices: string[] = [];
    const turn = await provider.complete(USER, undefined, {
      maxTokens: 50,
      seed: 1,
      presencePenalty: 0.1,
      frequencyPenalty: 0.1,
      onOutput: (event) => event.type === "notice" && notices.push(event.text),
    });
    expect(turn.text).toContain("sea");
    expect(turn.usage?.output_tokens).toBeGreaterThan(0);
    expect(notices.join(" ")).toBe(
      preset.refuses ? `${preset.product} takes no ${preset.refuses.join(" and no ")}: not sent.` : "",
    );
    const { body } = backend.requests.at(-1) ?? {};
    for (const [name, called] of Object.entries(preset.renames ?? {})) {
      expect(body).toHaveProperty(called ?? "");
      expect(body).not.toHaveProperty(name);
    }
    const listed = await provider.listModels();
    expect(listed).toEqual(preset.models === false ? [] : ["m"]);
    await provider.initialize({ base_url: backend.url, api_key: "wrong-key-0001", ...own }, { env: {} });
    const refused = provider.connect("m").then(() => provider.complete(USER));
    await expect(refused).rejects.toMatchObject({ code: "credentials-rejected" });
  });
});

test("a preset without a documented window looks where servers usually state one, and below its whole address", async () => {
  backend = await startBackend("compatible", {
    like: "groq",
    models: [{ id: "m", entry: { context_window: 100 } }],
  });
  provider = (await loadProvider("groq")).create();
  await provider.initialize({ base_url: backend.url, api_key: KEY }, { env: {} });
  await provider.connect("m");
  expect(provider.contextWindow).toMatchObject({ tokens: 100, source: "catalog" });
  const unversioned = (await loadProvider("deepseek")).create();
  await unversioned.initialize({ api_key: KEY }, { env: {} });
  expect(unversioned.endpoints[0]?.href).toBe("https://api.deepseek.com/chat/completions");
  await unversioned.close();
});

describe("a server that nobody has described", () => {
  test.each([
    { max_model_len: 100 },
    { context_window: 100 },
    { meta: { n_ctx: 100, n_ctx_train: 4096 } },
    { max_input_tokens: "100" },
  ])("states its window in %o", async (entry) => {
    await start({ models: [{ id: "m", entry: { context_length: undefined, ...entry } }] });
    await provider.connect("m");
    expect(provider.contextWindow).toMatchObject({ tokens: 100, source: "catalog" });
  });

  test("states none: the knob does, and without it the error names it", async () => {
    await start({ models: [{ id: "m" }] });
    await expect(provider.connect("m")).rejects.toThrow(
      /never guessed.*Set context_length or COMPATIBLE_CONTEXT_LENGTH/,
    );
    await provider.initialize({ base_url: backend.url, context_length: 77 }, { env: {} });
    await provider.connect("m");
    expect(provider.contextWindow).toMatchObject({ tokens: 77, source: "profile" });
  });

  test("a stated window narrows what the server says and never widens it", async () => {
    await start({ models: [{ id: "m", contextLength: 100 }] }, { context_length: 1000 });
    const notices: string[] = [];
    await provider.connect("m", { onNotice: (text) => notices.push(text) });
    expect(provider.getContextLimit()).toBe(100);
    expect(notices[0]).toContain("never widens");
  });

  test("is Ollama all the same: that is noticed, and its window is the one it is loaded with", async () => {
    await start({ like: "ollama", models: [{ id: "m:latest", contextLength: 4096 }] });
    const notices: string[] = [];
    await provider.connect("m", { onNotice: (text) => notices.push(text) });
    expect(provider.contextWindow).toMatchObject({ tokens: 4096, source: "live" });
    expect(notices).toEqual(["This is Ollama; `preset: ollama` says so at once."]);
  });

  test.each(["empty", "missing"] as const)(
    "lists no models (%s): a window makes it usable",
    async (catalog) => {
      await start({ catalog }, { context_length: 2048 });
      await provider.connect("demo-model");
      expect((await provider.complete(USER)).finishReason).toBe("stop");
      await provider.initialize({ base_url: backend.url }, { env: {} });
      await expect(provider.connect("demo-model")).rejects.toMatchObject({
        code: catalog === "empty" ? "model-not-found" : "context-window",
      });
    },
  );

  test("gets the headers and the options that are set for it, and what a call says wins", async () => {
    await start({}, { headers: { "X-Team": "blue" }, options: { top_k: 4, temperature: 0.1 } });
    await provider.connect("demo-model");
    await provider.complete(USER, undefined, { temperature: 0.9 });
    expect(backend.requests.at(-1)).toMatchObject({
      headers: { "x-team": "blue" },
      body: { top_k: 4, temperature: 0.9, model: "demo-model" },
    });
  });
});

describe("Ollama", () => {
  const connect = async (model: object, isCheck = false) => {
    await start(
      { like: "ollama", models: [{ id: "m", contextLength: 4096, ...model }] },
      { preset: "ollama" },
    );
    await provider.connect("m", { isCheck });
  };
  const asked = () => backend.requests.map(({ path }) => path);

  test("a model that is not loaded is loaded, because only then its window is known", async () => {
    await connect({ loaded: false });
    expect(provider.contextWindow).toMatchObject({ tokens: 4096, source: "live" });
    expect(asked()).toContain("/api/generate");
  });

  test("what its file says needs no load", async () => {
    await connect({ loaded: false, numCtx: 2000 });
    expect(provider.contextWindow).toMatchObject({ tokens: 2000, source: "catalog" });
    expect(asked()).not.toContain("/api/generate");
  });

  test("a check loads nothing", async () => {
    await expect(connect({ loaded: false }, true)).rejects.toMatchObject({ code: "context-window" });
    expect(asked()).not.toContain("/api/generate");
  });
});

describe("a key belongs to its service", () => {
  const use = async (config: Record<string, unknown>, env: Record<string, string>) => {
    await start({ apiKey: KEY }, {});
    await provider.initialize({ base_url: backend.url, ...config }, { env });
    return provider.settings.candidates("api_key").map(({ origin }) => origin);
  };

  test("a vendor's variable counts with its preset and with no other", async () => {
    const env = { GROQ_API_KEY: KEY, OPENAI_API_KEY: "sk-other-0001" };
    expect(await use({ preset: "groq" }, env)).toEqual(["GROQ_API_KEY"]);
    await provider.initialize({ base_url: backend.url }, { env });
    expect(provider.settings.candidates("api_key")).toEqual([]);
  });

  test.each([
    ["the vendor's own key at the vendor's own address needs no question", { preset: "groq" }, "default"],
    ["at another address it does", { preset: "groq", base_url: "http://127.0.0.1:9/v1" }, "profile"],
    ["our own variable says nothing of the vendor", { preset: "together" }, "profile"],
  ])("%s", async (_title, config, addressFrom) => {
    await start({});
    const uses: unknown[] = [];
    const env = { GROQ_API_KEY: KEY, COMPATIBLE_API_KEY: _title.startsWith("our") ? KEY : "" };
    await provider.initialize(config, { env, guard: async (one) => void uses.push(one.addressFrom) });
    expect(uses).toEqual([addressFrom]);
  });
});

describe("tool_choice", () => {
  const tools = ["a", "b"].map((name) => ({ type: "function" as const, function: { name } }));
  const sent = async (like: LikenessName, toolChoice: "none" | "required" | "b") => {
    await start({ like, models: [{ id: "m", contextLength: 4096 }] }, { preset: like });
    await provider.connect("m");
    const notices: string[] = [];
    await provider.complete(USER, tools, {
      toolChoice: toolChoice === "b" ? { type: "function", function: { name: "b" } } : toolChoice,
      onOutput: (event) => event.type === "notice" && notices.push(event.text),
    });
    const { tools: offered = [], tool_choice: choice } = (backend.requests.at(-1)?.body ??
      {}) as Partial<ChatBody>;
    return {
      offered: offered.map((tool) => tool.function.name).join(" "),
      choice,
      notices: notices.join(" "),
    };
  };

  test("a tool that llama.cpp cannot be told by name is the only one it is offered", async () => {
    const { notices, ...rest } = await sent("llamacpp", "b");
    expect(rest).toEqual({ offered: "b", choice: "required" });
    expect(notices).toContain('The chat template of "m" drops tools');
  });

  test("Ollama ignores it: a named tool is the only one, none are none, and the rest is told", async () => {
    expect(await sent("ollama", "b")).toMatchObject({ offered: "b", choice: undefined });
    await provider.close();
    await backend.close();
    expect(await sent("ollama", "none")).toEqual({ offered: "", choice: undefined, notices: "" });
    await provider.close();
    await backend.close();
    const { notices } = await sent("ollama", "required");
    expect(notices).toContain("Ollama takes no tool_choice: not sent.");
  });
});

test("Azure: the deployment stands in the path, the version in the query, the key in a header of its own", async () => {
  backend = await startBackend("compatible", { like: "azure", apiKey: KEY });
  provider = (await loadProvider("azure-openai")).create();
  const env = { AZURE_OPENAI_ENDPOINT: backend.url.replace(/\/openai$/, ""), AZURE_OPENAI_API_KEY: KEY };
  await provider.initialize({ context_length: 1000 }, { env });
  await provider.connect("demo-model");
  await provider.complete(USER);
  expect(backend.requests.at(-1)).toMatchObject({
    path: "/openai/deployments/demo-model/chat/completions",
    query: { "api-version": "2024-10-21" },
    headers: { "api-key": KEY },
  });
  await provider.initialize(
    { context_length: 1, base_url: `${backend.url}/v1?api-version=preview` },
    { env },
  );
  expect(provider.endpoints[0]?.href).toBe(`${backend.url}/v1/chat/completions?api-version=preview`);
});

test.each([
  ["0.0.0.0", "http://127.0.0.1:11434/v1/chat/completions"],
  [":9999", "http://127.0.0.1:9999/v1/chat/completions"],
  ["https://ollama.com", "https://ollama.com/v1/chat/completions"],
])("OLLAMA_HOST=%s", async (host, url) => {
  backend = await startBackend("compatible");
  provider = (await loadProvider("Ollama")).create();
  await provider.initialize({}, { env: { OLLAMA_HOST: host } });
  expect(provider.endpoints[0]?.href).toBe(url);
});
