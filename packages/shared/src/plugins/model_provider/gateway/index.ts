/**
 * `gateway`: a multi-vendor model gateway such as OpenRouter; one key for hundreds of models.
 *
 * @example
 * const provider = createProvider();
 * await provider.initialize({ api_key: "<API_KEY>", api_params: { models: ["openai/gpt-5-mini"] } });
 * await provider.connect("anthropic/claude-sonnet-4.5");
 */
import { chatProvider } from "../../../chat/chat-provider.js";
import { defineProvider } from "../../../provider/definition.js";
import type { ModelProvider } from "../../../provider/provider.js";
import { windowIn } from "../../../provider/window-sources.js";
import { declaredErrors } from "../hosted/errors.js";
import type { Offered } from "./catalog.js";
import * as errors from "./errors.js";
import { gatewayDialect } from "./dialect.js";

/** One service in front of many upstream providers. */
const gateway = defineProvider({
  name: "gateway",
  product: "OpenRouter",
  kind: "multi-vendor model gateway, one key for 300+ models",
  knobs: async () => (await import("./knobs.js")).knobs,
  variables: [
    { name: "FW_GATEWAY_API_KEY", knob: "api_key", meaning: "API key." },
    { name: "OPENROUTER_API_KEY", knob: "api_key", meaning: "API key, under the vendor's own name." },
    {
      name: "FW_GATEWAY_BASE_URL",
      knob: "framework_overrides.base_url",
      meaning: "Address of the gateway's API.",
    },
    { name: "FW_GATEWAY_MODEL", knob: "model", meaning: "Default model." },
    {
      name: "FW_GATEWAY_CONTEXT_LENGTH",
      knob: "framework_overrides.context_length",
      meaning: "Context window in tokens; wins over the catalog.",
    },
    {
      name: "FW_GATEWAY_HTTP_REFERER",
      knob: "http_referer",
      meaning: "HTTP-Referer header; empty sends none.",
      emptyCounts: true,
    },
    {
      name: "FW_GATEWAY_APP_TITLE",
      knob: "app_title",
      meaning: "Title header; empty sends none.",
      emptyCounts: true,
    },
    {
      name: "FW_GATEWAY_APP_CATEGORIES",
      knob: "app_categories",
      meaning: "Categories header, separated by commas; empty sends none.",
      emptyCounts: true,
    },
    {
      name: "FW_GATEWAY_REQUEST_TIMEOUT",
      knob: "framework_overrides.request_timeout",
      meaning: "Seconds without a single byte; 0 disables.",
    },
    {
      name: "FW_GATEWAY_STREAM_IDLE_TIMEOUT",
      knob: "framework_overrides.stream_idle_timeout",
      meaning: "Seconds without a chunk; 0 disables.",
    },
  ],
  credential: { knob: "api_key", required: true, command: "gateway-auth" },
  knobsFor: {
    addresses: ["framework_overrides.base_url"],
    window: "framework_overrides.context_length",
    answerLimit: "api_params.max_tokens",
    headers: "extra_headers",
  },
  windows: [
    { stated: "profile", note: "used as it is" },
    { stated: "env", note: "used as it is" },
    {
      source: "routed",
      words: "context_length of the endpoints that `routing` allows, where that is less than the catalog's",
      find: ({ routed }: Offered) => routed,
    },
    {
      source: "catalog",
      words: "context_length of the model in GET /models (a proxy in its place: max_input_tokens)",
      find: ({ entry }: Offered) =>
        entry && windowIn(entry, ["context_length", "max_input_tokens"], `"${entry.id}" in GET /models`),
    },
  ],
  hasOpenCatalog: true,
  quirks: {},
  errors: declaredErrors(errors),
  create: (): ModelProvider => chatProvider(gateway, gatewayDialect),
});

export default gateway;

/** A provider to be initialised by hand; `createClient` does this for you. */
export const createProvider = (): ModelProvider => gateway.create();
export * from "./errors.js";
export { cacheFamilies } from "./prompt-cache.js";
