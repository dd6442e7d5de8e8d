/** Faults that only one of the services knows. */
import { sendError } from "../refusal.js";
import { noPaymentMethod } from "../eucloud/words.js";
import { moderation, regionRestricted } from "../gateway/words.js";
import { serviceDisabled } from "../hubmodels/words.js";
import type { BackendName } from "../names.js";
import type { ErrorAnswer } from "../problem.js";
import type { FaultDefinition } from "./definition.js";

/** Refusals that only one of the services knows. */
export const vendorFaults = {
  moderation: only("gateway", "403: the upstream's moderation flagged the prompt.", moderation),
  "region-restricted": only("gateway", "403: not offered where the client is.", regionRestricted),
  "service-disabled": only(
    "hubmodels",
    "401: an administrator has not enabled the service.",
    serviceDisabled,
  ),
  "no-payment-method": only(
    "eucloud",
    "403: the key is right, but its project has no payment method.",
    noPaymentMethod,
  ),
} as const satisfies Record<string, FaultDefinition>;

function only(backend: BackendName, description: string, answer: ErrorAnswer): FaultDefinition {
  return {
    description,
    acts: "answer",
    backends: [backend],
    respond: ({ exchange }) => sendError(exchange, answer),
  };
}
