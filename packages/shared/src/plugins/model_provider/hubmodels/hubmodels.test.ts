import { type Backend, startBackend } from "@framework/backends";
import { afterEach, describe, expect, it } from "vitest";
import { FrameworkError } from "../../../provider/errors.js";
import type { StreamEvent } from "../../../provider/events.js";
import type { Message } from "../../../provider/messages.js";
import { type StubAnswer, startStub } from "../../../testing/stub-service.js";
import * as errors from "./errors.js";
import hubmodels, { createProvider } from "./index.js";

const token = "github_pat_11MARKED0000000000";
const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const item of running.splice(0)) await item.close();
});

type BackendOptions = Parameters<typeof startBackend<"hubmodels">>[1];

async function start(options: BackendOptions = {}): Promise<Backend> {
  const backend = await startBackend("hubmodels", options);
  running.push(backend);
  return backend;
}

async function initialized(config: Record<string, unknown>, env: Record<string, string> = {}) {
  const provider = createProvider();
  running.push(provider);
  await provider.initialize(config, { env });
  return provider;
}

async function connected(url: string, extra: Record<string, unknown> = {}, model = "openai/demo-4o") {
  const provider = await initialized({ api_key: token, extra: { endpoint: url, ...extra } });
  await provider.connect(model);
  return provider;
}

async function failureOf(run: Promise<unknown>): Promise<FrameworkError> {
  const error: unknown = await run.then(
    () => expect.fail("should have failed"),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof FrameworkError)) throw error;
  return error;
}

const hello: Message[] = [{ role: "user", content: "hello there" }];
const once = { retries: 0 };

describe("settings", () => {
  it("want a token and list where it was looked for", async () => {
    await expect(initialized({})).rejects.toMatchObject({
      name: "TokenNotFoundError",
      code: "credentials-missing",
      message: expect.stringMatching(/Checked: api_key.*HUBMODELS_TOKEN; GITHUB_TOKEN.*models: read/s),
    });
  });

  it("take the token from the knob, HUBMODELS_TOKEN, GITHUB_TOKEN, in this order", async () => {
    const env = { GITHUB_TOKEN: "ghp_vendor", HUBMODELS_TOKEN: "ghp_ours" };
    const origin = async (config: Record<string, unknown>, variables: Record<string, string>) =>
      (await initialized(config, variables)).settings.candidates("api_key")[0]?.origin;
    expect(await origin({ api_key: token }, env)).toBe("the configuration");
    expect(await origin({}, env)).toBe("HUBMODELS_TOKEN");
    expect(await origin({}, { GITHUB_TOKEN: "ghp_vendor" })).toBe("GITHUB_TOKEN");
  });

  it("take model, endpoint, organization and enterprise from the environment", async () => {
    const backend = await start({ apiKey: "ghp_marked_token_01" });
    const provider = await initialized(
      {},
      {
        HUBMODELS_TOKEN: "ghp_marked_token_01",
        HUBMODELS_MODEL: "mistral-ai/demo-small",
        FW_HUBMODELS_ENDPOINT: backend.url,
        FW_HUBMODELS_ORGANIZATION: "acme",
        FW_HUBMODELS_ENTERPRISE: "big",
      },
    );
    await provider.connect();
    await provider.complete(hello);
    expect(provider.settings.values).toMatchObject({ extra: { organization: "acme", enterprise: "big" } });
    expect(backend.requests.at(-1)).toMatchObject({
      path: "/inference/chat/completions",
      headers: { authorization: "Bearer ghp_marked_token_01", "openai-organization": "acme" },
      body: { model: "mistral-ai/demo-small" },
    });
  });

  it("default to the hosted service", async () => {
    const provider = await initialized({ api_key: token });
    expect(provider.settings.values).toMatchObject({
      extra: { endpoint: "https://models.github.ai/inference" },
    });
  });

  it.each([
    [{ api_key: "two lines\nsecretline" }, /api_key/],
    [{ api_key: token, extra: { organization: ".." } }, /extra\.organization/],
    [{ api_key: token, extra: { endpoint: "ftp://x" } }, /endpoint/],
    [{ api_key: token, extra: { region: "x" } }, /region/],
  ])("refuse %j", async (config, message) => {
    const failure = await failureOf(initialized(config));
    expect(failure.name).toBe("ConfigurationError");
    expect(failure.message).toMatch(message);
    expect(failure.message).not.toContain("secretline");
  });
});

describe("requests", () => {
  it("carry the platform's headers and go to the inference path", async () => {
    const backend = await start({ apiKey: token });
    const turn = await (await connected(backend.url)).complete(hello);
    expect(turn.usage?.total_tokens).toBeGreaterThan(0);
    expect(backend.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /inference/models",
      "GET /catalog/models",
      "POST /inference/chat/completions",
    ]);
    expect(backend.requests.at(-1)?.headers).toMatchObject({
      authorization: `Bearer ${token}`,
      accept: expect.stringContaining("application/vnd.github+json"),
      "content-type": "application/json",
      "x-github-api-version": "2022-11-28",
    });
  });
});

