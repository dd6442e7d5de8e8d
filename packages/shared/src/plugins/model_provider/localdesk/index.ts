/**
 * `localdesk`: a desktop application with a built-in model server, such as LM Studio.
 *
 * @example
 * const provider = createProvider();
 * await provider.initialize({ load: { context_length: 16384 } });
 * await provider.connect("qwen/qwen3-8b", { onProgress: (text) => showStatus(text) });
 */
import { chatProvider } from "../../../chat/chat-provider.js";
import { defineProvider } from "../../../provider/definition.js";
import type { ModelProvider } from "../../../provider/provider.js";
import type { Seen } from "./catalog.js";
import * as errors from "./errors.js";
import { localDeskDialect } from "./dialect.js";

/** A desktop application on one's own machine, which loads models on demand. */
const localdesk = defineProvider({
  name: "localdesk",
  product: "LM Studio",
  kind: "desktop application with a built-in local model server",
  knobs: async () => (await import("./knobs.js")).knobs,
  variables: [
    { name: "LOCALDESK_HOST", knob: "host", meaning: "Server URL." },
    { name: "LOCALDESK_MODEL", knob: "model", meaning: "Default model." },
    { name: "LOCALDESK_CONTEXT_LENGTH", knob: "context_length", meaning: "Context window override." },
    { name: "LOCALDESK_API_TOKEN", knob: "api_token", meaning: "Bearer token." },
    { name: "LM_API_TOKEN", knob: "api_token", meaning: "Bearer token; the vendor's own variable." },
  ],
  credential: { knob: "api_token", required: false },
  knobsFor: { addresses: ["host"], window: "context_length", load: "load" },
  windows: [
    {
      source: "live",
      words: "config.context_length of the live instance in GET /api/v1/models",
      find: ({ instance, path }: Seen) => ({
        tokens: instance?.config["context_length"],
        detail: `context length of instance "${instance?.id}" in GET /${path}`,
      }),
    },
    {
      source: "catalog",
      words: "max_context_length in the catalog",
      find: ({ model, path }: Seen) => ({
        tokens: model.maxContext,
        detail: `max_context_length of "${model.key}" in GET /${path}`,
      }),
    },
    { stated: "profile", note: "when the server names none, else only to narrow it" },
    { stated: "env", note: "when the server names none, else only to narrow it" },
  ],
  quirks: {},
  errors: [
    {
      error: errors.LocalDeskConnectionError,
      cause: "Server unreachable: not running, wrong port, firewall.",
    },
    {
      error: errors.LocalDeskAuthenticationError,
      cause: "Token rejected (401), or token required but none set.",
    },
    { error: errors.LocalDeskModelNotFoundError, cause: "Model not in the catalog." },
    { error: errors.LocalDeskLoadError, cause: "The load endpoint did not load the model." },
  ],
  localPorts: [1234],
  marks: [
    { path: "/api/v1/models", field: "models.0.loaded_instances" },
    { path: "/api/v0/models", field: "data.0.compatibility_type" },
  ],
  create: (): ModelProvider => chatProvider(localdesk, localDeskDialect),
});

export default localdesk;

/** A provider to be initialised by hand; `createClient` does this for you. */
export const createProvider = (): ModelProvider => localdesk.create();
export * from "./errors.js";
