/**
 * `eucloud`: hosted serverless inference of open models in a European cloud, such as OVHcloud AI Endpoints.
 *
 * @example
 * const provider = createProvider();
 * await provider.initialize({}, { env: { FW_EUCLOUD_API_KEY: key } });
 * await provider.connect("Mistral-Nemo-Instruct-2407");
 */
import { chatProvider } from "../../../chat/chat-provider.js";
import { defineProvider } from "../../../provider/definition.js";
import type { ModelProvider } from "../../../provider/provider.js";
import { catalogSource } from "../hosted/catalog.js";
import { declaredErrors } from "../hosted/errors.js";
import * as errors from "./errors.js";
import { euCloudDialect } from "./dialect.js";

/** A hosted service in Europe that also answers without a key, at a low rate. */
const eucloud = defineProvider({
  name: "eucloud",
  product: "OVHcloud AI Endpoints",
  kind: "hosted serverless open-model inference in a European cloud, with an opt-in anonymous tier",
  knobs: async () => (await import("./knobs.js")).knobs,
  variables: [
    { name: "FW_EUCLOUD_API_KEY", knob: "api_key", meaning: "API key." },
    {
      name: "EU_AI_ENDPOINTS_ACCESS_TOKEN",
      knob: "api_key",
      meaning: "The vendor's access token, honoured as it is.",
    },
    {
      name: "OVH_AI_ENDPOINTS_ACCESS_TOKEN",
      knob: "api_key",
      meaning: "The same under the name of the vendor's own documentation.",
    },
    {
      name: "FW_EUCLOUD_ALLOW_ANONYMOUS",
      knob: "allow_anonymous",
      meaning: "`true` opts in to the keyless tier.",
    },
    { name: "FW_EUCLOUD_BASE_URL", knob: "base_url", meaning: "Address of the API." },
    { name: "FW_EUCLOUD_MODEL", knob: "model", meaning: "Default model." },
    {
      name: "FW_EUCLOUD_CONTEXT_LENGTH",
      knob: "context_length",
      meaning: "Context window when the catalog does not tell one.",
    },
  ],
  credential: {
    knob: "api_key",
    required: true,
    command: "eucloud-auth",
    otherwise: "the keyless tier, only with allow_anonymous: true or FW_EUCLOUD_ALLOW_ANONYMOUS=true",
  },
  knobsFor: { addresses: ["base_url"], window: "context_length" },
  windows: [
    catalogSource(
      "context_length, max_model_len or max_context_length of the model in GET /models (a proxy in its place: max_input_tokens)",
      ["context_length", "max_model_len", "max_context_length", "max_input_tokens"],
    ),
    { stated: "profile" },
    { stated: "env" },
  ],
  quirks: {},
  errors: declaredErrors(errors, {
    "credentials-missing":
      "No key in the profile, the environment or the store, and the keyless tier not opted in.",
    "permission-denied":
      "Key good, request forbidden (403 for moderation or region, or a project without a payment method); an AuthenticationError.",
    "rate-limit":
      "Too many requests (429), constantly so on the keyless tier; may carry `retryAfter` in seconds.",
    "model-not-found": "Model not in the catalog; ids are case-sensitive.",
  }),
  create: (): ModelProvider => chatProvider(eucloud, euCloudDialect),
});

export default eucloud;

/** A provider to be initialised by hand; `createClient` does this for you. */
export const createProvider = (): ModelProvider => eucloud.create();
export * from "./errors.js";
