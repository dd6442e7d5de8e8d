/** What is promised of `hubmodels`. */
import { createClient } from "@framework/shared";
import { describe, expect } from "vitest";
import { failureOf, sentences, setups, Stage, user } from "./setups.js";

const stage = new Stage(setups.hubmodels);
const CHAT = setups.hubmodels.chat;
const MODELS = "GET /inference/models";
const extra = (more: object) => ({ extra: { endpoint: `${stage.service.url}/inference`, ...more } });
const refusal = async (status: number, message: string, config: Record<string, unknown> = {}) => {
  stage.answer({ [CHAT]: { status, json: { error: { message } } } });
  const client = await stage.connect(config);
  return failureOf(client.complete(user("Hi"), undefined, { retries: 0 }));
};
const windowOf = async (model: string) => {
  stage.answer({ [MODELS]: { json: [{ id: model }] } });
  return (await stage.connect({}, { model })).getContextLimit();
};

describe("settings", () => {
  sentences({
    "api_key (str, token)": async () => {
      expect((await stage.ask(await stage.connect())).headers["authorization"]).toBe(
        "Bearer github_pat_test0001",
      );
    },
    "api_key in config, else HUBMODELS_TOKEN": async () => {
      const env = { HUBMODELS_TOKEN: "ghp_envtoken0001" };
      const chat = await stage.ask(await stage.connect({}, { env }));
      expect(chat.headers["authorization"]).toBe("Bearer github_pat_test0001");
      const second = await stage.ask(await stage.connect({ api_key: undefined }, { env }));
      expect(second.headers["authorization"]).toBe("Bearer ghp_envtoken0001");
    },
    "extra.organization (str, billing attribution)": async () => {
      const chat = await stage.ask(await stage.connect(extra({ organization: "acme" })));
      expect(JSON.stringify(chat.headers) + chat.path).toContain("acme");
    },
    "with an organization the chat stays at {endpoint}/chat/completions": async () => {
      expect((await stage.ask(await stage.connect(extra({ organization: "acme" })))).path).toBe(
        "/inference/chat/completions",
      );
    },
    "FW_HUBMODELS_ORGANIZATION (billing attribution)": async () => {
      const chat = await stage.ask(await stage.connect({}, { env: { FW_HUBMODELS_ORGANIZATION: "acme" } }));
      expect(JSON.stringify(chat.headers) + chat.path).toContain("acme");
    },
    "extra.enterprise (str, context/debugging only)": async () => {
      const chat = await stage.ask(await stage.connect(extra({ enterprise: "megacorp" })));
      expect(JSON.stringify(chat)).not.toContain("megacorp");
    },
    "FW_HUBMODELS_ENTERPRISE (context/debugging)": async () => {
      const chat = await stage.ask(await stage.connect({}, { env: { FW_HUBMODELS_ENTERPRISE: "megacorp" } }));
      expect(JSON.stringify(chat)).not.toContain("megacorp");
    },
    "FW_HUBMODELS_ENDPOINT (endpoint override, e.g. enterprise server or proxy)": async () => {
      const env = {
        FW_HUBMODELS_ENDPOINT: `${stage.service.url}/inference`,
        HUBMODELS_TOKEN: "ghp_envtoken0001",
      };
      const client = createClient({ providerName: "hubmodels", env });
      await client.connect(null, null, "openai/gpt-4o");
      await client.close();
      expect(stage.service.asked.length).toBeGreaterThan(0);
    },
    "Default endpoint is a hosted inference base URL": async () => {
      const { default: definition } = await import("@framework/shared/plugins/model_provider/hubmodels");
      expect((await definition.knobs()).parse({}).extra.endpoint).toMatch(/^https:\/\/.*\/inference$/);
    },
    "a window that no table knows can be stated": async () => {
      stage.answer({ [MODELS]: { json: [{ id: "acme/model-x" }] } });
      const config = { context_length: 9000 };
      expect((await stage.connect(config, { model: "acme/model-x" })).getContextLimit()).toBe(9000);
    },
  });
});

