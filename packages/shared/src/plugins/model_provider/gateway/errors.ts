/** What can go wrong with a model gateway. */
import * as shared from "../../../provider/errors.js";
import type { ErrorCode, ErrorDetails } from "../../../provider/errors.js";

/** No key in the profile, the environment or the store. */
export class APIKeyNotFoundError extends shared.CredentialsNotFoundError {}

/** The key was rejected (401, 403). */
export class AuthenticationError extends shared.AuthenticationError {}

/** The key is good, but moderation, a guardrail or a region forbids this request (403). */
export class PermissionDeniedError extends AuthenticationError {
  static override readonly code: ErrorCode = "permission-denied";
}

/** Too many requests (429); `retryAfter` holds the hint in seconds, where there is one. */
export class RateLimitError extends shared.RateLimitError {}

/** The account has no credits left (402). Tried again only when the gateway says when. */
export class CreditsExhaustedError extends RateLimitError {
  static override readonly code: ErrorCode = "credits-exhausted";

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, { retryable: details.retryAfter !== undefined, ...details });
  }
}

/** The model is not in the catalog. */
export class ModelNotFoundError extends shared.ModelNotFoundError {}

/** The prompt does not fit the model's window. */
export class ContextLimitError extends shared.ContextLimitError {}

/** The vendor behind the gateway failed, the connection failed, or the answer broke off. */
export class InfrastructureError extends shared.InfrastructureError {}

/** The stream was open, but no chunk came for the idle time. */
export class StallTimeoutError extends InfrastructureError {
  static override readonly code: ErrorCode = "stall";
}
