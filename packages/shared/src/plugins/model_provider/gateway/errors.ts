/** What can go wrong with a model gateway: a set of its own names over the kinds that all providers share. */
import { CredentialsNotFoundError } from "../../../provider/errors.js";

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

/** No key in the profile, the environment or the store. */
export class APIKeyNotFoundError extends CredentialsNotFoundError {}