describe("endpoints", () => {
  sentences({
    "POST {endpoint}/chat/completions": async () => {
      expect((await stage.ask(await stage.connect())).path).toBe("/inference/chat/completions");
    },
    "body fields model (str, <vendor>/<model>), messages (list of {role: str, content: str})": async () => {
      const chat = await stage.ask(await stage.connect());
      expect(chat.body).toMatchObject({
        model: "openai/gpt-4o",
        messages: [{ role: "user", content: "Hi" }],
      });
    },
    "headers Authorization, Content-Type: application/json": async () => {
      const { headers } = await stage.ask(await stage.connect());
      expect(headers).toMatchObject({
        authorization: expect.stringMatching(/^Bearer /),
        "content-type": "application/json",
      });
    },
    "GET {endpoint}/models: used with token for access test": async () => {
      await stage.connect();
      expect(stage.service.to(MODELS)[0]?.headers["authorization"]).toBe("Bearer github_pat_test0001");
    },
    "nothing outside the endpoint is asked first": async () => {
      await stage.connect();
      expect(stage.service.order[0]).toBe(MODELS);
    },
    "hubmodels uses a different inference client against a chat-completions path": async () => {
      const { readdirSync } = await import("node:fs");
      const folder = new URL("../../packages/shared/src/plugins/model_provider/hubmodels/", import.meta.url);
      expect(readdirSync(folder)).toContain("inference.ts");
    },
    "list_models by prefix": async () => {
      const client = await stage.connect();
      expect(await client.listModels("mistral-ai/")).toEqual(["mistral-ai/mistral-large"]);
    },
  });
});

describe("Context windows by vendor family", () => {
  sentences({
    "family A (4 models incl. small and reasoning variants): 128K": async () => {
      for (const model of ["openai/gpt-4o", "openai/gpt-4o-mini", "openai/o1-mini", "openai/o1-preview"])
        expect(await windowOf(model), model).toBe(128_000);
    },
    "family B (3 models): 200K": async () => {
      const tables = await import("../../packages/shared/src/plugins/model_provider/hubmodels/families.js");
      expect(JSON.stringify(Object.values(tables))).toContain("200000");
    },
    "family C (2 models): 1M": async () => {
      const tables = await import("../../packages/shared/src/plugins/model_provider/hubmodels/families.js");
      expect(JSON.stringify(Object.values(tables))).toMatch(/10000000|1000000|1048576|1047576/);
    },
    "family D (3 models: 405b, 70b, 8b sizes): 128K": async () => {
      for (const size of ["405b", "70b", "8b"])
        expect(await windowOf(`meta/meta-llama-3.1-${size}-instruct`), size).toBe(128_000);
    },
    "family E (2 models: large, small): 32K": async () => {
      for (const model of ["mistral-ai/mistral-large", "mistral-ai/mistral-small"])
        expect(await windowOf(model), model).toBe(32_000);
    },
    "an unknown family raises": async () => {
      stage.answer({ [MODELS]: { json: [{ id: "acme/model-x" }] } });
      expect(await failureOf(stage.connect({}, { model: "acme/model-x" }))).toMatchObject({
        name: "ContextWindowError",
      });
    },
  });
});

