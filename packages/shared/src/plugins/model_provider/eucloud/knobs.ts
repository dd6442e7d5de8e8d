/** `plugin_configs.eucloud` in a profile. */
import * as z from "../../../settings/kinds.js";
import { hostedKnobs } from "../hosted/knobs.js";

export const knobs = z.strictObject({
  ...hostedKnobs("https://oai.endpoints.kepler.ai.cloud.ovh.net/v1"),
  allow_anonymous: z
    .boolean()
    .default(false)
    .describe(
      "Use the keyless tier when there is no key. It is heavily rate-limited and for evaluation only.",
    ),
});
