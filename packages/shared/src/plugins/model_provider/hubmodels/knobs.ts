/** `plugin_configs.hubmodels` in a profile. */
import * as z from "../../../settings/kinds.js";
import { bearer, tokens } from "../../../settings/knobs.js";

export const knobs = z.strictObject({
  api_key: bearer("Platform token with the permission models: read; wins over the variables."),
  context_length: tokens("Context window in tokens, when nobody states one or to narrow what is stated."),
  extra: z
    .strictObject({
      organization: z
        .string()
        .trim()
        .regex(/^(?!\.+$)./, { error: "must be the organization's name as in its address" })
        .optional()
        .describe(
          "Organization that usage is billed to: part of the path on the platform itself, a header elsewhere.",
        ),
      enterprise: z.string().trim().min(1).optional().describe("Enterprise, named in messages only."),
      endpoint: z
        .string()
        .min(1)
        .default("https://models.github.ai/inference")
        .describe("Base address of the inference API, for an enterprise server or a proxy."),
    })
    .prefault({})
    .describe("Whom usage belongs to, and where requests go."),
});
