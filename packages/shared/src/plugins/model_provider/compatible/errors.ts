/** A compatible server's failures have no classes of their own: they are the kinds that all providers share. */
export {
  AuthenticationError,
  ConnectionError,
  ContextLimitError,
  CreditsExhaustedError,
  CredentialsNotFoundError,
  InfrastructureError,
  MidStreamError,
  ModelNotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServiceRetiredError,
  StallTimeoutError,
} from "../../../provider/errors.js";
