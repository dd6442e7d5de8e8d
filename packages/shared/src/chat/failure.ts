/**
 * From what happened on the wire, and where, to the error class the provider's documentation promises. Messages
 * say what was tried, why it failed and what to do; server text in them is cleaned and secrets are masked.
 */
import type { IncomingHttpHeaders } from "node:http";
import {
  AuthenticationError,
  CancelledError,
  ConnectionError,
  ContextLimitError,
  CreditsExhaustedError,
  type ErrorClass,
  type ErrorDetails,
  type FrameworkError,
  InfrastructureError,
  MidStreamError,
  ModelNotFoundError,
  PermissionDeniedError,
  RateLimitError,
  RequestError,
  ServiceRetiredError,
  StallTimeoutError,
} from "../provider/errors.js";
import { redact } from "../provider/secrets.js";
import { safeLine } from "../provider/untrusted.js";
import type { BrokenAnswerError } from "./answer.js";
import { readRetryAfter } from "./retry-after.js";
import { readErrorBody, readServerError, type ServerMessage } from "./server-message.js";
import type { TransportError } from "../http/transport-error.js";

/** Which class stands for which kind of failure; a provider replaces those it has names for. */
export interface ErrorMap {
  authentication: ErrorClass;
  connection: ErrorClass;
  contextLimit: ErrorClass;
  creditsExhausted: ErrorClass;
  infrastructure: ErrorClass;
  midStream: ErrorClass;
  modelNotFound: ErrorClass;
  permissionDenied: ErrorClass;
  rateLimit: ErrorClass;
  request: ErrorClass;
  serviceRetired: ErrorClass;
  stall: ErrorClass;
}

export const sharedErrors: ErrorMap = {
  authentication: AuthenticationError,
  connection: ConnectionError,
  contextLimit: ContextLimitError,
  creditsExhausted: CreditsExhaustedError,
  infrastructure: InfrastructureError,
  midStream: MidStreamError,
  modelNotFound: ModelNotFoundError,
  permissionDenied: PermissionDeniedError,
  rateLimit: RateLimitError,
  request: RequestError,
  serviceRetired: ServiceRetiredError,
  stall: StallTimeoutError,
};

export type FailureKind = keyof ErrorMap;

/** What a failure message needs to know of the provider. */
export interface FailureContext {
  /** Who was asked, for a person: `The selfhost server at http://gpu:8000`. */
  server: string;
  errors: ErrorMap;
  /** What to do, by kind. */
  advice: Partial<Record<FailureKind, string>>;
  secrets: readonly string[];
  /** Which of the backend's addresses was asked, where it has several. */
  surface?: string;
  /** A provider's own reading of an answer, looked at first. */
  classify?: (answer: { status: number; message: ServerMessage }) => FailureKind | Verdict | undefined;
  /** The service reports failures from before the first word inside a 200; their `code` is the status meant. */
  hidesStatus?: boolean;
  /** What the service's support would ask for, from the head of an answer: `generation gen-1`. */
  referenceOf?: (headers: IncomingHttpHeaders) => string | undefined;
  /** That reference, once the head of the answer is known. */
  reference?: string | undefined;
}

/** A kind of failure for which the provider has a class or an advice of its own. */
export interface Verdict {
  kind: FailureKind;
  error?: ErrorClass;
  advice?: string;
}

/** The context with the reference that this answer's head gives. */
export function referring(context: FailureContext, headers: IncomingHttpHeaders): FailureContext {
  const reference = context.referenceOf?.(headers);
  return reference === undefined ? context : { ...context, reference: safeLine(reference) };
}

const overflowTypes =
  /context_length_exceeded|token_limit_exceeded|string_too_long|max_tokens_exceeded|context_window/;
