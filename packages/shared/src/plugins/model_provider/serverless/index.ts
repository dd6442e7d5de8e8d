/**
 * `serverless`: hosted serverless inference of open models, registered fine-tunes included, such as Nebius Token Factory.
 *
 * @example
 * const provider = createProvider();
 * await provider.initialize({}, { env: { FW_SERVERLESS_API_KEY: key } });
 * await provider.connect("Qwen/Qwen3-32B");
 */
import { chatProvider } from "../../../chat/chat-provider.js";
import { defineProvider } from "../../../provider/definition.js";
import type { ModelProvider } from "../../../provider/provider.js";
import { catalogSource } from "../hosted/catalog.js";
import { declaredErrors } from "../hosted/errors.js";
import * as errors from "./errors.js";
import { serverlessDialect } from "./dialect.js";

/** A hosted service that bills by the token. */
const serverless = defineProvider({
  name: "serverless",
  product: "Nebius Token Factory",
  kind: "hosted serverless open-model inference, supports registered fine-tunes",
  knobs: async () => (await import("./knobs.js")).knobs,
  variables: [
    { name: "FW_SERVERLESS_API_KEY", knob: "api_key", meaning: "API key." },
    { name: "NEBIUS_API_KEY", knob: "api_key", meaning: "The vendor's own variable for the API key." },
    { name: "FW_SERVERLESS_BASE_URL", knob: "base_url", meaning: "Address of the API." },
    { name: "FW_SERVERLESS_MODEL", knob: "model", meaning: "Default model." },
    {
      name: "FW_SERVERLESS_CONTEXT_LENGTH",
      knob: "context_length",
      meaning: "Context window when the catalog does not tell one.",
    },
  ],
  credential: { knob: "api_key", required: true, command: "serverless-auth" },
  knobsFor: { addresses: ["base_url"], window: "context_length" },
  windows: [
    catalogSource(
      "context_length of the model in GET /models?verbose=true (a proxy in its place: max_input_tokens)",
      ["context_length", "max_input_tokens"],
    ),
    { stated: "profile" },
    { stated: "env" },
  ],
  quirks: {},
  errors: declaredErrors(errors, { "model-not-found": "Model not in the account's catalog." }),
  create: (): ModelProvider => chatProvider(serverless, serverlessDialect),
});

export default serverless;

/** A provider to be initialised by hand; `createClient` does this for you. */
export const createProvider = (): ModelProvider => serverless.create();
export * from "./errors.js";
