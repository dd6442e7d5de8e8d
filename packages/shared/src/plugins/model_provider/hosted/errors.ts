/**
 * The errors of services that are reached over the internet with a key. Each of them has the same set in a module of its own; the
 * classes that its definition declares are the ones it throws.
 */
import type { ProviderDefinition } from "../../../provider/definition.js";
import { CredentialsNotFoundError, type ErrorClass } from "../../../provider/errors.js";
import { type ErrorMap, sharedErrors } from "../../../chat/failure.js";

type Declared = Pick<ProviderDefinition, "errors">;

/** The declared class that stands for the same as this one. */
const ownClass = ({ errors }: Declared, shared: ErrorClass): ErrorClass =>
  errors.find(({ error }) => error.code === shared.code)?.error ?? shared;

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
