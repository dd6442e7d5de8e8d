import type { Backend } from "@framework/backends";
import { describe, expect, it } from "vitest";
import { failureOf, gpusrvStage, knobsFor, loads, user } from "../../../testing/gpusrv-stage.js";
import { startStub } from "../../../testing/stub-service.js";
import { GpuSrvConnectionError } from "./index.js";
import { readIndex, readServedNames } from "./repository.js";

const { start, initialized, connected } = gpusrvStage();

describe("initialize", () => {
  it.each([
    ["chat URL", { control_url: "http://x", context_length: 1 }],
    ["control URL", { openai_url: "http://x", context_length: 1 }],
    ["context length", { host: "x" }],
  ])("without the %s is a ValueError that names it", async (what, config) => {
    await expect(initialized(config)).rejects.toMatchObject({
      name: "ValueError",
      message: expect.stringContaining(what),
    });
  });

  it("names everything that is missing at once", async () => {
    await expect(initialized({})).rejects.toThrow(/openai_url.*control_url.*context_length/);
  });

  it("probes the control plane's liveness", async () => {
    const backend = await start();
    await initialized(knobsFor(backend));
    expect(backend.requests).toMatchObject([{ surface: "control", method: "GET", path: "/v2/health/live" }]);
  });

  it("a busy control plane is not told as one that is switched off", async () => {
    await using stub = await startStub(() => ({ status: 429, headers: { "retry-after": "3600" } }));
    const { origin: url } = stub;
    const error = await failureOf(initialized({ openai_url: url, control_url: url, context_length: 4096 }));
    expect(error).toMatchObject({ code: "rate-limit", status: 429, retryAfter: 3600 });
    expect(error).not.toMatchObject({ message: expect.stringContaining("off by default") });
  });

  it("takes every setting from the environment, the profile first", async () => {
    const backend = await start({ apiKey: "token-0123456789" });
    const provider = await initialized(
      {},
      {
        GPUSRV_OPENAI_URL: backend.urls.openai,
        GPUSRV_CONTROL_URL: backend.urls.control ?? "",
        GPUSRV_CONTEXT_LENGTH: "5000",
        GPUSRV_API_TOKEN: "token-0123456789",
        GPUSRV_MODEL: "demo-model",
      },
    );
    await provider.connect();
    expect(provider.model).toBe("demo-model");
    expect(provider.contextWindow).toMatchObject({
      tokens: 5000,
      source: "env",
      detail: expect.stringContaining("GPUSRV_CONTEXT_LENGTH"),
    });
    const both = await initialized(knobsFor(backend, { api_token: "token-0123456789" }), {
      GPUSRV_CONTEXT_LENGTH: "5000",
      GPUSRV_API_TOKEN: "another-token",
    });
    await both.connect("demo-model");
    expect(both.contextWindow).toMatchObject({
      tokens: 4096,
      source: "profile",
      rejected: [{ tokens: 5000 }],
    });
  });

  it("expands GPUSRV_HOST to the canonical ports", async () => {
    const error = await failureOf(initialized({}, { GPUSRV_HOST: "127.0.0.2", GPUSRV_CONTEXT_LENGTH: "1" }));
    expect(error).toMatchObject({ message: expect.stringContaining("http://127.0.0.2:8000/") });
  });
});

describe("surfaces", () => {
  it("get the bearer token both", async () => {
    const backend = await start({ apiKey: "token-0123456789" });
    const provider = await connected(backend, "demo-model", { api_token: "token-0123456789" });
    await provider.complete(user("hi"));
    expect(new Set(backend.requests.map(({ surface }) => surface))).toEqual(new Set(["control", "openai"]));
    for (const { headers } of backend.requests) expect(headers.authorization).toBe("Bearer token-0123456789");
  });

  it("get further headers, whose values are never shown", async () => {
    const restricted = { header: "X-Admin-Key", value: "header-secret-1" };
    const backend = await start({ restricted });
    const refused = await failureOf(connected(backend, "demo-model"));
    expect(refused).toMatchObject({
      name: "GpuSrvAuthenticationError",
      message: expect.stringContaining("extra_headers"),
    });
    const provider = await connected(backend, "demo-model", {
      extra_headers: { "X-Admin-Key": "header-secret-1" },
    });
    backend.setFault({ name: "500", message: "bad header-secret-1" });
    const error = await failureOf(provider.complete(user("hi"), undefined, { retries: 0 }));
    expect(String(error)).not.toContain("header-secret-1");
  });

  it("are named by a connection error", async () => {
    const backend = await start();
    const provider = await connected(backend, "demo-model");
    backend.setFault({ name: "refuse", surface: "openai" });
    const chat = await failureOf(provider.complete(user("hi"), undefined, { retries: 0 }));
    expect(chat).toBeInstanceOf(GpuSrvConnectionError);
    expect(chat).toMatchObject({ name: "GpuSrvConnectionError", surface: "openai", retryable: true });
    const connect = await failureOf(provider.connect("demo-model"));
    expect(connect).toMatchObject({ name: "GpuSrvConnectionError", surface: "openai" });
    backend.setFault({ name: "refuse", surface: "control" });
    const probe = await failureOf(initialized(knobsFor(backend)));
    expect(probe).toMatchObject({
      name: "GpuSrvConnectionError",
      surface: "control",
      message: expect.stringContaining("--enable-kserve-frontends"),
    });
    const load = await failureOf(provider.connect("demo-model"));
    expect(load).toMatchObject({ name: "GpuSrvConnectionError", surface: "control" });
  });

  it("reject a token with 401", async () => {
    const backend = await start({ apiKey: "token-0123456789" });
    await expect(initialized(knobsFor(backend, { api_token: "wrong-token-000" }))).rejects.toMatchObject({
      name: "GpuSrvAuthenticationError",
      retryable: false,
    });
    await expect(initialized(knobsFor(backend))).rejects.toThrow(/GPUSRV_API_TOKEN/);
  });

  it("that are something else are told so", async () => {
    const backend = await start();
    const noControl = initialized(knobsFor(backend, { control_url: backend.urls.openai }));
    await expect(noControl).rejects.toMatchObject({
      name: "GpuSrvConnectionError",
      surface: "control",
      status: 404,
    });
  });
});

