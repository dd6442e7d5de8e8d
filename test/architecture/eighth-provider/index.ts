/** An eighth provider as somebody would add it: one folder, and one line in the registry. */
import { chatProvider } from "../../../packages/shared/src/chat/chat-provider.js";
import { defineProvider, type ProviderDefinition } from "../../../packages/shared/src/provider/definition.js";
import { sharedErrors } from "../../../packages/shared/src/chat/error-map.js";
import type { ModelProvider } from "../../../packages/shared/src/provider/provider.js";
import type { Fields } from "../../../packages/shared/src/provider/untrusted.js";
import { windowIn } from "../../../packages/shared/src/provider/window-sources.js";
import { eighthDialect } from "./dialect.js";
import { knobs } from "./knobs.js";

const eighth: ProviderDefinition<typeof knobs, Fields> = defineProvider({
  name: "eighth",
  product: "Example Server",
  kind: "a server that exists only here",
  knobs: async () => knobs,
  variables: [
    { name: "EIGHTH_WHERE", knob: "where", meaning: "The server's address." },
    { name: "EIGHTH_MODEL", knob: "model", meaning: "Default model." },
    { name: "EIGHTH_WORD", knob: "password_word", meaning: "What the server demands." },
    { name: "EIGHTH_MEMORY", knob: "sizes.memory", meaning: "Context window." },
  ],
  credential: { knob: "password_word", required: false, command: "eighth-auth" },
  knobsFor: {
    addresses: ["where"],
    window: "sizes.memory",
    answerLimit: "sizes.longest_answer",
    load: "warm_up",
    headers: "letterhead",
  },
  windows: [
    { stated: "profile" },
    {
      source: "catalog",
      words: "max_model_len of the model in GET /v1/models",
      find: (entry: Fields) => windowIn(entry, ["max_model_len"], "the model in GET /v1/models"),
    },
    { stated: "env" },
  ],
  quirks: {},
  errors: [{ error: sharedErrors.connection, cause: "The server is not there." }],
  localPorts: [8888],
  create: (): ModelProvider => chatProvider(eighth, eighthDialect),
});

export default eighth;
