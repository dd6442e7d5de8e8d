/** Knobs under names that no other provider has: nothing may depend on how a knob is called. */
import * as z from "../../../packages/shared/src/settings/kinds.js";
import { bearer, tokens } from "../../../packages/shared/src/settings/knobs.js";

export const knobs = z.strictObject({
  where: z.string().min(1).optional().describe("The server's address."),
  password_word: bearer("What the server demands."),
  sizes: z
    .strictObject({
      memory: tokens("Context window in tokens."),
      longest_answer: tokens("Upper bound of an answer in tokens."),
    })
    .prefault({})
    .describe("How large things may be."),
  warm_up: z.record(z.string(), z.unknown()).optional().describe("Body of a load at connect."),
  letterhead: z.record(z.string(), z.string()).default({}).describe("Further headers."),
});
