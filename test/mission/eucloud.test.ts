/** What is promised of `eucloud`. */
import { describe, expect } from "vitest";
import { hostedErrors } from "./hosted-errors.js";
import { failureOf, sentences, setups, Stage } from "./setups.js";

const stage = new Stage(setups.eucloud);
const MODELS = "GET /v1/models";
const keyOf = async (env: Record<string, string>) => {
  const client = await stage.connect({ api_key: undefined }, { env });
  return (await stage.ask(client)).headers["authorization"];
};

describe("settings", () => {
  sentences({
    "base_url (str)": async () => {
      expect((await stage.ask(await stage.connect())).path).toBe("/v1/chat/completions");
    },
    "context_length (int)": async () => {
      stage.answer({ [MODELS]: { json: { data: [{ id: "Open-M1" }] } } });
      expect((await stage.connect({ context_length: 5000 })).getContextLimit()).toBe(5000);
    },
    "modalities (list[str])": async () => {
      await stage.connect({ modalities: ["text", "image"] });
    },
    "FW_EUCLOUD_API_KEY (highest)": async () => {
      expect(
        await keyOf({ FW_EUCLOUD_API_KEY: "key-own-0001", EU_AI_ENDPOINTS_ACCESS_TOKEN: "key-vendor-0001" }),
      ).toBe("Bearer key-own-0001");
    },
    "the vendor's own access-token variable EU_AI_ENDPOINTS_ACCESS_TOKEN (honored as-is)": async () => {
      expect(await keyOf({ EU_AI_ENDPOINTS_ACCESS_TOKEN: "key-vendor-0001" })).toBe("Bearer key-vendor-0001");
    },
    "FW_EUCLOUD_ALLOW_ANONYMOUS=true": async () => {
      expect(await keyOf({ FW_EUCLOUD_ALLOW_ANONYMOUS: "true" })).toBeUndefined();
    },
    "allow_anonymous (bool, opt-in to the keyless tier)": async () => {
      const client = await stage.connect({ api_key: undefined, allow_anonymous: true });
      expect((await stage.ask(client)).headers).not.toHaveProperty("authorization");
    },
    "eucloud without a key and without the explicit opt-in fails with a missing-key error": async () => {
      expect(await failureOf(stage.connect({ api_key: undefined }))).toMatchObject({
        name: "APIKeyNotFoundError",
        message: expect.stringContaining("FW_EUCLOUD_ALLOW_ANONYMOUS"),
      });
    },
    "Anonymous access is never a silent fallback": async () => {
      await failureOf(
        stage.connect({ api_key: undefined }, { env: { FW_EUCLOUD_ALLOW_ANONYMOUS: "false" } }),
      );
      expect(stage.service.to(setups.eucloud.chat)).toEqual([]);
    },
    "The anonymous tier is heavily rate-limited and for evaluation only: it says so": async () => {
      stage.answer({ [setups.eucloud.chat]: { status: 429, json: { error: { message: "slow" } } } });
      const client = await stage.connect({ api_key: undefined, allow_anonymous: true });
      const error = await failureOf(stage.ask(client));
      expect(error).toMatchObject({
        name: "RateLimitError",
        message: expect.stringMatching(/anonymous|keyless|without a key/i),
      });
    },
  });
});

describe("endpoints", () => {
  sentences({
    "GET /v1/models: authenticated when a key exists": async () => {
      await stage.connect();
      expect(stage.service.to(MODELS)[0]?.headers["authorization"]).toBe("Bearer key-test-0001");
    },
    "also served anonymously": async () => {
      await stage.connect({ api_key: undefined, allow_anonymous: true });
      expect(stage.service.to(MODELS)[0]?.headers).not.toHaveProperty("authorization");
    },
    "POST /v1/chat/completions: chat": async () => {
      expect((await stage.ask(await stage.connect())).path).toBe("/v1/chat/completions");
    },
    "context window under any of the keys context_length, max_model_len, max_context_length": async () => {
      for (const key of ["context_length", "max_model_len", "max_context_length"]) {
        stage.answer({ [MODELS]: { json: { data: [{ id: "Open-M1", [key]: 7000 }] } } });
        expect((await stage.connect()).getContextLimit(), key).toBe(7000);
      }
    },
    "Model ids are case-sensitive": async () => {
      const error = await failureOf(stage.connect({}, { model: "open-m1" }));
      expect(error).toMatchObject({
        name: "ModelNotFoundError",
        message: expect.stringContaining("Open-M1"),
      });
    },
    "catalog primary, knob context_length when the catalog lacks the model": async () => {
      expect((await stage.connect({ context_length: 90_000 })).getContextLimit()).toBe(8000);
    },
    "a knob below the catalog narrows the window": async () => {
      expect((await stage.connect({ context_length: 4000 })).getContextLimit()).toBe(4000);
    },
  });
});

describe("errors", () => hostedErrors(stage, "FW_EUCLOUD_API_KEY"));
