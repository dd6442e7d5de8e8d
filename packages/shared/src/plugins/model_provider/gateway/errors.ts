/** What can go wrong with a model gateway: a set of its own names over the kinds that all providers share. */
export {
  AuthenticationError,
  ContextLimitError,
  CreditsExhaustedError,
  InfrastructureError,
  ModelNotFoundError,
  PermissionDeniedError,
  RateLimitError,
  StallTimeoutError,
} from "../../../provider/errors.js";
export { APIKeyNotFoundError } from "../hosted/errors.js";
