/** Knobs that hosted services have in common. */
import * as z from "../../../settings/kinds.js";
import { bearer, tokens } from "../../../settings/knobs.js";

/** Of the service whose API is at this address. */
export const hostedKnobs = (address: string) => ({
  base_url: z.string().min(1).default(address).describe("Address of the API, version included."),
  api_key: bearer("API key; wins over the environment and the stored key."),
  context_length: tokens(
    "Context window in tokens, used when the catalog does not know the model or its window.",
  ),
  modalities: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe("What the model takes, such as text and image; used when the catalog does not say."),
});
