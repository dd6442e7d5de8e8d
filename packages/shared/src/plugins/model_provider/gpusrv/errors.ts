/** What can go wrong with a GPU inference server and its two surfaces. */
import {
  AuthenticationError,
  ConnectionError,
  type ErrorDetails,
  LoadError,
  MidStreamError,
  ModelNotFoundError,
} from "../../../provider/errors.js";

/** The chat frontend, or the v2 control plane. */
export type Surface = "openai" | "control";

/** A surface is unreachable: `openai` while chatting, `control` while probing or loading. */
export class GpuSrvConnectionError extends ConnectionError {
  static override readonly name: string = "GpuSrvConnectionError";
  /** Which of the server's addresses it was. */
  readonly surface: Surface;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details);
    this.surface = details.surface === "control" ? "control" : "openai";
  }
}

/** The token was rejected by the server or by a proxy in front of it. */
export class GpuSrvAuthenticationError extends AuthenticationError {
  static override readonly name: string = "GpuSrvAuthenticationError";
}

/** The model is not in the repository index, or it is there but not loaded. */
export class GpuSrvModelNotFoundError extends ModelNotFoundError {
  static override readonly name: string = "GpuSrvModelNotFoundError";
}

/** What a refused load is told beside its message. */
export interface LoadErrorDetails extends ErrorDetails {
  /** The server's answer. */
  body?: string;
  /** The load body that was sent. */
  config?: Readonly<Record<string, unknown>>;
}

/** The load was refused. `status` and `body` are the server's answer, `config` the load body that was sent. */
export class GpuSrvLoadError extends LoadError {
  static override readonly name: string = "GpuSrvLoadError";
  /** The server's answer. */
  readonly body: string;
  /** The load body that was sent. */
  readonly config: Readonly<Record<string, unknown>>;

  constructor(message: string, details: LoadErrorDetails = {}) {
    super(message, details);
    this.body = details.body ?? "";
    this.config = details.config ?? {};
  }
}

/** The connection dropped after HTTP 200: the engine failed. */
export class GpuSrvMidStreamError extends MidStreamError {
  static override readonly name: string = "GpuSrvMidStreamError";
}
