/** What is promised of `gpusrv`. */
import { createClient } from "@framework/shared";
import { describe, expect } from "vitest";
import { breaksOff, says } from "./service.js";
import { failureOf, sentences, setups, Stage, user } from "./setups.js";

const stage = new Stage(setups.gpusrv);
const INDEX = "POST /v2/repository/index";
const LOAD = "POST /v2/repository/models/m1/load";
const LIVE = "GET /v2/health/live";
const unready = {
  [INDEX]: { json: [{ name: "m1", version: "1", state: "UNAVAILABLE", reason: "unloaded" }] },
};

describe("settings", () => {
  sentences({
    "host: host shorthand using canonical ports": async () => {
      const { surfaceUrl } =
        await import("../../packages/shared/src/plugins/model_provider/gpusrv/addresses.js");
      expect(surfaceUrl("openai", { host: "gpu-box" })?.href).toBe("http://gpu-box:9000/");
      expect(surfaceUrl("control", { host: "gpu-box" })?.href).toBe("http://gpu-box:8000/");
    },
    "openai_url: explicit chat-surface URL": async () => {
      await stage.ask(await stage.connect({ host: "gpu-box" }));
      expect(stage.lastChat.path).toBe("/v1/chat/completions");
    },
    "a host named on this call beats the addresses of a profile": async () => {
      const client = stage.client(
        { openai_url: "http://127.0.0.1:7/", control_url: "http://127.0.0.1:7/" },
        { commonFlags: { address: "http://127.0.0.1:9" } },
      );
      expect((await failureOf(client.connect(null, null, "m1"))).message).toContain("127.0.0.1:8000");
    },
    "control_url: explicit control-surface URL": async () => {
      await stage.connect({ host: "gpu-box" });
      expect(stage.service.to(INDEX)).not.toEqual([]);
    },
    "context_length: context window": async () => {
      expect((await stage.connect({ context_length: 1234 })).getContextLimit()).toBe(1234);
    },
    "Chat URL, control URL and context length must be set at initialize; otherwise ValueError": async () => {
      for (const missing of ["openai_url", "control_url", "context_length"]) {
        const error = await failureOf(stage.connect({ [missing]: undefined }));
        expect(error, missing).toMatchObject({ name: "ValueError" });
      }
      expect(stage.service.asked).toEqual([]);
    },
    "context must be set by the operator; no auto-discovery": async () => {
      const error = await failureOf(stage.connect({ context_length: undefined }));
      expect(error.message).toMatch(/GPUSRV_CONTEXT_LENGTH/);
    },
    "api_token knob or env": async () => {
      const env = { GPUSRV_API_TOKEN: "env-token-0001" };
      expect((await stage.ask(await stage.connect({}, { env }))).headers["authorization"]).toBe(
        "Bearer env-token-0001",
      );
      const chat = await stage.ask(await stage.connect({ api_token: "knob-token-0001" }, { env }));
      expect(chat.headers["authorization"]).toBe("Bearer knob-token-0001");
    },
    "The bearer token is sent on both surfaces": async () => {
      await stage.ask(await stage.connect({ api_token: "knob-token-0001" }));
      for (const { headers, path } of stage.service.asked)
        expect(headers["authorization"], path).toBe("Bearer knob-token-0001");
    },
    "variables after the pattern: GPUSRV_OPENAI_URL, GPUSRV_CONTROL_URL, GPUSRV_CONTEXT_LENGTH, GPUSRV_MODEL":
      async () => {
        const { url } = stage.service;
        const env = {
          GPUSRV_OPENAI_URL: url,
          GPUSRV_CONTROL_URL: url,
          GPUSRV_CONTEXT_LENGTH: "2222",
          GPUSRV_MODEL: "m1",
        };
        const client = createClient({ providerName: "gpusrv", env });
        await client.connect(null, null);
        expect(client.getContextLimit()).toBe(2222);
        await client.close();
      },
  });
});

describe("endpoints", () => {
  sentences({
    "POST /v2/repository/index: request body is an empty JSON object": async () => {
      await stage.connect();
      expect(stage.service.to(INDEX)[0]?.text).toBe("{}");
    },
    "response is a top-level array of model entries": async () => {
      stage.answer({
        [INDEX]: {
          json: [
            { name: "m1", state: "READY" },
            { name: "m2", state: "READY" },
          ],
        },
      });
      expect(await (await stage.connect()).listModels()).toEqual(["m1", "m2"]);
    },
    "repository index response is not the chat catalog shape": async () => {
      stage.answer({ [INDEX]: { json: { data: [{ id: "m1" }] } } });
      expect(await failureOf(stage.connect())).toMatchObject({
        name: "GpuSrvConnectionError",
        surface: "control",
      });
    },
    "GET /v2/health/live: connectivity probe on the control surface": async () => {
      await stage.connect();
      expect(stage.service.order[0]).toBe(LIVE);
    },
    "POST /v1/chat/completions: generation": async () => {
      expect((await stage.ask(await stage.connect())).path).toBe("/v1/chat/completions");
    },
    "connect() validates the requested model against the repository index; absent = model-not-found error":
      async () => {
        stage.answer({
          [INDEX]: { json: [{ name: "other", state: "READY" }] },
          "GET /v1/models": { json: { data: [] } },
        });
        expect(await failureOf(stage.connect())).toMatchObject({
          name: "GpuSrvModelNotFoundError",
          message: expect.stringContaining("other"),
        });
      },
    "a model that the index holds ready is accepted, also when the chat lists nothing": async () => {
      stage.answer({ "GET /v1/models": { json: { data: [] } } });
      await stage.ask(await stage.connect());
    },
    "every request names max_tokens": async () => {
      const chat = await stage.ask(await stage.connect());
      const { max_tokens: limit } = chat.body as { max_tokens: number };
      expect(limit).toBeGreaterThan(3800);
      expect(limit).toBeLessThan(4096);
    },
    "a caller's own number is never lowered": async () => {
      const chat = await stage.ask(await stage.connect(), { maxTokens: 4000 });
      expect(chat.body).toMatchObject({ max_tokens: 4000 });
    },
  });
});

