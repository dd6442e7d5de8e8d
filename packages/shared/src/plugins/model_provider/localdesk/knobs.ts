/** `plugin_configs.localdesk` in a profile. */
import * as z from "../../../settings/kinds.js";
import { bearer, tokens } from "../../../settings/knobs.js";

const load = z.looseObject({
  context_length: z.int().positive().optional().describe("Context window in tokens."),
  eval_batch_size: z.int().positive().optional().describe("Tokens evaluated in one batch."),
  flash_attention: z.boolean().optional().describe("Use flash attention."),
  offload_kv_cache_to_gpu: z.boolean().optional().describe("Keep the KV cache in GPU memory."),
  num_experts: z.int().positive().optional().describe("Active experts of a mixture-of-experts model."),
  echo_load_config: z.boolean().optional().describe("Log the load configuration that resulted."),
});

export const knobs = z.strictObject({
  host: z.string().min(1).default("http://localhost:1234").describe("Server URL."),
  context_length: tokens("Context window in tokens, when the server names none or to narrow what it names."),
  api_token: bearer("Bearer token, when the application demands one."),
  load: load
    .optional()
    .describe("Body of the load request, any key is forwarded; without it nothing is loaded explicitly."),
  unload_on_close: z
    .boolean()
    .default(false)
    .describe("Unload on close what this connection loaded; never what was loaded before."),
});