describe("models", () => {
  it("are listed by prefix, with window, tier and what the free tier allows", async () => {
    const backend = await start({
      models: [
        { id: "openai/demo-4o", contextLength: 131_072, maxOutputTokens: 16_384, tier: "high" },
        { id: "openai/demo-embed", contextLength: 8192, tier: "embeddings" },
        { id: "openai/gpt-4o", tier: "custom" },
        { id: "mistral-ai/demo-small", contextLength: 32_768, tier: "low" },
      ],
    });
    const provider = await initialized({ api_key: token, extra: { endpoint: backend.url } });
    expect(await provider.listModels("mistral-ai/")).toEqual(["mistral-ai/demo-small"]);
    expect(await provider.describeModels("openai/")).toEqual([
      expect.objectContaining({
        id: "openai/demo-4o",
        context_length: 131_072,
        context_source: "catalog",
        max_output_tokens: 16_384,
        rate_limit_tier: "high",
        free_tier: { requests_per_minute: 10, requests_per_day: 50, input_tokens: 8000, output_tokens: 4000 },
      }),
      expect.objectContaining({
        rate_limit_tier: "embeddings",
        free_tier: expect.objectContaining({ input_tokens: 64_000 }),
      }),
      expect.objectContaining({ id: "openai/gpt-4o", context_length: 128_000, context_source: "family" }),
    ]);
  });

  it("have the catalog's window before their family's", async () => {
    const models = [{ id: "openai/gpt-4o", contextLength: 64_000 }];
    const provider = await connected((await start({ models })).url, {}, "openai/gpt-4o");
    expect(provider.contextWindow).toMatchObject({
      tokens: 64_000,
      source: "catalog",
      rejected: [{ tokens: 128_000, source: "family" }],
    });
  });

  it("without a known window are refused, never guessed", async () => {
    const backend = await start({ models: [{ id: "new/model" }] });
    expect(await failureOf(connected(backend.url, {}, "new/model"))).toMatchObject({
      name: "ContextWindowError",
      code: "context-window",
    });
  });

  it("need their full id; the vendor is suggested", async () => {
    const failure = await failureOf(connected((await start()).url, {}, "demo-4o"));
    expect(failure.name).toBe("ModelNotFoundError");
    expect(failure.message).toMatch(
      /Checked: the 3 models.*full <vendor>\/<model>.*did you mean "openai\/demo-4o"/s,
    );
  });

  it("can come from the plain list beside the chat, or from none", async () => {
    const list = { object: "list", data: [{ id: "gpt-4o" }] };
    const azure = await startStub(({ line: request }) =>
      request === "GET /openai/v1/models" ? { body: list } : undefined,
    );
    const bare = await startStub(() => undefined);
    running.push(azure, bare);
    expect((await connected(`${azure.origin}/openai/v1`, {}, "gpt-4o")).getContextLimit()).toBe(128_000);
    expect((await connected(bare.origin, {}, "openai/gpt-4o")).getContextLimit()).toBe(128_000);
    expect(await failureOf(connected(bare.origin, {}, "gpt-4o"))).toBeInstanceOf(errors.ModelNotFoundError);
    const provider = await initialized({ api_key: token, extra: { endpoint: bare.origin } });
    expect((await failureOf(provider.listModels())).message).toContain(`${bare.origin}/catalog/models`);
  });
});

describe("the free tier", () => {
  const noticesOf = async (run: (onOutput: (event: StreamEvent) => void) => Promise<unknown>) => {
    const notices: string[] = [];
    await run((event) => event.type === "notice" && notices.push(event.text));
    return notices;
  };

  it("is warned of before the request, once per connection", async () => {
    const provider = await connected((await start()).url);
    const long: Message[] = [{ role: "user", content: "word ".repeat(10_000) }];
    const order: string[] = [];
    const first = await noticesOf((onOutput) =>
      provider.complete(long, undefined, {
        maxTokens: 8000,
        onOutput: (event) => {
          order.push(event.type);
          onOutput(event);
        },
      }),
    );
    expect(first).toEqual([expect.stringContaining("takes 8000"), expect.stringContaining("gives 4000")]);
    expect(order[0]).toBe("notice");
    expect(await noticesOf((onOutput) => provider.complete(long, undefined, { onOutput }))).toEqual([]);
    await provider.connect("openai/demo-4o");
    expect(await noticesOf((onOutput) => provider.complete(long, undefined, { onOutput }))).toHaveLength(1);
  });

  it("is not spoken of below its limits, nor for models with terms of their own", async () => {
    const short = await connected((await start()).url);
    expect(await noticesOf((onOutput) => short.complete(hello, undefined, { onOutput }))).toEqual([]);
    const models = [{ id: "openai/demo-4o", contextLength: 100_000, tier: "custom" as const }];
    const custom = await connected((await start({ models })).url);
    const options = { maxTokens: 8000 };
    expect(
      await noticesOf((onOutput) => custom.complete(hello, undefined, { ...options, onOutput })),
    ).toEqual([]);
  });
});

