/**
 * The errors of services that are reached over the internet with a key. Each of them has the same set in a module of its own; the
 * classes that its definition declares are the ones it throws.
 */
import type { DeclaredError, ProviderDefinition } from "../../../provider/definition.js";
import type { ErrorClass, ErrorCode } from "../../../provider/errors.js";
import { type ErrorMap, ownErrors } from "../../../chat/error-map.js";

/** When each of them happens, in the order of the docs. */
const CAUSES: Partial<Record<ErrorCode, string>> = {
  "credentials-missing": "No key in the profile, the environment or the store.",
  "credentials-rejected": "Key rejected (401, 403).",
  "permission-denied":
    "Key good, request forbidden (403 for moderation, guardrail or region); an AuthenticationError.",
  "rate-limit": "Too many requests (429); may carry `retryAfter` in seconds.",
  "credits-exhausted": "No credits left (402); a RateLimitError.",
  "model-not-found": "Model not in the catalog.",
  "context-limit": "Prompt exceeds the model's context window.",
  infrastructure: "Service answered 5xx, could not be reached, or broke off its answer; tried again.",
  stall: "Stream open but silent; an InfrastructureError.",
  "service-retired": "Service no longer exists (410).",
};

/** What a service declares of its errors; `own` says of some of them when they happen there. */
export function declaredErrors(
  classes: Readonly<Record<string, ErrorClass>>,
  own: Partial<Record<ErrorCode, string>> = {},
): DeclaredError[] {
  return Object.entries({ ...CAUSES, ...own }).flatMap(([code, cause]) => {
    const error = Object.values(classes).find((one) => one.code === code);
    return error ? [{ error, cause }] : [];
  });
}

/**
 * A hosted service has no failure of its own for a lost connection or a broken stream: both are its infrastructure's,
 * and both may be tried again.
 */
export function hostedErrors(definition: Pick<ProviderDefinition, "errors">): ErrorMap {
  const own = ownErrors(definition);
  return { ...own, connection: own.infrastructure, midStream: own.infrastructure };
}
