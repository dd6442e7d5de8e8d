/** `plugin_configs.gpusrv` in a profile. */
import * as z from "../../../settings/kinds.js";
import { bearer, headerMap, text, tokens } from "../../../settings/knobs.js";

export const knobs = z.strictObject({
  host: text("Host shorthand: chat on port 9000 (or the port it names), control plane on port 8000."),
  openai_url: text("Chat surface URL; wins over `host`."),
  control_url: text("Control surface URL; wins over `host`."),
  context_length: tokens("Context window in tokens; required, the server does not tell it."),
  api_token: bearer("Bearer token, sent on both surfaces."),
  extra_headers: headerMap
    .optional()
    .describe("Further headers on both surfaces, for a server or a proxy that demands a header of its own."),
  load: z
    .record(z.string(), z.unknown())
    .nullish()
    .describe("Body of the model load at connect; none: nothing is loaded; {}: load with the stored config."),
});
