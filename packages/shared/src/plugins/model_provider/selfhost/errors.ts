/** What can go wrong with a self-hosted inference server. */
import {
  AuthenticationError,
  ConnectionError,
  MidStreamError,
  ModelNotFoundError,
} from "../../../provider/errors.js";

/** The server is unreachable, or its engine is dead. Transient: the call is tried again. */
export class SelfHostConnectionError extends ConnectionError {
  static override readonly name: string = "SelfHostConnectionError";
}

/** The token was rejected. */
export class SelfHostAuthenticationError extends AuthenticationError {
  static override readonly name: string = "SelfHostAuthenticationError";
}

/** The model is not in `/v1/models`. */
export class SelfHostModelNotFoundError extends ModelNotFoundError {
  static override readonly name: string = "SelfHostModelNotFoundError";
}

/** The connection dropped, or the engine reported an error, after HTTP 200. */
export class SelfHostMidStreamError extends MidStreamError {
  static override readonly name: string = "SelfHostMidStreamError";
}
