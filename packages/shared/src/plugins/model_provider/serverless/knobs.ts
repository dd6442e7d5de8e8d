/** `plugin_configs.serverless` in a profile. */
import * as z from "../../../settings/kinds.js";
import { apiKey, contextLength, modalities } from "../hosted/knobs.js";

export const knobs = z.strictObject({
  base_url: z
    .string()
    .min(1)
    .default("https://api.tokenfactory.nebius.com/v1")
    .describe("Address of the API, version included."),
  api_key: apiKey,
  context_length: contextLength,
  modalities,
});
