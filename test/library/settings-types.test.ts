/** The types of the settings are those of the definitions, and the compiler refuses what a provider does not know. */
import { readFileSync } from "node:fs";
import {
  type ClientOptions,
  createClient,
  loadProvider,
  type ProviderOptions,
  providerNames,
} from "@framework/shared";
import { settingsTypes } from "@framework/shared/explain";
import { createLanguageModel } from "@framework/shared/ai-sdk";
import { expect, it } from "vitest";
import { productsOf } from "../../packages/shared/src/plugins/product-names.js";

const FILE = new URL("../../packages/shared/src/plugins/provider-settings.ts", import.meta.url);

it("plugins/provider-settings.ts is current; node scripts/docs.mjs writes it", async () => {
  const providers = providerNames.map(async (name) => ({
    definition: await loadProvider(name),
    products: productsOf(name),
  }));
  expect(readFileSync(FILE, "utf8")).toBe(await settingsTypes(await Promise.all(providers)));
});

/** What a program may write. */
const accepted: (ProviderOptions | ClientOptions)[] = [
  { provider: "gateway", config: { api_params: { thinking_level: "high" }, routing: { sort: "price" } } },
  { provider: "openrouter", config: { framework_overrides: { base_url: "http://localhost:1" } } },
  { provider: "serverless", config: { base_url: "http://localhost:1", modalities: ["text"] } },
  { provider: "localdesk", config: { load: { context_length: 4096, any_other_key: 1 } } },
  { provider: "selfhost", quirks: { coerce_typed_tool_args: true }, model: "qwen3-32b", retries: 0 },
  { provider: "gpusrv", config: { host: undefined, load: null } },
  { provider: "compatible", config: { preset: "ollama" } },
  { provider: "groq", config: { context_length: 8192 } },
  // Names that are known only at run time.
  { providerName: providerNames[0] ?? "", config: { whatever: 1 } },
];

/** What the compiler must refuse: were one of these right, the comment above it would be an error. */
const refused: (ProviderOptions | ClientOptions)[] = [
  // @ts-expect-error: no provider of that name
  { provider: "gatway" },
  // @ts-expect-error: on the gateway it stands under framework_overrides
  { provider: "gateway", config: { base_url: "http://localhost:1" } },
  // @ts-expect-error: not one of low, medium, high
  { provider: "gateway", config: { api_params: { thinking_level: "most" } } },
  // @ts-expect-error: a number is wanted
  { provider: "selfhost", config: { context_length: "many" } },
  // @ts-expect-error: mistyped
  { provider: "selfhost", config: { hots: "http://localhost:1" } },
  // @ts-expect-error: a quirk of selfhost
  { provider: "gateway", quirks: { coerce_typed_tool_args: true } },
  // @ts-expect-error: mistyped
  { provider: "selfhost", timeout: { request: 3 } },
];

it("what the compiler accepts makes a client, and nothing is loaded for it", () => {
  for (const options of accepted) expect(createClient(options).getTokenUsage().totalTokens).toBe(0);
  expect(createLanguageModel({ provider: "vllm", model: "qwen3-32b" }).modelId).toBe("qwen3-32b");
  // @ts-expect-error: the model's name is needed before anything is connected
  expect(createLanguageModel({ provider: "vllm" }).modelId).toBeUndefined();
});

it("what it refuses is refused at run time too, with what was meant", async () => {
  const reasons = await Promise.all(
    refused.map(async (options) => {
      try {
        await createClient({ ...options, env: {} }).connect("any");
        return "";
      } catch (error) {
        return error instanceof Error ? `${error.name}: ${error.message}` : "";
      }
    }),
  );
  const expected = [
    /^ConfigurationError: There is no provider "gatway" \(did you mean "gateway"\?\)/,
    /unknown key "base_url" \(did you mean "framework_overrides\.base_url"\?\)/,
    /api_params\.thinking_level: /,
    /context_length: /,
    /unknown key "hots" \(did you mean "host"\?\)/,
    /unknown quirk "coerce_typed_tool_args"/,
    /there is no option "timeout" \(did you mean "timeouts"\?\)/,
  ];
  reasons.forEach((reason, place) => expect(reason).toMatch(expected[place] ?? /^$/));
});

it("a setting that stands beside config is told where it belongs", () => {
  const options = { provider: "selfhost", host: "http://localhost:1" } as const;
  expect(() => createClient(options)).toThrow(/"host"; a provider's own settings stand under config/);
});
