/** Knobs that hosted services have in common. */
import * as z from "../../../settings/kinds.js";
import { bearer, tokens } from "../../../settings/knobs.js";

export const apiKey = bearer("API key; wins over the environment and the stored key.");

export const contextLength = tokens(
  "Context window in tokens, used when the catalog does not know the model or its window.",
);

export const modalities = z
  .array(z.string().min(1))
  .min(1)
  .optional()
  .describe("What the model takes, such as text and image; used when the catalog does not say.");
