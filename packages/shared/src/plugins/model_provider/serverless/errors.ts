/** What can go wrong with the serverless service. The classes are its own; each is also one of the kinds that all providers share. */
import * as shared from "../../../provider/errors.js";

/** No key in any of the places that were looked at. */
export class APIKeyNotFoundError extends shared.CredentialsNotFoundError {
  static override readonly name: string = "APIKeyNotFoundError";
}

/** The key was rejected. */
export class AuthenticationError extends shared.AuthenticationError {
  static override readonly name: string = "AuthenticationError";
}

/** The key is good, but this request is forbidden. */
export class PermissionDeniedError extends AuthenticationError {
  static override readonly name: string = "PermissionDeniedError";
  static override readonly code = "permission-denied";
}

/** Too many requests; `retryAfter` holds the service's hint in seconds. */
export class RateLimitError extends shared.RateLimitError {
  static override readonly name: string = "RateLimitError";
}

/** No credits left. Tried again only when the service says when. */
export class CreditsExhaustedError extends RateLimitError {
  static override readonly name: string = "CreditsExhaustedError";
  static override readonly code = "credits-exhausted";

  constructor(message: string, details: shared.ErrorDetails = {}) {
    super(message, shared.onlyWithHint(details));
  }
}

/** The model is not in the catalog. */
export class ModelNotFoundError extends shared.ModelNotFoundError {
  static override readonly name: string = "ModelNotFoundError";
}

/** The prompt exceeds the model's context window. */
export class ContextLimitError extends shared.ContextLimitError {
  static override readonly name: string = "ContextLimitError";
}

/** The service failed, could not be reached, or broke off its answer. */
export class InfrastructureError extends shared.InfrastructureError {
  static override readonly name: string = "InfrastructureError";
}

/** The stream was open but silent. */
export class StallTimeoutError extends InfrastructureError {
  static override readonly name: string = "StallTimeoutError";
  static override readonly code = "stall";
}

/** The service no longer exists. */
export class ServiceRetiredError extends shared.ServiceRetiredError {
  static override readonly name: string = "ServiceRetiredError";
}
