import { describe, expect, test } from "vitest";
import { chatBody } from "../../../chat/request.js";
import { familyWindow } from "./families.js";
import { freeTierLimits, freeTierWarnings, limitsOfTier } from "./free-tier.js";
import { catalogUrls, chatUrl, inferenceBody } from "./inference.js";
import { tokenUnits, unitsPrice } from "./pricing.js";
import { tokenTypeOf } from "./token-types.js";

describe("token types", () => {
  test.each([
    ["github_pat_11ABC", "fine-grained personal token"],
    ["ghp_abc", "classic personal token"],
    ["ghs_abc", "app token"],
    ["ghu_abc", "app token"],
    ["gho_abc", "OAuth token"],
    ["github_pa_abc", undefined],
    ["sk-abc", undefined],
  ])("%s is a %s", (token, name) => expect(tokenTypeOf(token)?.name).toBe(name));

  test("each says what single sign-on demands", () => {
    expect(tokenTypeOf("github_pat_x")?.sso).toMatch(/when it is created/);
    expect(tokenTypeOf("ghp_x")?.sso).toMatch(/by hand for each organization/);
    for (const prefix of ["ghs_", "gho_"]) expect(tokenTypeOf(prefix)?.sso).toMatch(/supported/);
  });
});

describe("family windows", () => {
  test.each([
    ["openai/gpt-4o", 128_000],
    ["openai/gpt-4o-mini", 128_000],
    ["openai/gpt-4o-2024-08-06", 128_000],
    ["openai/o1-mini", 128_000],
    ["openai/o1-preview", 128_000],
    ["gpt-4o", 128_000],
    ["anthropic/claude-3-opus", 200_000],
    ["anthropic/claude-3.5-sonnet", 200_000],
    ["anthropic/claude-3-haiku", 200_000],
    ["google/gemini-1.5-pro", 1_000_000],
    ["google/gemini-1.5-flash", 1_000_000],
    ["meta/llama-3.1-405b-instruct", 128_000],
    ["meta/Meta-Llama-3.1-70B-Instruct", 128_000],
    ["meta-llama/llama-3.1-8b", 128_000],
    ["mistral-ai/mistral-large", 32_000],
    ["mistral/mistral-small", 32_000],
  ])("%s has %s", (model, tokens) => {
    expect(familyWindow(model)).toMatchObject({ tokens, source: "family" });
  });

  test.each([
    "openai/gpt-4",
    "openai/gpt-4o-realtime",
    "openai/o1",
    "openai/gpt-4.1",
    "meta/llama-3.3-70b-instruct",
    "mistral-ai/mistral-large-2411",
    "deepseek/deepseek-r1",
    "evil/openai/gpt-4o",
    "",
  ])("%s has none", (model) => expect(familyWindow(model)).toBeUndefined());
});

describe("addresses", () => {
  const hosted = "https://models.github.ai/inference";

  test.each([
    [hosted, undefined, "https://models.github.ai/inference/chat/completions"],
    [hosted, "acme", "https://models.github.ai/orgs/acme/inference/chat/completions"],
    [hosted, "a/../b c", "https://models.github.ai/orgs/a%2F..%2Fb%20c/inference/chat/completions"],
    ["http://proxy/gh/inference", "acme", "http://proxy/gh/inference/chat/completions"],
    ["http://proxy", "acme", "http://proxy/chat/completions"],
    [
      "https://x.services.ai.azure.com/models?api-version=2024-05-01-preview",
      undefined,
      "https://x.services.ai.azure.com/models/chat/completions?api-version=2024-05-01-preview",
    ],
  ])("chat at %s for %s", (endpoint, organization, url) => {
    expect(chatUrl(new URL(endpoint), organization).href).toBe(url);
  });

  test("the platform's catalog first, then the plain list; elsewhere the other way round", () => {
    expect(catalogUrls(new URL("http://proxy/inference")).map(String)).toEqual([
      "http://proxy/inference/models",
      "http://proxy/catalog/models",
    ]);
    expect(catalogUrls(new URL(hosted)).map(String)).toEqual([
      "https://models.github.ai/catalog/models",
      "https://models.github.ai/inference/models",
    ]);
  });
});

