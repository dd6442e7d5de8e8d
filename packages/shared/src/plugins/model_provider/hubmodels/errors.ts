/** What can go wrong with the hub's model service. Each message says what was checked, why it failed and how to fix it. */
import * as shared from "../../../provider/errors.js";
import type { ErrorCode, ErrorDetails } from "../../../provider/errors.js";

/** No token in any of the places that were looked at. */
export class TokenNotFoundError extends shared.CredentialsNotFoundError {}

/** The token was rejected or has expired. */
export class TokenInvalidError extends shared.AuthenticationError {}

/** The token lacks `models: read`, or is not authorized for an organization with single sign-on. */
export class TokenPermissionError extends shared.PermissionDeniedError {}

/** An administrator of the organization or enterprise must enable the service. */
export class ModelsDisabledError extends shared.PermissionDeniedError {}

/** The service does not know the model; ids have the form `<vendor>/<model>`. */
export class ModelNotFoundError extends shared.ModelNotFoundError {}

/** Too many requests; `retryAfter` holds the hint in seconds, where there is one. */
export class RateLimitError extends shared.RateLimitError {}

/** The account may use no more without paying (402). Tried again only when the service says when. */
export class CreditsExhaustedError extends RateLimitError {
  static override readonly code: ErrorCode = "credits-exhausted";

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, { retryable: details.retryAfter !== undefined, ...details });
  }
}

/** The service was retired (410). Trying again will never help. */
export class ServiceRetiredError extends shared.ServiceRetiredError {}
