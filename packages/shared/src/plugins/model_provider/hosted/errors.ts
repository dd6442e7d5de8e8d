/** The errors of services that are reached over the internet with a key. Their documentation names one common set. */
import { CredentialsNotFoundError, InfrastructureError } from "../../../provider/errors.js";
import { type ErrorMap, sharedErrors } from "../../../chat/failure.js";

/** No key in any of the places that were looked at. */
export class APIKeyNotFoundError extends CredentialsNotFoundError {}

/**
 * A hosted service has no failure of its own for a lost connection or a broken stream: both are its infrastructure's,
 * and both may be tried again.
 */
export const hostedErrors: ErrorMap = {
  ...sharedErrors,
  connection: InfrastructureError,
  midStream: InfrastructureError,
};
