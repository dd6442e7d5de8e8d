/**
 * `gpusrv`: a GPU inference server with a chat frontend and a v2 control plane, such as NVIDIA Triton.
 *
 * @example
 * const provider = createProvider();
 * await provider.initialize({ host: "gpu-box", context_length: 32768, load: {} });
 * await provider.connect("llama-3.1-8b-instruct");
 */
import { chatProvider } from "../../../chat/chat-provider.js";
import { defineProvider } from "../../../provider/definition.js";
import { ValueError } from "../../../provider/errors.js";
import type { ModelProvider } from "../../../provider/provider.js";
import * as errors from "./errors.js";
import { gpuSrvDialect } from "./dialect.js";

/** A GPU server with a chat frontend and a control plane that loads models. */
const gpusrv = defineProvider({
  name: "gpusrv",
  product: "NVIDIA Triton with its OpenAI-compatible frontend",
  kind: "GPU inference server with a chat-completions frontend and a v2 control plane",
  knobs: async () => (await import("./knobs.js")).knobs,
  variables: [
    { name: "GPUSRV_HOST", knob: "host", meaning: "Host shorthand for both surfaces." },
    { name: "GPUSRV_OPENAI_URL", knob: "openai_url", meaning: "Chat surface URL." },
    { name: "GPUSRV_CONTROL_URL", knob: "control_url", meaning: "Control surface URL." },
    { name: "GPUSRV_MODEL", knob: "model", meaning: "Default model." },
    { name: "GPUSRV_CONTEXT_LENGTH", knob: "context_length", meaning: "Context window in tokens." },
    { name: "GPUSRV_API_TOKEN", knob: "api_token", meaning: "Bearer token, sent on both surfaces." },
  ],
  credential: { knob: "api_token", required: false },
  knobsFor: {
    addresses: ["host", "openai_url", "control_url"],
    window: "context_length",
    load: "load",
    headers: "extra_headers",
  },
  windows: [{ stated: "profile" }, { stated: "env" }],
  quirks: {},
  errors: [
    {
      error: errors.GpuSrvConnectionError,
      cause: "A surface is unreachable; `surface` is openai (chat) or control (probe, load).",
    },
    { error: errors.GpuSrvAuthenticationError, cause: "Token rejected (401)." },
    { error: errors.GpuSrvModelNotFoundError, cause: "Model not in the repository index, or not loaded." },
    {
      error: errors.GpuSrvLoadError,
      cause: "The load was refused; carries status, body and the load config.",
    },
    { error: errors.GpuSrvMidStreamError, cause: "Connection dropped after HTTP 200 (engine error)." },
    { error: ValueError, cause: "Chat URL, control URL or context length unset at initialize." },
  ],
  localPorts: [9000, 8000],
  marks: [{ path: "/v1/models", field: "data.0.owned_by", is: "Triton Inference Server" }],
  create: (): ModelProvider => chatProvider(gpusrv, gpuSrvDialect),
});

export default gpusrv;

/** A provider to be initialised by hand; `createClient` does this for you. */
export const createProvider = (): ModelProvider => gpusrv.create();
export * from "./errors.js";
