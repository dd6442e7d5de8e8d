/** What is promised of `selfhost`. */
import { createClient } from "@framework/shared";
import { describe, expect } from "vitest";
import { breaksOff } from "./service.js";
import { failureOf, sentences, setups, Stage, user } from "./setups.js";

const stage = new Stage(setups.selfhost);
const MODELS = "GET /v1/models";
const HEALTH = "GET /health";
const served = (...data: object[]) => ({ [MODELS]: { json: { data } } });

describe("settings", () => {
  sentences({
    "host (str)": async () => {
      expect((await stage.ask(await stage.connect())).path).toBe("/v1/chat/completions");
    },
    "SELFHOST_HOST: required; server URL; no localhost fallback": async () => {
      const client = createClient({ providerName: "selfhost", env: {} });
      expect(await failureOf(client.connect(null, null, "m1"))).toMatchObject({
        name: "ValueError",
        message: expect.stringContaining("SELFHOST_HOST"),
      });
    },
    "SELFHOST_MODEL: model name as the server reports it": async () => {
      const client = createClient({
        providerName: "selfhost",
        env: { SELFHOST_HOST: stage.service.url, SELFHOST_MODEL: "m1" },
      });
      await client.connect(null, null);
      expect(client.model).toBe("m1");
      await client.close();
    },
    "SELFHOST_API_TOKEN: bearer token": async () => {
      const chat = await stage.ask(
        await stage.connect({}, { env: { SELFHOST_API_TOKEN: "env-token-0001" } }),
      );
      expect(chat.headers["authorization"]).toBe("Bearer env-token-0001");
    },
    "api_token knob, then SELFHOST_API_TOKEN": async () => {
      const chat = await stage.ask(
        await stage.connect(
          { api_token: "knob-token-0001" },
          { env: { SELFHOST_API_TOKEN: "env-token-0001" } },
        ),
      );
      expect(chat.headers["authorization"]).toBe("Bearer knob-token-0001");
    },
    "max_tokens (int, forwarded as the chat max_tokens)": async () => {
      expect((await stage.ask(await stage.connect({ max_tokens: 77 }))).body).toMatchObject({
        max_tokens: 77,
      });
    },
    "omit for the server default": async () => {
      expect((await stage.ask(await stage.connect())).body).not.toHaveProperty("max_tokens");
    },
  });
});

describe("endpoints", () => {
  sentences({
    "GET /health: 503 engine dead": async () => {
      stage.answer({ [HEALTH]: { status: 503 } });
      expect(await failureOf(stage.connect())).toMatchObject({ name: "SelfHostConnectionError" });
    },
    "a 401 here is an authentication error": async () => {
      stage.answer({ [HEALTH]: { status: 401, json: { error: "Unauthorized" } } });
      expect(await failureOf(stage.connect())).toMatchObject({ name: "SelfHostAuthenticationError" });
    },
    "200 healthy": async () => {
      await stage.connect();
      expect(stage.service.to(HEALTH).length).toBeLessThanOrEqual(1);
    },
    "GET /v1/models: served models, with max_model_len per entry; read at initialize()": async () => {
      expect((await stage.connect()).getContextLimit()).toBe(4096);
    },
    "POST /v1/chat/completions: chat; tool schemas in the chat wire format": async () => {
      const client = await stage.connect();
      await client.complete(user("Hi"), [
        { type: "function", function: { name: "f", parameters: { type: "object" } } },
      ]);
      expect(stage.lastChat.body).toMatchObject({ tools: [{ type: "function", function: { name: "f" } }] });
    },
    "A native cancel closes the client's HTTP connection pool immediately, which ends TCP": async () => {
      stage.answer({
        [setups.selfhost.chat]: { events: [{ choices: [{ delta: { content: "Go" } }] }], end: "open" },
      });
      const client = await stage.connect();
      const hungUp = new Promise<void>((resolve) => (stage.service.onHangUp = resolve));
      const running = client.complete(user("Hi"), undefined, { onOutput: () => client.cancel() });
      await hungUp;
      expect(await running).toMatchObject({ finishReason: "cancelled" });
    },
    "Providers are per session; the next session gets a fresh client": async () => {
      const [first, second] = [await stage.connect(), await stage.connect()];
      first.cancel();
      expect(await second.complete(user("Hi"))).toMatchObject({ text: "Hello." });
      expect(await first.complete(user("Hi"))).toMatchObject({ text: "Hello." });
    },
  });
});

describe("Tool-call parser flag by model family", () => {
  const rows: [string, string, string][] = [
    ["hermes (Qwen2.5, Hermes)", "Qwen/Qwen2.5-7B-Instruct", "hermes"],
    ["mistral (Mistral Instruct)", "mistralai/Mistral-7B-Instruct-v0.3", "mistral"],
    ["llama3_json (Llama 3.1)", "meta-llama/Llama-3.1-8B-Instruct", "llama3_json"],
    ["pythonic (Llama 3.2)", "meta-llama/Llama-3.2-3B-Instruct", "pythonic"],
    ["granite (IBM Granite)", "ibm-granite/granite-3.0-8b-instruct", "granite"],
    ["deepseek_v4 (DeepSeek-V4)", "deepseek-ai/DeepSeek-V4", "deepseek_v4"],
  ];
  sentences(
    Object.fromEntries(
      rows.map(([sentence, model, parser]) => [
        sentence,
        async () => {
          const { toolParserFor } = await import("@framework/shared/plugins/model_provider/selfhost");
          expect(toolParserFor(model)?.parser).toContain(parser);
        },
      ]),
    ),
  );
});

