/**
 * The root of every error and the kinds all providers share. A provider's own classes extend these under
 * the names of its documentation. `code` is stable; `name` is the class a user sees.
 */

import { safeText } from "./untrusted.js";

/** What went wrong, in one word for programs: the same for every provider, whatever its class is called. */
export type ErrorCode =
  | "cancelled"
  | "configuration"
  | "connection"
  | "context-limit"
  | "context-window"
  | "credentials-missing"
  | "credentials-rejected"
  | "credits-exhausted"
  | "infrastructure"
  | "load"
  | "mid-stream"
  | "model-not-found"
  | "permission-denied"
  | "rate-limit"
  | "request"
  | "service-retired"
  | "stall";

/** What an error is told beside its message. */
export interface ErrorDetails {
  /** What led to it, kept as the error's `cause`. */
  cause?: unknown;
  /** Replaces the class's own code: an `InfrastructureError` may be one of a broken stream. */
  code?: ErrorCode;
  /** Whether the same request may well succeed later; the class decides where nothing is said. */
  retryable?: boolean;
  /** Seconds the server asked to wait. */
  retryAfter?: number;
  /** The HTTP status, where there was one. */
  status?: number;
  /** What had been received before the failure. */
  partialText?: string;
  /** Which of a backend's addresses it was, where it has several; for the classes that keep it. */
  surface?: string;
}

/**
 * The root of every error. Catch it for all of them, a kind (`RateLimitError`) for that kind of every
 * provider, or compare `code`.
 *
 * @example
 * try {
 *   await client.complete("Hello!");
 * } catch (error) {
 *   if (error instanceof RateLimitError) console.log(`again in ${error.retryAfter ?? 60} s`);
 *   else throw error;
 * }
 */
export class FrameworkError extends Error {
  /** Written out in every class: bundlers rename them. */
  static override readonly name: string = "FrameworkError";
  /** The code that errors of this class have. */
  static readonly code: ErrorCode = "request";
  /** Whether errors of this class are worth another try. */
  static readonly retryable: boolean = false;

  /** What went wrong, in one word for programs. */
  readonly code: ErrorCode;
  /**
   * Whether the same request may well succeed later. Calls have been tried again by themselves before it is
   * thrown.
   */
  readonly retryable: boolean;
  /** How many seconds the server asked to wait, where it did. */
  readonly retryAfter?: number;
  /** The HTTP status, where there was one. */
  readonly status?: number;
  /** What had come of the answer before it broke off. */
  partialText?: string;

  constructor(message: string, details: ErrorDetails = {}) {
    // A message may hold what a server, a file or a model said.
    super(safeText(message), details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.code = details.code ?? new.target.code;
    this.retryable = details.retryable ?? new.target.retryable;
    if (details.retryAfter !== undefined) this.retryAfter = details.retryAfter;
    if (details.status !== undefined) this.status = details.status;
    if (details.partialText !== undefined) this.partialText = details.partialText;
  }
}

/** The constructor that every shared kind and every provider class has. */
export interface ErrorClass {
  /** Makes an error of the class; `details` may replace what the class says. */
  new (message: string, details?: ErrorDetails): FrameworkError;
  /** The code that its errors have. */
  readonly code: ErrorCode;
}

/** Something the user wrote is wrong: a profile, a variable, a flag. Mend it and run again. */
export class ConfigurationError extends FrameworkError {
  static override readonly name: string = "ConfigurationError";
  static override readonly code: ErrorCode = "configuration";
}

/** A required setting is missing or has an impossible value. */
export class ValueError extends FrameworkError {
  static override readonly name: string = "ValueError";
  static override readonly code: ErrorCode = "configuration";
}

/** No source names the model's context window. Set `context_length` to what the server was started with. */
export class ContextWindowError extends FrameworkError {
  static override readonly name: string = "ContextWindowError";
  static override readonly code: ErrorCode = "context-window";
}

/** No credential in any of the places that were looked at. */
export class CredentialsNotFoundError extends FrameworkError {
  static override readonly name: string = "CredentialsNotFoundError";
  static override readonly code: ErrorCode = "credentials-missing";
}

/** The backend refused the credential. */
export class AuthenticationError extends FrameworkError {
  static override readonly name: string = "AuthenticationError";
  static override readonly code: ErrorCode = "credentials-rejected";
}

/** The key is good, but this request is forbidden: moderation, guardrail, region. */
export class PermissionDeniedError extends AuthenticationError {
  static override readonly name: string = "PermissionDeniedError";
  static override readonly code: ErrorCode = "permission-denied";
}

/** The backend does not know the model. */
export class ModelNotFoundError extends FrameworkError {
  static override readonly name: string = "ModelNotFoundError";
  static override readonly code: ErrorCode = "model-not-found";
}

/** Too many requests; `retryAfter` holds the server's hint. */
export class RateLimitError extends FrameworkError {
  static override readonly name: string = "RateLimitError";
  static override readonly code: ErrorCode = "rate-limit";
  static override readonly retryable = true;
}

/** Details of a failure that is worth another try only when the server says when. */
export const onlyWithHint = (details: ErrorDetails): ErrorDetails => ({
  retryable: details.retryAfter !== undefined,
  ...details,
});

/** The account has no credits left. Retried only when the server says when. */
export class CreditsExhaustedError extends RateLimitError {
  static override readonly name: string = "CreditsExhaustedError";
  static override readonly code: ErrorCode = "credits-exhausted";

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, onlyWithHint(details));
  }
}

/** The prompt, or the prompt plus `max_tokens`, does not fit the window. */
export class ContextLimitError extends FrameworkError {
  static override readonly name: string = "ContextLimitError";
  static override readonly code: ErrorCode = "context-limit";
}

/** The backend cannot be reached, or broke the connection before it answered. */
export class ConnectionError extends FrameworkError {
  static override readonly name: string = "ConnectionError";
  static override readonly code: ErrorCode = "connection";
  static override readonly retryable = true;
}

/** The backend answered, but failed: a 5xx, or an answer that is none. */
export class InfrastructureError extends FrameworkError {
  static override readonly name: string = "InfrastructureError";
  static override readonly code: ErrorCode = "infrastructure";
  static override readonly retryable = true;
}

/** The stream was open but no chunk came for the idle time. */
export class StallTimeoutError extends InfrastructureError {
  static override readonly name: string = "StallTimeoutError";
  static override readonly code: ErrorCode = "stall";
}

/** The answer broke off after HTTP 200. `partialText` holds what had arrived. */
export class MidStreamError extends FrameworkError {
  static override readonly name: string = "MidStreamError";
  static override readonly code: ErrorCode = "mid-stream";
  static override readonly retryable = true;
}

/** The model could not be loaded. */
export class LoadError extends FrameworkError {
  static override readonly name: string = "LoadError";
  static override readonly code: ErrorCode = "load";
}

/** The backend refused the request itself; sending it again would not help. */
export class RequestError extends FrameworkError {
  static override readonly name: string = "RequestError";
}

/** The service no longer exists. */
export class ServiceRetiredError extends FrameworkError {
  static override readonly name: string = "ServiceRetiredError";
  static override readonly code: ErrorCode = "service-retired";
}

/** The caller cancelled. */
export class CancelledError extends FrameworkError {
  static override readonly name: string = "CancelledError";
  static override readonly code: ErrorCode = "cancelled";

  constructor(message = "Cancelled.", details?: ErrorDetails) {
    super(message, details);
  }
}

/** What anything that was thrown says. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);
