/** What is promised of `serverless`. */
import { describe, expect } from "vitest";
import { failureOf, sentences, setups, Stage, user } from "./setups.js";
import { hostedErrors } from "./hosted-errors.js";

const stage = new Stage(setups.serverless);
const MODELS = "GET /v1/models";
const picture = [
  {
    role: "user" as const,
    content: [{ type: "image_url" as const, image_url: { url: "data:image/png;base64,AAAA" } }],
  },
];

describe("settings", () => {
  sentences({
    "base_url (str)": async () => {
      expect((await stage.ask(await stage.connect())).path).toBe("/v1/chat/completions");
    },
    "context_length (int, used when the catalog lacks the model)": async () => {
      const client = await stage.connect({ context_length: 5000 }, { model: "my/fine-tune" });
      expect(client.getContextLimit()).toBe(5000);
    },
    "modalities asserts input modalities for a model the catalog does not classify": async () => {
      stage.answer({ [MODELS]: { json: { data: [{ id: "open/m1", context_length: 8000 }] } } });
      const client = await stage.connect({ modalities: ["text", "image"] });
      expect(await client.complete(picture)).toMatchObject({ text: "Hello." });
    },
    "API key: FW_SERVERLESS_API_KEY": async () => {
      const client = await stage.connect(
        { api_key: undefined },
        { env: { FW_SERVERLESS_API_KEY: "env-key-0001" } },
      );
      expect((await stage.ask(client)).headers["authorization"]).toBe("Bearer env-key-0001");
    },
    "default base ending in /v1": async () => {
      const { default: definition } = await import("@framework/shared/plugins/model_provider/serverless");
      expect((await definition.knobs()).parse({}).base_url).toMatch(/\/v1$/);
    },
  });
});

describe("endpoints", () => {
  sentences({
    "GET /models: authenticated, account-scoped": async () => {
      await stage.connect();
      expect(stage.service.to(MODELS)[0]?.headers["authorization"]).toBe("Bearer key-test-0001");
    },
    "registered fine-tunes appear with their inherited context window": async () => {
      stage.answer({ [MODELS]: { json: { data: [{ id: "my/fine-tune", context_length: 16_000 }] } } });
      expect((await stage.connect({}, { model: "my/fine-tune" })).getContextLimit()).toBe(16_000);
    },
    "POST /chat/completions: chat": async () => {
      expect((await stage.ask(await stage.connect())).path).toBe("/v1/chat/completions");
    },
    "At connect the active model's context_length is read from the catalog": async () => {
      expect((await stage.connect()).contextWindow).toMatchObject({ tokens: 8000 });
    },
    "architecture.modality (string of form <input>-><output>) is read from the catalog": async () => {
      expect(await (await stage.connect()).complete(picture)).toMatchObject({ text: "Hello." });
      stage.answer({
        [MODELS]: {
          json: { data: [{ id: "open/m1", context_length: 8000, architecture: { modality: "text->text" } }] },
        },
      });
      const client = await stage.connect();
      expect((await failureOf(client.complete(picture))).message).toMatch(/image|picture/);
    },
    "A model not in the catalog needs context_length set, or the provider raises": async () => {
      expect((await failureOf(stage.connect({}, { model: "my/fine-tune" }))).name).toMatch(
        /ModelNotFound|ContextWindow/,
      );
    },
    "catalog primary, knob context_length when the catalog lacks the model": async () => {
      expect((await stage.connect({ context_length: 90_000 })).getContextLimit()).toBe(8000);
    },
    "a knob below the catalog narrows the window, with a notice": async () => {
      const notices: string[] = [];
      const client = stage.client({ context_length: 4000 });
      await client.connect(null, null, "open/m1", { onNotice: (text) => notices.push(text) });
      expect(client.getContextLimit()).toBe(4000);
      expect(notices.join()).toMatch(/4000.*8000/);
    },
    "a wrong model with a window stated ends as model not found": async () => {
      const client = await stage.connect({ context_length: 4000 }, { model: "my/typo" });
      for (const [status, message] of [
        [404, "The model my/typo does not exist"],
        [400, "Model 'my/typo' not found"],
      ] as const) {
        stage.answer({ [setups.serverless.chat]: { status, json: { error: { message } } } });
        const error = await failureOf(client.complete(user("Hi"), undefined, { retries: 0 }));
        expect(error, message).toMatchObject({ name: "ModelNotFoundError" });
      }
    },
    "a wrong model with a window stated is told at connect": async () => {
      const notices: string[] = [];
      const client = stage.client({ context_length: 4000 });
      await client.connect(null, null, "my/typo", { onNotice: (text) => notices.push(text) });
      expect(notices.join()).toMatch(/my\/typo.*catalog/);
    },
  });
});

describe("errors", () => {
  hostedErrors(stage, "FW_SERVERLESS_API_KEY");
  sentences({
    "ContextLimitError: prompt exceeds the model's context window": async () => {
      const client = await stage.connect();
      expect(await failureOf(client.sendMessage("a word or two ".repeat(9000)))).toMatchObject({
        name: "ContextLimitError",
      });
      expect(await client.complete(user("Hi"))).toMatchObject({ text: "Hello." });
    },
  });
});