describe("the repository index", () => {
  it("is asked for with an empty object", async () => {
    const backend = await start();
    await connected(backend, "demo-model");
    const request = backend.requests.find(({ path }) => path === "/v2/repository/index");
    expect(request).toMatchObject({ surface: "control", method: "POST", body: {} });
  });

  it("without the model is a model-not-found error that helps", async () => {
    const backend = await start();
    await expect(connected(backend, "demo-modl")).rejects.toMatchObject({
      name: "GpuSrvModelNotFoundError",
      message: expect.stringMatching(/did you mean "demo-model".*spare-model/),
    });
  });

  it("with a model that is not loaded says its state and reason, and how to load it", async () => {
    const models = [
      { id: "never", ready: false },
      { id: "broken", loadError: "CUDA out of memory" },
    ];
    const backend = await start({ models });
    await expect(connected(backend, "never")).rejects.toMatchObject({
      name: "GpuSrvModelNotFoundError",
      message: expect.stringMatching(/not loaded.*load: \{\}/),
    });
    await expect(connected(backend, "broken")).rejects.toThrow(/UNAVAILABLE: CUDA out of memory/);
    expect(loads(backend)).toEqual([]);
  });

  it("counts a model as ready when any of its versions is", () => {
    const failed = { name: "m", version: "1", state: "UNAVAILABLE", reason: "no file" };
    const ready = { name: "m", version: "2", state: "READY" };
    const expected = [{ name: "m", state: "READY", reason: "" }];
    expect(readIndex([failed, ready])).toEqual(expected);
    expect(readIndex([ready, failed])).toEqual(expected);
    expect(readIndex([failed, null, { version: "3" }])).toMatchObject([
      { state: "UNAVAILABLE", reason: "no file" },
    ]);
    expect(readIndex({ data: [] })).toBeUndefined();
  });

  it("cannot put escapes on a terminal", () => {
    const hostile = { name: "m", state: "UNAVAILABLE", reason: "no\u001b]0;x\u0007 file" };
    expect(readIndex([{ name: "\u001b[2J", state: "READY" }, hostile])).toEqual([
      { name: "m", state: "UNAVAILABLE", reason: "no ]0;x file" },
    ]);
    expect(readServedNames({ data: [{ id: "a\u009b" }, { id: "b" }] })).toEqual(["b"]);
  });

  it("accepts adapters that only the chat frontend lists, and lists them with their base", async () => {
    const backend = await start();
    const provider = await connected(backend, "demo-model_lora_demo-adapter");
    expect((await provider.complete(user("hi"))).text).toContain("hi");
    expect(await provider.describeModels()).toMatchObject([
      { id: "demo-model", state: "READY", context_length: 4096, context_source: "profile" },
      { id: "spare-model", state: "not loaded" },
      { id: "demo-model_lora_demo-adapter", parent: "demo-model" },
    ]);
    expect(await provider.listModels("demo-model_")).toEqual(["demo-model_lora_demo-adapter"]);
  });
});