describe("context window", () => {
  sentences({
    "tier-1 max_model_len from /v1/models at initialize": async () => {
      expect((await stage.connect({}, { env: { SELFHOST_CONTEXT_LENGTH: "99999" } })).getContextLimit()).toBe(
        4096,
      );
    },
    "tier-2 profile context_length (skips auto-detect)": async () => {
      expect((await stage.connect({ context_length: 3000 })).getContextLimit()).toBe(3000);
      expect((await stage.connect({ context_length: 50_000 })).getContextLimit()).toBe(50_000);
    },
    "tier-3 SELFHOST_CONTEXT_LENGTH": async () => {
      stage.answer(served({ id: "m1" }));
      expect((await stage.connect({}, { env: { SELFHOST_CONTEXT_LENGTH: "2500" } })).getContextLimit()).toBe(
        2500,
      );
    },
    "older builds need SELFHOST_CONTEXT_LENGTH": async () => {
      stage.answer(served({ id: "m1" }));
      expect(await failureOf(stage.connect())).toMatchObject({
        name: "ContextWindowError",
        message: expect.stringContaining("SELFHOST_CONTEXT_LENGTH"),
      });
    },
    "a prompt is counted by the server where it counts: count of /tokenize": async () => {
      stage.answer({ "POST /tokenize": { json: { count: 5000, max_model_len: 4096, tokens: [] } } });
      const client = await stage.connect();
      const error = await failureOf(client.sendMessage("the sea and the sky ".repeat(800)));
      expect(error.message).toMatch(/5000 tokens \(counted by the backend\)/);
      expect(stage.service.to("POST /tokenize")[0]?.body).toMatchObject({
        model: "m1",
        add_generation_prompt: true,
      });
    },
    "or by its template and its tokenizer, as llama.cpp does": async () => {
      stage.answer({
        "POST /apply-template": { json: { prompt: "<user>the sea" } },
        "POST /tokenize": ({ body }) => {
          const isText = (body as { content?: string }).content !== undefined;
          return { json: { tokens: Array.from({ length: isText ? 5001 : 0 }, (_, place) => place) } };
        },
      });
      const client = await stage.connect();
      const error = await failureOf(client.sendMessage("the sea and the sky ".repeat(800)));
      expect(error.message).toMatch(/5001 tokens \(counted by the backend\)/);
    },
    "an adapter has its parent's window": async () => {
      stage.answer(
        served({ id: "base", max_model_len: 4000 }, { id: "lora", parent: "base", max_model_len: null }),
      );
      expect((await stage.connect({}, { model: "lora" })).getContextLimit()).toBe(4000);
    },
    "windows that other servers state are read: meta.n_ctx": async () => {
      stage.answer(served({ id: "m1", meta: { n_ctx: 3333, n_ctx_train: 131_072 } }));
      expect((await stage.connect()).getContextLimit()).toBe(3333);
    },
    "windows that other servers state are read: max_input_tokens": async () => {
      stage.answer(served({ id: "m1", max_input_tokens: 4444 }));
      expect((await stage.connect()).getContextLimit()).toBe(4444);
    },
  });
});

describe("errors", () => {
  sentences({
    "SelfHostConnectionError: server unreachable": async () => {
      expect(await failureOf(stage.connect({ host: "http://127.0.0.1:9" }))).toMatchObject({
        name: "SelfHostConnectionError",
        retryable: true,
      });
    },
    "transient, retried by the reliability layer": async () => {
      let tries = 0;
      stage.answer({
        [setups.selfhost.chat]: () =>
          (tries += 1) === 1
            ? { status: 503, json: { error: "starting" } }
            : { events: [{ choices: [{ delta: { content: "Up." }, finish_reason: "stop" }] }] },
      });
      expect(await (await stage.connect()).complete(user("Hi"))).toMatchObject({ text: "Up." });
      expect(tries).toBe(2);
    },
    "also in initialize and connect": async () => {
      let tries = 0;
      stage.answer({ [HEALTH]: () => ({ status: (tries += 1) === 1 ? 503 : 200 }) });
      await stage.connect();
      expect(tries).toBeGreaterThan(1);
    },
    "SelfHostAuthenticationError: token rejected": async () => {
      stage.answer({ [MODELS]: { status: 401, json: { error: "Unauthorized" } } });
      expect(await failureOf(stage.connect({ api_token: "wrong-token-0001" }))).toMatchObject({
        name: "SelfHostAuthenticationError",
      });
    },
    "SelfHostModelNotFoundError: model not in /v1/models": async () => {
      expect(await failureOf(stage.connect({}, { model: "m2" }))).toMatchObject({
        name: "SelfHostModelNotFoundError",
      });
    },
    "SelfHostMidStreamError: connection dropped after HTTP 200 (engine terminated early)": async () => {
      stage.answer({ [setups.selfhost.chat]: breaksOff("Half") });
      const error = await failureOf((await stage.connect()).complete(user("Hi"), undefined, { retries: 0 }));
      expect(error).toMatchObject({ name: "SelfHostMidStreamError", partialText: "Half" });
    },
  });
});
