/**
 * `selfhost`: a self-hosted high-throughput GPU inference server such as vLLM.
 *
 * @example
 * const provider = createProvider();
 * await provider.initialize({ host: "http://gpu-box:8000" });
 * await provider.connect("qwen3-32b");
 */
import { chatProvider } from "../../../chat/chat-provider.js";
import { defineProvider } from "../../../provider/definition.js";
import type { ModelProvider } from "../../../provider/provider.js";
import { catalogWindow } from "./catalog.js";
import * as errors from "./errors.js";
import { selfHostDialect } from "./dialect.js";
import { toolParserFor } from "./tool-parsers.js";

/** An inference server that somebody runs for themselves. */
const selfhost = defineProvider({
  name: "selfhost",
  product: "vLLM",
  kind: "self-hosted high-throughput GPU inference server (passive provider)",
  knobs: async () => (await import("./knobs.js")).knobs,
  variables: [
    { name: "SELFHOST_HOST", knob: "host", meaning: "Server URL; required, no localhost fallback." },
    { name: "SELFHOST_MODEL", knob: "model", meaning: "Model name as the server reports it." },
    {
      name: "SELFHOST_CONTEXT_LENGTH",
      knob: "context_length",
      meaning: "Context window for older builds that do not report max_model_len.",
    },
    { name: "SELFHOST_API_TOKEN", knob: "api_token", meaning: "Bearer token." },
  ],
  credential: { knob: "api_token", required: false },
  knobsFor: { addresses: ["host"], window: "context_length", answerLimit: "max_tokens" },
  windows: [
    { stated: "profile", note: "used as it is" },
    {
      source: "catalog",
      words:
        "max_model_len (llama.cpp: meta.n_ctx; proxies: max_input_tokens) of the model in GET /v1/models, of its parent for an adapter",
      find: catalogWindow,
    },
    { stated: "env" },
  ],
  quirks: {
    coerce_typed_tool_args: {
      since: "0.6.194",
      effect:
        "A string given for an array, object, integer, number or boolean argument is read as a Python literal, then as JSON.",
    },
    force_tool_choice_for_lifecycle: {
      since: "0.6.195",
      effect: "The session's tool choice is sent as a named-function constraint.",
    },
    force_narration_between_tools: {
      since: "0.6.197",
      effect: "After every tool result the model is asked for one or two sentences before the next call.",
    },
    auto_finalize_on_complete: {
      since: "0.6.199",
      effect:
        "When the completion gate opens, the completion signal is given without asking the model again.",
    },
  },
  errors: [
    {
      error: errors.SelfHostConnectionError,
      cause: "Server unreachable, or its engine dead; transient, tried again.",
    },
    { error: errors.SelfHostAuthenticationError, cause: "Token rejected (401)." },
    { error: errors.SelfHostModelNotFoundError, cause: "Model not in /v1/models." },
    { error: errors.SelfHostMidStreamError, cause: "Connection dropped or engine failed after HTTP 200." },
  ],
  localPorts: [8000],
  marks: [{ path: "/v1/models", field: "data.0.owned_by", is: "vllm" }],
  modelHint: (model) => {
    const match = toolParserFor(model);
    const parser = match
      ? `Tool calls of ${match.families} need a server started with --enable-auto-tool-choice --tool-call-parser ${match.parser}.`
      : `No tool-call parser is known for this family; tool calls need a server started with --enable-auto-tool-choice and the right --tool-call-parser.`;
    return `${parser} vLLM holds arguments to the schema of a tool that is marked strict, as plain ones are from here; --tool-strict-level parameter does it for all.`;
  },
  create: (): ModelProvider => chatProvider(selfhost, selfHostDialect),
});

export default selfhost;

/** A provider to be initialised by hand; `createClient` does this for you. */
export const createProvider = (): ModelProvider => selfhost.create();
export * from "./errors.js";
export { toolParserFor, toolParsers } from "./tool-parsers.js";
