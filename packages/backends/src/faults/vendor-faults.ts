/** Faults that only one of the services knows; each words its own. */
import type { BackendName } from "../names.js";
import type { OwnRefusal } from "../refusals/problem.js";
import { refuse } from "../refusals/refuse.js";
import type { FaultDefinition } from "./definition.js";

/** Refusals that only one of the services knows. */
export const vendorFaults = {
  moderation: only("gateway", "moderation", "403: the upstream's moderation flagged the prompt."),
  "region-restricted": only("gateway", "region-restricted", "403: not offered where the client is."),
  "service-disabled": only(
    "hubmodels",
    "service-disabled",
    "401: an administrator has not enabled the service.",
  ),
  "no-payment-method": only(
    "eucloud",
    "no-payment-method",
    "403: the key is right, but its project has no payment method.",
  ),
} as const satisfies Record<OwnRefusal, FaultDefinition>;

function only(backend: BackendName, name: OwnRefusal, description: string): FaultDefinition {
  return {
    description,
    acts: "answer",
    backends: [backend],
    respond: ({ exchange, words }) => {
      const answer = words.own?.[name];
      if (answer) refuse(exchange, words, answer);
    },
  };
}
