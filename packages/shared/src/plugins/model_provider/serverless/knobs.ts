/** `plugin_configs.serverless` in a profile. */
import * as z from "../../../settings/kinds.js";
import { hostedKnobs } from "../hosted/knobs.js";

export const knobs = z.strictObject(hostedKnobs("https://api.tokenfactory.nebius.com/v1"));
