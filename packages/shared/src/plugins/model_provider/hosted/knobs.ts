/** Knobs that hosted services have in common. */
import * as z from "zod";

export const apiKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7E]+$/, "is empty or has characters that cannot be sent in a header")
  .optional()
  .describe("API key; wins over the environment and the stored key.");

export const contextLength = z
  .number()
  .int()
  .positive()
  .optional()
  .describe("Context window in tokens, used when the catalog does not know the model or its window.");

export const modalities = z
  .array(z.string().min(1))
  .min(1)
  .optional()
  .describe("What the model takes, such as text and image; used when the catalog does not say.");
