/** `plugin_configs.eucloud` in a profile. */
import * as z from "../../../settings/kinds.js";
import { apiKey, contextLength, modalities } from "../hosted/knobs.js";

export const knobs = z.strictObject({
  base_url: z
    .string()
    .min(1)
    .default("https://oai.endpoints.kepler.ai.cloud.ovh.net/v1")
    .describe("Address of the API, version included."),
  api_key: apiKey,
  context_length: contextLength,
  modalities,
  allow_anonymous: z
    .boolean()
    .default(false)
    .describe(
      "Use the keyless tier when there is no key. It is heavily rate-limited and for evaluation only.",
    ),
});