describe("requests", () => {
  const tools = ["a", "b"].map((name) => ({ type: "function" as const, function: { name } }));
  const build = (model: string, options: Parameters<typeof chatBody>[2]) =>
    inferenceBody(chatBody(model, [{ role: "user", content: "hi" }], options));

  test("a named tool choice becomes the one tool, required", () => {
    const body = build("openai/gpt-4o", { tools, toolChoice: { type: "function", function: { name: "b" } } });
    expect(body.tool_choice).toBe("required");
    expect(body.tools?.map((tool) => tool.function.name)).toEqual(["b"]);
  });

  test.each(["auto", "required", "none"] as const)("%s stays as it is", (toolChoice) => {
    expect(build("openai/gpt-4o", { tools, toolChoice })).toMatchObject({ tool_choice: toolChoice });
  });

  test("reasoning models count the answer under another name", () => {
    expect(build("openai/o1-mini", { maxTokens: 9 })).toMatchObject({ max_completion_tokens: 9 });
    expect(build("openai/o1-mini", { maxTokens: 9 })).not.toHaveProperty("max_tokens");
    expect(build("openai/gpt-4o", { maxTokens: 9 })).toMatchObject({ max_tokens: 9 });
  });
});

describe("free tier", () => {
  test("the limits", () => {
    const chat = { input_tokens: 8000, output_tokens: 4000 };
    expect(freeTierLimits).toEqual({
      high: { requests_per_minute: 10, requests_per_day: 50, ...chat },
      low: { requests_per_minute: 15, requests_per_day: 150, ...chat },
      embeddings: { requests_per_minute: 15, requests_per_day: 150, input_tokens: 64_000 },
    });
    expect(limitsOfTier("embedding")).toBe(freeTierLimits.embeddings);
    expect(limitsOfTier("custom")).toBeUndefined();
  });

  const warnings = (text: string, maxTokens?: number, model = "openai/gpt-4o") =>
    freeTierWarnings(
      inferenceBody(
        chatBody(model, [{ role: "user", content: text }], maxTokens === undefined ? {} : { maxTokens }),
      ),
      freeTierLimits.high,
    );

  const long = "the sea and the sky ".repeat(2000);

  test("a warning for each limit that the request passes, and none below", () => {
    expect(warnings("short", 4000)).toEqual([]);
    expect(warnings(long)).toEqual([expect.stringMatching(/about 1\d{4} tokens.*takes 8000/)]);
    expect(warnings("short", 4001)).toEqual([expect.stringMatching(/4001.*gives 4000/)]);
    expect(warnings("short", 4001, "openai/o1-mini")).toHaveLength(1);
    expect(warnings(long, 5000)).toHaveLength(2);
  });

  test("no warning for a prompt that may fit, in any language", () => {
    expect(warnings("The sea and the sky are blue. ".repeat(950))).toEqual([]);
    expect(warnings("Море и небо синие, а дом белый. ".repeat(900))).toEqual([]);
  });

  test("a picture does not count as text", () => {
    const url = `data:image/png;base64,${"A".repeat(100_000)}`;
    const body = chatBody(
      "openai/gpt-4o",
      [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }],
      {},
    );
    expect(freeTierWarnings(body, freeTierLimits.low)).toEqual([]);
  });
});

test("paid usage is counted in weighted units of 0.00001 dollars", () => {
  const units = tokenUnits({ prompt_tokens: 1000, output_tokens: 200 }, { input: 0.25, output: 1 });
  expect(units).toBe(450);
  expect(unitsPrice(units)).toBeCloseTo(0.0045, 10);
});