describe("load", () => {
  sentences({
    "With load none, the provider is passive": async () => {
      await stage.connect({ load: null });
      expect(stage.service.to(LOAD)).toEqual([]);
    },
    "body sent to the model load endpoint at connect": async () => {
      stage.answer(unready);
      const load = { parameters: { config: '{"backend":"vllm"}' } };
      await stage.connect({ load });
      expect(stage.service.to(LOAD)[0]?.body).toEqual(load);
    },
    "{} = load with stored config": async () => {
      stage.answer(unready);
      await stage.connect({ load: {} });
      expect(stage.service.to(LOAD)[0]?.body).toEqual({});
    },
    "When load is supplied, the load POST runs at connect": async () => {
      stage.answer(unready);
      await stage.connect({ load: {} });
      expect(stage.service.to(LOAD)).toHaveLength(1);
      expect(stage.service.to(setups.gpusrv.chat)).toEqual([]);
    },
    "600 s timeout (engine deserialization and KV-cache init)": async () => {
      const { readFileSync } = await import("node:fs");
      const folder = new URL("../../packages/shared/src/plugins/model_provider/gpusrv/", import.meta.url);
      const { readdirSync } = await import("node:fs");
      const source = readdirSync(folder)
        .filter((name) => name.endsWith(".ts") && !name.includes(".test."))
        .map((name) => readFileSync(new URL(name, folder), "utf8"));
      expect(source.join("")).toContain("600_000");
    },
    "a server that is not in explicit mode is told with the cure": async () => {
      const json = { error: "explicit model load / unload is not allowed if polling is enabled" };
      stage.answer({ ...unready, [LOAD]: { status: 400, json } });
      expect((await failureOf(stage.connect({ load: {} }))).message).toMatch(/--model-control-mode=explicit/);
    },
    "the reason of a broken model is told without the trace of its engine": async () => {
      const reason =
        "Internal: RuntimeError: broken on purpose\n\nAt:\n  /models/broken/1/model.py(1): <module>\n  <frozen importlib>(241)";
      stage.answer({ [INDEX]: { json: [{ name: "m1", state: "UNAVAILABLE", reason }] } });
      const { message } = await failureOf(stage.connect());
      expect(message).toContain("broken on purpose");
      expect(message).not.toContain("importlib");
    },
    "a frontend that is down is told before minutes of loading": async () => {
      stage.answer(unready);
      const error = await failureOf(stage.connect({ load: {}, openai_url: "http://127.0.0.1:9" }));
      expect(error).toMatchObject({ name: "GpuSrvConnectionError", surface: "openai" });
      expect(stage.service.to(LOAD)).toEqual([]);
    },
    "only READY models count without load": async () => {
      stage.answer(unready);
      expect(await failureOf(stage.connect())).toMatchObject({
        name: "GpuSrvModelNotFoundError",
        message: expect.stringContaining("load: {}"),
      });
    },
  });
});

describe("errors", () => {
  sentences({
    "GpuSrvConnectionError: a surface unreachable; carries surface = openai (runtime)": async () => {
      const client = await stage.connect();
      stage.answer({ [setups.gpusrv.chat]: () => new Promise(() => undefined) });
      const dead = stage.client({ openai_url: "http://127.0.0.1:9" });
      expect(
        await failureOf(
          dead.connect(null, null, "m1").then(() => dead.complete(user("Hi"), undefined, { retries: 0 })),
        ),
      ).toMatchObject({
        name: "GpuSrvConnectionError",
        surface: "openai",
      });
      client.cancel();
    },
    "or control (probe/load)": async () => {
      expect(await failureOf(stage.connect({ control_url: "http://127.0.0.1:9" }))).toMatchObject({
        name: "GpuSrvConnectionError",
        surface: "control",
      });
    },
    "GpuSrvAuthenticationError: token rejected (HTTP 401)": async () => {
      stage.answer({ [INDEX]: { status: 401, json: { error: "no" } } });
      expect(await failureOf(stage.connect({ api_token: "wrong-token-0001" }))).toMatchObject({
        name: "GpuSrvAuthenticationError",
      });
    },
    "GpuSrvModelNotFoundError: model not in the repository index": async () => {
      expect(await failureOf(stage.connect({}, { model: "nope" }))).toMatchObject({
        name: "GpuSrvModelNotFoundError",
      });
    },
    "GpuSrvLoadError: load returned non-2xx; carries status, body and the load config": async () => {
      stage.answer({ ...unready, [LOAD]: { status: 400, json: { error: "polling is enabled" } } });
      expect(await failureOf(stage.connect({ load: { parameters: {} } }))).toMatchObject({
        name: "GpuSrvLoadError",
        status: 400,
        body: expect.stringContaining("polling is enabled"),
        config: { parameters: {} },
      });
    },
    "GpuSrvMidStreamError: connection dropped mid-response after HTTP 200 (engine error)": async () => {
      stage.answer({ [setups.gpusrv.chat]: breaksOff("Half") });
      const error = await failureOf((await stage.connect()).complete(user("Hi"), undefined, { retries: 0 }));
      expect(error).toMatchObject({ name: "GpuSrvMidStreamError", partialText: "Half" });
    },
    "an answer in full is no error": async () => {
      stage.answer({ [setups.gpusrv.chat]: says("Whole.") });
      expect(await (await stage.connect()).complete(user("Hi"))).toMatchObject({ text: "Whole." });
    },
  });
});
