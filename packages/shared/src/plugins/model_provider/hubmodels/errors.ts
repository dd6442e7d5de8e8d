/** What can go wrong with the hub's model service. Each message says what was checked, why it failed and how to fix it. */
import {
  AuthenticationError,
  CredentialsNotFoundError,
  PermissionDeniedError,
} from "../../../provider/errors.js";

export {
  CreditsExhaustedError,
  InfrastructureError,
  ModelNotFoundError,
  RateLimitError,
  ServiceRetiredError,
} from "../../../provider/errors.js";

/** No token in any of the places that were looked at. */
export class TokenNotFoundError extends CredentialsNotFoundError {
  static override readonly name: string = "TokenNotFoundError";
}

/** The token was rejected or has expired. */
export class TokenInvalidError extends AuthenticationError {
  static override readonly name: string = "TokenInvalidError";
}

/** The token lacks `models: read`, or is not authorized for an organization with single sign-on. */
export class TokenPermissionError extends PermissionDeniedError {
  static override readonly name: string = "TokenPermissionError";
}

/** An administrator of the organization or enterprise must enable the service. */
export class ModelsDisabledError extends PermissionDeniedError {
  static override readonly name: string = "ModelsDisabledError";
}
