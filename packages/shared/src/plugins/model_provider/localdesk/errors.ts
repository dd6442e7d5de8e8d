/** What can go wrong with a desktop application's local model server. */
import {
  AuthenticationError,
  ConnectionError,
  LoadError,
  ModelNotFoundError,
} from "../../../provider/errors.js";

/** The server is unreachable: not running, wrong port, firewall. */
export class LocalDeskConnectionError extends ConnectionError {}

/** The token was rejected, or the application demands one and none is set. */
export class LocalDeskAuthenticationError extends AuthenticationError {}

/** The model is not in the catalog. */
export class LocalDeskModelNotFoundError extends ModelNotFoundError {}

/** The application did not load the model. */
export class LocalDeskLoadError extends LoadError {}
