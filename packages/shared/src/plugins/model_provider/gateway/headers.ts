/** The headers of every request: who asks, on whose behalf, and what the user adds. */
import type { OutputOf } from "../../../provider/schema.js";
import type { knobs } from "./knobs.js";

type Identity = Pick<
  OutputOf<typeof knobs>,
  "api_key" | "http_referer" | "app_title" | "app_categories" | "extra_headers"
>;

/** Names are lower case, so that a header given twice in different spelling is sent once. Empty values are not sent. */
export function requestHeaders(identity: Identity): Record<string, string> {
  const categories = identity.app_categories.join(",");
  const attribution = {
    "http-referer": identity.http_referer,
    "x-gateway-title": identity.app_title,
    "x-openrouter-title": identity.app_title,
    "x-gateway-categories": categories,
    "x-openrouter-categories": categories,
  };
  const extra = Object.entries(identity.extra_headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    ...Object.fromEntries(Object.entries(attribution).filter(([, value]) => value.trim() !== "")),
    ...Object.fromEntries(extra),
    ...(identity.api_key !== undefined && { authorization: `Bearer ${identity.api_key}` }),
  };
}
