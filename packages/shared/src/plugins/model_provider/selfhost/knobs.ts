/** `plugin_configs.selfhost` in a profile. */
import * as z from "../../../settings/kinds.js";
import { bearer, text, tokens } from "../../../settings/knobs.js";

export const knobs = z.strictObject({
  host: text("Server URL; there is no localhost fallback."),
  context_length: tokens("Context window in tokens; used as it is, without asking the server."),
  api_token: bearer("Bearer token, only when the server demands one."),
  max_tokens: tokens("Sent as the chat `max_tokens`; without it the server's default holds."),
});
