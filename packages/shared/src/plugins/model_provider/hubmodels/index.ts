/**
 * `hubmodels`: a code-hosting platform's model API (GitHub Models) or an Azure-style inference endpoint.
 *
 * @example
 * const provider = createProvider();
 * await provider.initialize({ api_key: "<TOKEN>", extra: { endpoint: "https://models.corp.example/inference" } });
 * await provider.connect("openai/gpt-4o");
 */
import { chatProvider } from "../../../chat/chat-provider.js";
import { defineProvider } from "../../../provider/definition.js";
import type { ModelProvider } from "../../../provider/provider.js";
import { windowIn } from "../../../provider/window-sources.js";
import type { Asked } from "./catalog.js";
import * as errors from "./errors.js";
import { familyWindow } from "./families.js";
import { hubModelsDialect } from "./dialect.js";

/** A hosted catalog of models behind a platform account's token. */
const hubmodels = defineProvider({
  name: "hubmodels",
  product: "GitHub Models and Azure-style inference endpoints",
  kind: "code-hosting platform's unified model API, authenticated with platform tokens",
  knobs: async () => (await import("./knobs.js")).knobs,
  variables: [
    { name: "HUBMODELS_TOKEN", knob: "api_key", meaning: "Platform token with models: read." },
    { name: "GITHUB_TOKEN", knob: "api_key", meaning: "Platform token, under the vendor's own name." },
    { name: "HUBMODELS_MODEL", knob: "model", meaning: "Default model, as <vendor>/<model>." },
    {
      name: "FW_HUBMODELS_ORGANIZATION",
      knob: "extra.organization",
      meaning: "Organization that usage is billed to.",
    },
    {
      name: "FW_HUBMODELS_ENTERPRISE",
      knob: "extra.enterprise",
      meaning: "Enterprise, named in messages only.",
    },
    {
      name: "FW_HUBMODELS_CONTEXT_LENGTH",
      knob: "context_length",
      meaning: "Context window in tokens, for a model whose window nobody states.",
    },
    {
      name: "FW_HUBMODELS_ENDPOINT",
      knob: "extra.endpoint",
      meaning: "Base address of the inference API, for an enterprise server or a proxy.",
    },
  ],
  credential: { knob: "api_key", required: true },
  knobsFor: { addresses: ["extra.endpoint"], window: "context_length" },
  windows: [
    {
      source: "catalog",
      words: "limits.max_input_tokens of the model in the catalog",
      find: ({ model, entry }: Asked) =>
        windowIn(entry, ["limits.max_input_tokens"], `"${model}" in the catalog`),
    },
    {
      source: "family",
      words: "the published window of the model's family",
      find: ({ model }: Asked) => familyWindow(model),
    },
    { stated: "profile", note: "when neither names one, else only to narrow it" },
    { stated: "env", note: "when neither names one, else only to narrow it" },
  ],
  quirks: {},
  errors: [
    { error: errors.TokenNotFoundError, cause: "No token in the profile or the environment." },
    { error: errors.TokenInvalidError, cause: "Token rejected or expired." },
    {
      error: errors.TokenPermissionError,
      cause: "Token lacks models: read, or its single sign-on authorization.",
    },
    { error: errors.ModelsDisabledError, cause: "Service disabled for the organization or enterprise." },
    {
      error: errors.ModelNotFoundError,
      cause: "Invalid model id; the full <vendor>/<model> form is needed.",
    },
    { error: errors.RateLimitError, cause: "Too many requests." },
    { error: errors.CreditsExhaustedError, cause: "Paid usage is not enabled or used up (402)." },
    { error: errors.ServiceRetiredError, cause: "The hosted service no longer exists (410)." },
    { error: errors.InfrastructureError, cause: "Upstream 5xx, or an answer that broke off; tried again." },
  ],
  create: (): ModelProvider => chatProvider(hubmodels, hubModelsDialect),
});

export default hubmodels;

/** A provider to be initialised by hand; `createClient` does this for you. */
export const createProvider = (): ModelProvider => hubmodels.create();
export * from "./errors.js";
export { modelFamilies } from "./families.js";
export { freeTierLimits } from "./free-tier.js";
export { tokenUnits, unitsPrice, USD_PER_TOKEN_UNIT } from "./pricing.js";
export { tokenTypeOf, tokenTypes } from "./token-types.js";