const overflowTexts = [
  /maximum context length/i,
  /longer than the maximum model length/i,
  /context length of only \d+/i,
  /greater than the context length/i,
  /exceeds? (the )?(model's |available )?(maximum )?context/i,
  /prompt is too long/i,
  /too many tokens/i,
];
const forbiddenContent = /moderat|guardrail|region|content.?policy|flagged/i;

/** Whether a server's words mean that the prompt does not fit. */
export function isContextOverflow(message: ServerMessage): boolean {
  return (
    overflowTypes.test(message.type) ||
    overflowTypes.test(message.code) ||
    overflowTexts.some((pattern) => pattern.test(message.text))
  );
}

function kindOfStatus(status: number, message: ServerMessage): FailureKind {
  if (status !== 429 && isContextOverflow(message)) return "contextLimit";
  if (status === 401) return "authentication";
  if (status === 402) return "creditsExhausted";
  if (status === 403) {
    const said = `${message.type} ${message.code} ${message.text}`;
    return forbiddenContent.test(said) || "flagged_input" in message.metadata
      ? "permissionDenied"
      : "authentication";
  }
  if (status === 404) return /model/i.test(message.text) ? "modelNotFound" : "request";
  if (status === 408) return "infrastructure";
  if (status === 410) return "serviceRetired";
  if (status === 429) return "rateLimit";
  return status >= 500 ? "infrastructure" : "request";
}

function build(
  verdict: FailureKind | Verdict,
  sentence: string,
  context: FailureContext,
  details: ErrorDetails,
): FrameworkError {
  const {
    kind,
    error,
    advice: ownAdvice,
  }: Verdict = typeof verdict === "string" ? { kind: verdict } : verdict;
  const advice = ownAdvice ?? context.advice[kind];
  const hint =
    details.retryAfter === undefined
      ? ""
      : ` The server asks to wait ${Number(details.retryAfter.toFixed(1))} s.`;
  const reference = context.reference === undefined ? "" : ` Reference: ${context.reference}.`;
  const message = redact(`${sentence}${hint}${advice ? ` ${advice}` : ""}${reference}`, context.secrets);
  const { surface } = context;
  const Failure = error ?? context.errors[kind];
  return new Failure(message, surface === undefined ? details : { ...details, surface });
}

/** An answer with an error status. */
export function failureOfStatus(
  status: number,
  headers: IncomingHttpHeaders,
  body: string,
  context: FailureContext,
): FrameworkError {
  return failureOfMessage(status, headers, readErrorBody(body), referring(context, headers));
}

function failureOfMessage(
  status: number,
  headers: IncomingHttpHeaders,
  message: ServerMessage,
  context: FailureContext,
): FrameworkError {
  const verdict = context.classify?.({ status, message }) ?? kindOfStatus(status, message);
  const retryAfter = readRetryAfter(headers, message);
  const said = message.text === "" ? "" : `: ${message.text}`;
  const dot = /[.!?…]$/.test(said) ? "" : ".";
  return build(verdict, `${context.server} answered ${status}${said}${dot}`, context, {
    status,
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** A request that is larger than the service takes. */
export function failureOfSize(size: number, limit: number, context: FailureContext): FrameworkError {
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  return build(
    "request",
    `${context.server} takes at most ${megabytes(limit)}, but the request is ${megabytes(size)}, so it was not sent. ` +
      "Send smaller or fewer pictures, or shorten the conversation.",
    context,
    { status: 413 },
  );
}

/** A connection that failed, stalled, or broke off. */
export function failureOfTransport(
  error: TransportError,
  context: FailureContext,
  partialText?: string,
): FrameworkError {
  const partial: ErrorDetails = partialText === undefined ? {} : { partialText };
  switch (error.reason) {
    case "cancelled":
      return new CancelledError("Cancelled.", partial);
    case "redirect":
      return build("connection", `${error.message}.`, context, { retryable: false });
    case "too-large":
      return build("infrastructure", `${error.message}; it was not read further.`, context, {
        retryable: false,
      });
    case "idle":
      return build("stall", `${context.server} stalled: ${error.message}.`, context, partial);
    default:
  }
  if (error.phase === "body") {
    return build("midStream", `${context.server} broke off its answer: ${error.message}.`, context, {
      code: "mid-stream",
      ...partial,
    });
  }
  const what = error.reason === "read-timeout" ? "did not answer" : "cannot be reached";
  return build("connection", `${context.server} ${what}: ${error.message}.`, context, {
    cause: error.cause,
  });
}

/** An answer that began with 200 and then reported an error, made no sense, or ended too early. */
export function failureOfAnswer(
  error: BrokenAnswerError,
  context: FailureContext,
  partialText: string,
  hasBegun = true,
): FrameworkError {
  const message = readServerError(error.reported);
  const code = Number(message.code);
  if (context.hidesStatus && !hasBegun && code >= 400 && code < 600) {
    return failureOfMessage(code, {}, message, context);
  }
  const said = message.text === "" ? "" : `: ${message.text}`;
  if (error.reported !== undefined && isContextOverflow(message)) {
    return build("contextLimit", `${context.server} refused the prompt${said}.`, context, { partialText });
  }
  const retryAfter = readRetryAfter({}, message);
  const clientFault = code >= 400 && code < 500 && code !== 408 && code !== 429;
  return build("midStream", `${context.server} broke off its answer: ${error.message}${said}.`, context, {
    code: "mid-stream",
    partialText,
    ...(retryAfter !== undefined && { retryAfter }),
    ...((clientFault || error.isTooLarge) && { retryable: false }),
  });
}
