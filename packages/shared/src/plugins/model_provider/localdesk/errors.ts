/** What can go wrong with a desktop application's local model server. */
import {
  AuthenticationError,
  ConnectionError,
  LoadError,
  ModelNotFoundError,
} from "../../../provider/errors.js";

/** The server is unreachable: not running, wrong port, firewall. */
export class LocalDeskConnectionError extends ConnectionError {
  static override readonly name: string = "LocalDeskConnectionError";
}

/** The token was rejected, or the application demands one and none is set. */
export class LocalDeskAuthenticationError extends AuthenticationError {
  static override readonly name: string = "LocalDeskAuthenticationError";
}

/** The model is not in the catalog. */
export class LocalDeskModelNotFoundError extends ModelNotFoundError {
  static override readonly name: string = "LocalDeskModelNotFoundError";
}

/** The application did not load the model. */
export class LocalDeskLoadError extends LoadError {
  static override readonly name: string = "LocalDeskLoadError";
}