describe("failures", () => {
  const error = (code: string, message: string) => ({ error: { code, message, details: message } });
  const catalog = [{ id: "openai/demo-4o", limits: { max_input_tokens: 1000 } }];

  async function failureAfter(
    answer: StubAnswer,
    { extra = {}, apiKey = token }: { extra?: Record<string, string>; apiKey?: string } = {},
  ): Promise<FrameworkError> {
    const server = await startStub(({ line: request }) =>
      request === "GET /inference/models" ? { body: catalog } : answer,
    );
    running.push(server);
    const endpoint = `${server.origin}/inference`;
    const provider = await initialized({ extra: { endpoint, ...extra } }, { HUBMODELS_TOKEN: apiKey });
    await provider.connect("openai/demo-4o");
    return failureOf(provider.complete(hello, undefined, once));
  }

  it.each([
    [401, error("unauthorized", "Bad credentials"), "TokenInvalidError", false],
    [401, error("unauthorized", "The `models` permission is required"), "TokenPermissionError", false],
    [403, error("unauthorized", "Resource not accessible by integration"), "TokenPermissionError", false],
    [403, error("forbidden", ""), "TokenPermissionError", false],
    [
      403,
      error("forbidden", "Resource protected by organization SAML enforcement"),
      "TokenPermissionError",
      false,
    ],
    [403, error("no_access", "No access to model: openai/o1"), "PermissionDeniedError", false],
    [403, error("content_filter", "flagged"), "PermissionDeniedError", false],
    [
      401,
      error("unauthorized", "GitHub Models is disabled for this organization"),
      "ModelsDisabledError",
      false,
    ],
    [403, error("forbidden", "Models has not been enabled by your enterprise"), "ModelsDisabledError", false],
    [400, error("unknown_model", "Unknown model: demo-4o"), "ModelNotFoundError", false],
    [404, error("NotFound", "The model openai/x does not exist"), "ModelNotFoundError", false],
    [404, error("NotFound", "tool_call_id 'call_1' of the model's message not found"), "RequestError", false],
    [
      413,
      error("tokens_limit_reached", "Request body too large. Max size: 8000 tokens."),
      "ContextLimitError",
      false,
    ],
    [402, error("payment_required", "Budget used up"), "CreditsExhaustedError", false],
    [
      410,
      error("github_models_retirement_brownout", "temporarily unavailable"),
      "ServiceRetiredError",
      false,
    ],
    [429, error("RateLimitReached", "Please wait 60 seconds before retrying."), "RateLimitError", true],
    [500, error("InternalServerError", "oops"), "InfrastructureError", true],
  ])("%s %j is %s", async (status, body, name, retryable) => {
    expect(await failureAfter({ status, body })).toMatchObject({ name, retryable, status });
  });

  it("read the wait from the words", async () => {
    const body = error(
      "RateLimitReached",
      "Rate limit of 40000 per 60s exceeded. Please wait 60 seconds before retrying.",
    );
    expect((await failureAfter({ status: 429, body })).retryAfter).toBe(60);
  });

  it("of a token name its type and where it came from, and mask it", async () => {
    for (const [apiKey, type] of [
      ["github_pat_11MARKED0000000000", "fine-grained personal token"],
      ["ghp_MARKED000000000000", "classic personal token"],
      ["ghs_MARKED000000000000", "app token"],
      ["gho_MARKED000000000000", "OAuth token"],
      ["MARKED000000000000", "token of unknown type"],
    ] as const) {
      const { message } = await failureAfter(
        { status: 401, body: error("unauthorized", `Bad credentials ${apiKey}`) },
        { apiKey },
      );
      expect(message).toMatch(
        new RegExp(`Checked: the ${type} from HUBMODELS_TOKEN .*rejected.*Create a new one`, "s"),
      );
      expect(message).not.toContain(apiKey);
    }
  });

  it("of a disabled service explain policy, single sign-on and paid usage", async () => {
    const answer = { status: 401, body: error("unauthorized", "GitHub Models is disabled") };
    const extra = { organization: "acme", enterprise: "big" };
    const { message } = await failureAfter(answer, { extra, apiKey: "ghp_MARKED000000000000" });
    for (const part of [
      "organization acme, enterprise big",
      "administrator",
      "Enabled = available to all organizations",
      "No policy = the administrators of each organization decide",
      "Disabled = blocked for the whole enterprise",
      "authorized by hand for each organization",
      "Paid usage must be enabled by the organization",
    ]) {
      expect(message).toContain(part);
    }
  });

  it("of a retired service give the day and another way, already at connect, and are not tried again", async () => {
    const backend = await start({ retired: true });
    const failure = await failureOf(connected(backend.url));
    expect(failure).toMatchObject({ name: "ServiceRetiredError", code: "service-retired", retryable: false });
    expect(failure.message).toMatch(/2026-07-30.*FW_HUBMODELS_ENDPOINT/s);
    expect(backend.requests).toHaveLength(1);
  });

  it("of a rejected token come at connect", async () => {
    const backend = await start({ apiKey: "ghp_another" });
    expect((await failureOf(connected(backend.url))).name).toBe("TokenInvalidError");
  });

  it("are all declared", () => {
    const declared = new Set(hubmodels.errors.map(({ error: { name } }) => name));
    for (const name of Object.keys(errors)) expect(declared).toContain(name);
  });
});
