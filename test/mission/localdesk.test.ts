/** What is promised of `localdesk`. */
import { createClient } from "@framework/shared";
import { describe, expect } from "vitest";
import type { Routes } from "./service.js";
import { failureOf, sentences, setups, Stage, user } from "./setups.js";

const stage = new Stage(setups.localdesk);
const LIVE = "GET /api/v1/models";
const CATALOG = "GET /api/v0/models";
const LOAD = "POST /api/v1/models/load";

/** The live list of one model with these instances. */
const live = (instances: object[], more: object = {}): Routes => ({
  [LIVE]: {
    json: {
      models: [{ type: "llm", key: "m1", max_context_length: 8192, loaded_instances: instances, ...more }],
    },
  },
});
const catalog = (entry: object): Routes => ({
  [CATALOG]: { json: { data: [{ id: "m1", type: "llm", ...entry }] } },
});
const noLive: Routes = { [LIVE]: { status: 404, json: {} } };
const loadBody = () => stage.service.to(LOAD)[0]?.body;

describe("settings", () => {
  sentences({
    "host overrides the host env var": async () => {
      await stage.connect({}, { env: { LOCALDESK_HOST: "http://127.0.0.1:9" } });
    },
    "LOCALDESK_HOST: server URL": async () => {
      const client = createClient({ providerName: "localdesk", env: { LOCALDESK_HOST: stage.service.url } });
      await client.connect(null, null, "m1");
      await client.close();
    },
    "the default {host} is http://localhost:1234": async () => {
      const { default: definition } = await import("@framework/shared/plugins/model_provider/localdesk");
      const knobs = await definition.knobs();
      expect(knobs.parse({})).toMatchObject({ host: "http://localhost:1234" });
    },
    "LOCALDESK_MODEL: default model": async () => {
      const client = stage.client({}, { env: { LOCALDESK_MODEL: "m1" } });
      await client.connect(null, null);
      expect(client.model).toBe("m1");
    },
    "LOCALDESK_CONTEXT_LENGTH: integer override": async () => {
      const client = await stage.connect({}, { env: { LOCALDESK_CONTEXT_LENGTH: "2048" } });
      expect(client.getContextLimit()).toBe(2048);
    },
    "LOCALDESK_API_TOKEN: bearer token": async () => {
      const chat = await stage.ask(
        await stage.connect({}, { env: { LOCALDESK_API_TOKEN: "env-token-0001" } }),
      );
      expect(chat.headers["authorization"]).toBe("Bearer env-token-0001");
    },
    "api_token knob, then LOCALDESK_API_TOKEN, highest priority first": async () => {
      const env = { LOCALDESK_API_TOKEN: "env-token-0001" };
      const chat = await stage.ask(await stage.connect({ api_token: "knob-token-0001" }, { env }));
      expect(chat.headers["authorization"]).toBe("Bearer knob-token-0001");
    },
    "none by default: no token, no header": async () => {
      expect((await stage.ask(await stage.connect())).headers).not.toHaveProperty("authorization");
    },
    "context_length: context window override": async () => {
      expect((await stage.connect({ context_length: 1024 })).getContextLimit()).toBe(1024);
    },
  });
});

describe("endpoints", () => {
  sentences({
    "POST /v1/chat/completions: chat": async () => {
      await stage.ask(await stage.connect());
      expect(stage.lastChat.path).toBe("/v1/chat/completions");
    },
    "GET /api/v0/models: model catalog; each entry reports max_context_length": async () => {
      stage.answer({ ...noLive, ...catalog({ max_context_length: 6000 }) });
      expect((await stage.connect()).getContextLimit()).toBe(6000);
    },
    "the catalog is v0: a model that only v0 lists is there": async () => {
      stage.answer({ [LIVE]: { json: { models: [] } }, ...catalog({ max_context_length: 6000 }) });
      expect((await stage.connect()).getContextLimit()).toBe(6000);
    },
    "a live list of another shape does not hide the catalog": async () => {
      stage.answer({ [LIVE]: { json: { data: [] } }, ...catalog({ max_context_length: 6000 }) });
      expect((await stage.connect()).getContextLimit()).toBe(6000);
    },
    "GET /api/v1/models: live loaded instances with active config": async () => {
      stage.answer(live([{ id: "m1", config: { context_length: 3000 } }]));
      expect((await stage.connect()).getContextLimit()).toBe(3000);
    },
    "probed at initialize/connect": async () => {
      await stage.connect();
      expect(stage.service.order.some((route) => route === LIVE || route === CATALOG)).toBe(true);
      expect(stage.service.to(setups.localdesk.chat)).toEqual([]);
    },
    "POST /api/v1/models/load: non-2xx status is a load error": async () => {
      stage.answer({ ...live([]), [LOAD]: { status: 500, json: { error: { message: "out of memory" } } } });
      expect(await failureOf(stage.connect({ load: {} }))).toMatchObject({
        name: "LocalDeskLoadError",
        message: expect.stringContaining("out of memory"),
      });
    },
    "a 2xx of the load is no load error, whatever its body": async () => {
      stage.answer({ ...live([]), [LOAD]: { status: 200, json: {} } });
      expect((await stage.connect({ load: {} })).model).toBe("m1");
    },
  });
});