describe("chat", () => {
  const limitOf = (backend: Backend) =>
    (backend.requests.at(-1)?.body as { max_tokens?: number } | undefined)?.max_tokens ?? 0;

  it("always has a token limit, so that the frontend's 16 do not cut the answer", async () => {
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(" ");
    const backend = await start({ reply: { text: words } });
    const provider = await connected(backend, "demo-model");
    const turn = await provider.complete(user("hi"));
    expect(turn).toMatchObject({ finishReason: "stop", text: words });
    expect(limitOf(backend)).toBeGreaterThan(3900);
    expect(limitOf(backend)).toBeLessThan(4096);
  });

  it("asks for what is surely free, never less than 32, and says when that is little", async () => {
    const backend = await start();
    const provider = await connected(backend, "demo-model");
    const words = (count: number) => user("the sea and the sky ".repeat(count / 5));
    await provider.complete(words(1500));
    expect(limitOf(backend)).toBeGreaterThan(1000);
    expect(limitOf(backend)).toBeLessThan(4096 - 1500);
    const notices: string[] = [];
    const fresh = await connected(backend, "demo-model");
    await fresh.complete(words(3900), undefined, {
      onOutput: (event) => event.type === "notice" && notices.push(event.text),
    });
    expect(limitOf(backend)).toBe(32);
    expect(notices).toEqual([expect.stringMatching(/may have 32 tokens.*of the window of 4096/)]);
  });

  it("learns from the counts that come back how much is free", async () => {
    const backend = await start({ reply: { text: "Blue." } });
    const provider = await connected(backend, "demo-model");
    const question = user("the sea and the sky ".repeat(400));
    await provider.complete(question);
    const first = limitOf(backend);
    const { message } = await provider.complete(question);
    expect(limitOf(backend)).toBeGreaterThan(first + 200);
    await provider.complete([...question, message, ...user("And now?")]);
    expect(limitOf(backend)).toBeGreaterThan(first + 200);
  });

  it("never lowers a limit that the caller names", async () => {
    const backend = await start();
    const provider = await connected(backend, "demo-model");
    await provider.complete(user("hi"), undefined, { maxTokens: 4 });
    expect(limitOf(backend)).toBe(4);
    const refused = provider.complete(user("hi"), undefined, { maxTokens: 1_000_000 });
    await expect(refused).rejects.toMatchObject({ name: "ContextLimitError" });
    expect(limitOf(backend)).toBe(1_000_000);
  });

  it("that does not fit is a context limit error", async () => {
    const backend = await start({ models: [{ id: "m", contextLength: 100 }] });
    const provider = await connected(backend, "m");
    await expect(provider.complete(user("x ".repeat(2000)))).rejects.toMatchObject({
      name: "ContextLimitError",
      message: expect.stringContaining("exceeds maximum input length"),
    });
  });

  it("with a model that is unknown by now is a model-not-found error", async () => {
    const backend = await start();
    const provider = await connected(backend, "demo-model");
    backend.setFault("model-not-found");
    await expect(provider.complete(user("hi"))).rejects.toMatchObject({ name: "GpuSrvModelNotFoundError" });
  });

  it("shows the frontend's own words for a refusal", async () => {
    const backend = await start({ toolParser: false });
    const provider = await connected(backend, "demo-model");
    const tools = [{ type: "function" as const, function: { name: "lookup" } }];
    await expect(provider.complete(user("hi"), tools)).rejects.toMatchObject({
      name: "RequestError",
      message: expect.stringContaining("requires --tool-call-parser to be set"),
    });
  });

  it("that ends without its last line is a mid-stream error with the text so far", async () => {
    const backend = await start({ reply: { chunks: ["one ", "two ", "three"] } });
    const provider = await connected(backend, "demo-model");
    backend.setFault("end-without-finish");
    const error = await failureOf(provider.complete(user("hi"), undefined, { retries: 0 }));
    expect(error).toMatchObject({ name: "GpuSrvMidStreamError", partialText: expect.stringMatching(/^one/) });
  });
});

describe("answers", () => {
  const hi = [{ role: "user" as const, content: "hi" }];

  it("that were cut at the limit are told as cut, although the frontend says stop", async () => {
    const reply = { text: "one two three", finishReason: "stop", usage: { completionTokens: 16 } };
    const provider = await connected(await start({ reply }), "demo-model");
    const cut = await provider.complete(hi, undefined, { maxTokens: 16 });
    expect(cut.finishReason).toBe("length");
    expect((await provider.complete(hi, undefined, { maxTokens: 17 })).finishReason).toBe("stop");
  });

  it("whose stream breaks before the first word are asked for once without streaming, and that is said", async () => {
    const backend = await start({ fault: { name: "close-mid-stream", afterChunks: 0, times: 1 } });
    const provider = await connected(backend, "demo-model");
    const notices: string[] = [];
    const turn = await provider.complete(hi, undefined, {
      onOutput: (event) => event.type === "notice" && notices.push(event.text),
    });
    expect(turn.finishReason).toBe("stop");
    expect(backend.requests.at(-1)?.body).toMatchObject({ stream: false });
    expect(notices.join()).toContain("without streaming");
  });
});
