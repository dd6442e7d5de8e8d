/** What can go wrong with the serverless service; the set that hosted services share. */
export {
  AuthenticationError,
  ContextLimitError,
  CreditsExhaustedError,
  InfrastructureError,
  ModelNotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServiceRetiredError,
  StallTimeoutError,
} from "../../../provider/errors.js";
export { APIKeyNotFoundError } from "../hosted/errors.js";