describe("errors: messages state what was checked, why it failed and how to fix it", () => {
  sentences({
    "TokenNotFoundError: no token found (message lists checked locations)": async () => {
      const error = await failureOf(stage.connect({ api_key: undefined }));
      expect(error).toMatchObject({
        name: "TokenNotFoundError",
        message: expect.stringMatching(/api_key.*HUBMODELS_TOKEN/s),
      });
    },
    "TokenInvalidError: token rejected or expired (message identifies token type from its prefix)":
      async () => {
        const error = await refusal(401, "Bad credentials");
        expect(error).toMatchObject({
          name: "TokenInvalidError",
          message: expect.stringMatching(/fine-grained/),
        });
      },
    "the classic personal token is told by its prefix": async () => {
      expect((await refusal(401, "Bad credentials", { api_key: "ghp_classic0001" })).message).toMatch(
        /classic/,
      );
    },
    "the app token is told by its prefix": async () => {
      expect((await refusal(401, "Bad credentials", { api_key: "ghs_app00000001" })).message).toMatch(
        /app token/i,
      );
    },
    "the OAuth token is told by its prefix": async () => {
      expect((await refusal(401, "Bad credentials", { api_key: "gho_oauth000001" })).message).toMatch(
        /OAuth/,
      );
    },
    "a classic token needs manual SSO authorization per organization": async () => {
      expect((await refusal(401, "Bad credentials", { api_key: "ghp_classic0001" })).message).toMatch(/SSO/);
    },
    "TokenPermissionError: missing models: read": async () => {
      const error = await refusal(403, "Resource not accessible by personal access token");
      expect(error).toMatchObject({
        name: "TokenPermissionError",
        message: expect.stringContaining("models: read"),
      });
    },
    "ModelsDisabledError: a 401 with the message that the model service is disabled means an administrator must enable it":
      async () => {
        const error = await refusal(401, "GitHub Models is disabled for this organization");
        expect(error).toMatchObject({
          name: "ModelsDisabledError",
          message: expect.stringMatching(/administrator/),
        });
      },
    "ModelNotFoundError: invalid model id (full <vendor>/<model> form needed)": async () => {
      const error = await failureOf(stage.connect({}, { model: "gpt-4o" }));
      expect(error).toMatchObject({
        name: "ModelNotFoundError",
        message: expect.stringContaining("openai/gpt-4o"),
      });
    },
    "RateLimitError: too many requests": async () => {
      expect(await refusal(429, "Rate limit of 10 per 60s exceeded. Please wait 60 seconds.")).toMatchObject({
        name: "RateLimitError",
      });
    },
  });
});

describe("limits", () => {
  const table = async () => {
    const { freeTierLimits } =
      await import("../../packages/shared/src/plugins/model_provider/hubmodels/free-tier.js");
    return freeTierLimits;
  };
  sentences({
    "free tier, high-tier models: 10 requests/minute, 50 requests/day, 8K input / 4K output tokens per request":
      async () => {
        expect((await table()).high).toEqual({
          requests_per_minute: 10,
          requests_per_day: 50,
          input_tokens: 8000,
          output_tokens: 4000,
        });
      },
    "free tier, low-tier models: 15 requests/minute, 150 requests/day, 8K input / 4K output tokens per request":
      async () => {
        expect((await table()).low).toEqual({
          requests_per_minute: 15,
          requests_per_day: 150,
          input_tokens: 8000,
          output_tokens: 4000,
        });
      },
    "embedding tier: 15 requests/minute, 150 requests/day, 64K input tokens": async () => {
      expect((await table()).embeddings).toEqual({
        requests_per_minute: 15,
        requests_per_day: 150,
        input_tokens: 64_000,
      });
    },
    "paid pricing: 0.00001 (USD) per token unit; units = input_tokens x input_mult + output_tokens x output_mult":
      async () => {
        const pricing = await import("../../packages/shared/src/plugins/model_provider/hubmodels/pricing.js");
        const units = pricing.tokenUnits(
          { prompt_tokens: 100, output_tokens: 50 },
          { input: 0.5, output: 2 },
        );
        expect(units).toBe(150);
        expect(pricing.unitsPrice(units)).toBeCloseTo(0.0015, 12);
      },
    "token usage has prompt_tokens, output_tokens, total_tokens": async () => {
      const client = await stage.connect();
      await client.generate("Hi");
      expect(client.getTokenUsage()).toEqual({ prompt_tokens: 7, output_tokens: 3, total_tokens: 10 });
    },
  });
});
