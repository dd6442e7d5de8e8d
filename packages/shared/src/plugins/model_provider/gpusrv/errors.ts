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

export interface LoadErrorDetails extends ErrorDetails {
  body?: string;
  config?: Readonly<Record<string, unknown>>;
}

/** The load was refused. `status` and `body` are the server's answer, `config` the load body that was sent. */
export class GpuSrvLoadError extends LoadError {
  static override readonly name: string = "GpuSrvLoadError";
  readonly body: string;
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
