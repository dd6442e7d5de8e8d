/** The gateway's ways of failing, in its own error classes and with what to do about each. */
import { looksSecret } from "../../../provider/secrets.js";
import type { Access } from "../../../chat/dialect.js";
import { record } from "../../../provider/untrusted.js";
import type { FailureContext } from "../../../chat/failure.js";
import { hostedFailure, originOf } from "../hosted/family.js";
import type { ServerMessage } from "../../../chat/server-message.js";
import type { knobs } from "./knobs.js";
import { metadataOf, withUpstream } from "./upstream.js";

const MISSING_MODEL = new Set(["model_not_found", "model_deprecated", "free_variant_ended"]);
const MISSING_MODEL_TEXT = /not a valid model|no endpoints found for|model not found/i;
const FILTERED = new Set(["no_endpoints", "constraint_filtered", "privacy_restricted"]);
const FILTERED_TEXT = /no allowed providers|no endpoints found (that|matching)/i;
const ROUTING_ADVICE =
  "The model exists, but routing, privacy settings or the request's parameters leave nobody to serve it: loosen `routing`.";

/** What the service says in `availability` and `error_type` is exact; its statuses are not always. */
function classify({ status, message }: { status: number; message: ServerMessage }) {
  const { code } = record(message.fields["availability"]);
  if (typeof code === "string" && MISSING_MODEL.has(code)) return "modelNotFound";
  if (status === 403 && "flagged_input" in metadataOf(message)) return "permissionDenied";
  if (code === "region_restricted" || (status === 403 && message.type === "content_policy_violation")) {
    return "permissionDenied";
  }
  if (status !== 400 && status !== 404) return undefined;
  if ((typeof code === "string" && FILTERED.has(code)) || FILTERED_TEXT.test(message.text)) {
    return { kind: "request" as const, advice: ROUTING_ADVICE };
  }
  return MISSING_MODEL_TEXT.test(message.text) ? "modelNotFound" : undefined;
}

export function failureContext(access: Access<typeof knobs>, base: URL): FailureContext {
  const { settings } = access;
  const keyOrigin = originOf(access, "api_key") ?? "the profile";
  const baseOrigin = originOf(access, "framework_overrides.base_url") ?? "default";
  const extraSecrets = Object.entries(settings.values.extra_headers)
    .filter(([name]) => looksSecret(name))
    .map(([, value]) => value);
  return hostedFailure(access, base, {
    server: `The gateway at ${base.href}`,
    advice: {
      authentication: `Check the key (from ${keyOrigin}) and its limit; "gateway-auth" tries another one and stores it.`,
      connection: `Check the network and the address (from ${baseOrigin}).`,
      creditsExhausted:
        "Add credits to the account, or raise the key's limit; free models stop too while the balance is negative.",
      modelNotFound: '"fw models --provider gateway" lists the models; ids look like vendor/model-name.',
      permissionDenied: "The key is good: change the prompt, the account's guardrails, or the routing.",
      rateLimit: "Wait, or name fallback models in api_params.models.",
      stall: "A larger framework_overrides.stream_idle_timeout waits longer; 0 waits without end.",
    },
    secrets: [...settings.secrets, ...extraSecrets],
    classify,
    readMessage: withUpstream,
    hidesStatus: true,
    referenceOf: ({ "x-generation-id": id }) => (typeof id === "string" ? `generation ${id}` : undefined),
  });
}