describe("load", () => {
  sentences({
    "absent = passive mode: nothing is loaded": async () => {
      await stage.connect();
      expect(stage.service.to(LOAD)).toEqual([]);
    },
    "a load dict is posted before the first chat call": async () => {
      stage.answer(live([]));
      const client = await stage.connect({ load: { context_length: 2048 } });
      await stage.ask(client);
      const order = stage.service.order;
      expect(order.indexOf(LOAD)).toBeLessThan(order.indexOf(setups.localdesk.chat));
    },
    "When load is supplied, the provider issues GET /api/v1/models first, then POST /api/v1/models/load":
      async () => {
        stage.answer(live([]));
        await stage.connect({ load: {} });
        const order = stage.service.order;
        expect(order).toContain(LOAD);
        expect(order.indexOf(LIVE)).toBeLessThan(order.indexOf(LOAD));
      },
    "body forwarded unchanged to the load endpoint, any other key too": async () => {
      stage.answer(live([]));
      const load = {
        context_length: 2048,
        eval_batch_size: 512,
        flash_attention: false,
        offload_kv_cache_to_gpu: true,
        num_experts: 2,
        echo_load_config: true,
        a_key_of_tomorrow: { deep: [1] },
      };
      await stage.connect({ load });
      expect(loadBody()).toEqual({ ...load, model: "m1" });
    },
    "If a loaded instance already matches every requested load key, the POST is skipped": async () => {
      stage.answer(live([{ id: "m1", config: { context_length: 2048, flash_attention: true } }]));
      await stage.connect({ load: { context_length: 2048, flash_attention: true } });
      expect(stage.service.to(LOAD)).toEqual([]);
    },
    "one key that differs is enough to load": async () => {
      stage.answer(live([{ id: "m1", config: { context_length: 2048, flash_attention: false } }]));
      await stage.connect({ load: { context_length: 2048, flash_attention: true } });
      expect(stage.service.to(LOAD)).toHaveLength(1);
    },
    "a key that the instance does not report is told, not passed over": async () => {
      stage.answer(live([{ id: "m1", config: { context_length: 2048 } }]));
      const notices: string[] = [];
      const client = stage.client({ load: { context_length: 2048, num_experts: 2 } });
      await client.connect(null, null, "m1", { onNotice: (text) => notices.push(text) });
      expect(stage.service.to(LOAD)).toEqual([]);
      expect(notices.join()).toMatch(/num_experts/);
    },
  });
});

describe("context limit", () => {
  sentences({
    "live config.context_length from /api/v1/models takes priority over catalog max_context_length":
      async () => {
        stage.answer({
          ...live([{ id: "m1", config: { context_length: 3000 } }]),
          ...catalog({ max_context_length: 8192 }),
        });
        expect((await stage.connect()).contextWindow).toMatchObject({ tokens: 3000 });
      },
    "The override applies when the catalog lacks the field": async () => {
      stage.answer({ ...live([], { max_context_length: undefined }), ...catalog({}) });
      expect((await stage.connect({ context_length: 5000 })).getContextLimit()).toBe(5000);
    },
    "The override applies to pin a value": async () => {
      stage.answer(live([{ id: "m1", config: { context_length: 3000 } }]));
      expect((await stage.connect({ context_length: 2000 })).getContextLimit()).toBe(2000);
    },
    "If no source resolves a window, the provider raises": async () => {
      stage.answer({ ...live([], { max_context_length: undefined }), ...catalog({}) });
      expect(await failureOf(stage.connect())).toMatchObject({ name: "ContextWindowError" });
    },
    "live instance config, then catalog, then override": async () => {
      const { default: definition } = await import("@framework/shared/plugins/model_provider/localdesk");
      const order = JSON.stringify(definition);
      expect(order.indexOf("live instance")).toBeLessThan(order.indexOf("max_context_length in the catalog"));
    },
  });
});

describe("errors", () => {
  sentences({
    "LocalDeskConnectionError: server unreachable": async () => {
      expect(await failureOf(stage.connect({ host: "http://127.0.0.1:9" }))).toMatchObject({
        name: "LocalDeskConnectionError",
      });
    },
    "LocalDeskAuthenticationError: token rejected (401)": async () => {
      stage.answer({
        [LIVE]: { status: 401, json: { error: { message: "no" } } },
        [CATALOG]: { status: 401, json: {} },
      });
      expect(await failureOf(stage.connect({ api_token: "wrong-token-0001" }))).toMatchObject({
        name: "LocalDeskAuthenticationError",
        message: expect.not.stringContaining("wrong-token-0001"),
      });
    },
    "a 401, or the require-token setting on with no token set, gives an authentication error": async () => {
      stage.answer({
        [setups.localdesk.chat]: { status: 401, json: { error: { code: "invalid_api_key" } } },
      });
      const client = await stage.connect();
      const error = await failureOf(client.complete(user("Hi"), undefined, { retries: 0 }));
      expect(error).toMatchObject({
        name: "LocalDeskAuthenticationError",
        message: expect.stringMatching(/LOCALDESK_API_TOKEN/),
      });
    },
    "LocalDeskModelNotFoundError: model not in the catalog": async () => {
      expect(await failureOf(stage.connect({}, { model: "m2" }))).toMatchObject({
        name: "LocalDeskModelNotFoundError",
        message: expect.stringContaining("m1"),
      });
    },
    "LocalDeskLoadError: load endpoint returned a non-2xx status": async () => {
      stage.answer({ ...live([]), [LOAD]: { status: 404, json: { error: "no" } } });
      expect(await failureOf(stage.connect({ load: {} }))).toMatchObject({ name: "LocalDeskLoadError" });
    },
  });
});
