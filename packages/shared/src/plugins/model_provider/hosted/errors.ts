/**
 * The errors of services that are reached over the internet with a key. Each of them has the same set in a module of its own; the
 * classes that its definition declares are the ones it throws.
 */
import type { DeclaredError, ProviderDefinition } from "../../../provider/definition.js";
import { CredentialsNotFoundError, type ErrorClass, type ErrorCode } from "../../../provider/errors.js";
import { type ErrorMap, sharedErrors } from "../../../chat/failure.js";

type Declared = Pick<ProviderDefinition, "errors">;

/** The declared class that stands for the same as this one. */
const ownClass = ({ errors }: Declared, shared: ErrorClass): ErrorClass =>
  errors.find(({ error }) => error.code === shared.code)?.error ?? shared;

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

/** The class of a key that is in none of the places that were looked at. */
export const keyNotFoundError = (definition: Declared): ErrorClass =>
  ownClass(definition, CredentialsNotFoundError);

/**
 * A hosted service has no failure of its own for a lost connection or a broken stream: both are its infrastructure's,
 * and both may be tried again.
 */
export function hostedErrors(definition: Declared): ErrorMap {
  const infrastructure = ownClass(definition, sharedErrors.infrastructure);
  return {
    authentication: ownClass(definition, sharedErrors.authentication),
    connection: infrastructure,
    contextLimit: ownClass(definition, sharedErrors.contextLimit),
    creditsExhausted: ownClass(definition, sharedErrors.creditsExhausted),
    infrastructure,
    midStream: infrastructure,
    modelNotFound: ownClass(definition, sharedErrors.modelNotFound),
    permissionDenied: ownClass(definition, sharedErrors.permissionDenied),
    rateLimit: ownClass(definition, sharedErrors.rateLimit),
    request: sharedErrors.request,
    serviceRetired: ownClass(definition, sharedErrors.serviceRetired),
    stall: ownClass(definition, sharedErrors.stall),
  };
}
