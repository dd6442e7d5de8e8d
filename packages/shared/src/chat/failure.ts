/**
 * From what happened on the wire, and where, to the error class the provider's documentation promises. Messages
 * say what was tried, why it failed and what to do; server text in them is cleaned and secrets are masked.
 */
import { type IncomingHttpHeaders, STATUS_CODES } from "node:http";
import { durationWords } from "../provider/duration.js";
import {
  CancelledError,
  type ErrorClass,
  type ErrorDetails,
  type FrameworkError,
} from "../provider/errors.js";
import { redact } from "../provider/secrets.js";
import { safeLine } from "../provider/untrusted.js";
import type { TransportError } from "../http/transport-error.js";
import type { BrokenAnswerError } from "./broken-answer.js";
import type { ErrorMap, FailureKind } from "./error-map.js";
import { isContextOverflow } from "./overflow.js";
import { readRetryAfter } from "./retry-after.js";
import { readErrorBody, readServerError, type ServerMessage } from "./server-message.js";

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
  /** What was asked of it: `POST /v1/chat/completions`. */
  asked?: string;
  /** A provider's own reading of an answer, looked at first. */
  classify?: (answer: { status: number; message: ServerMessage }) => FailureKind | Verdict | undefined;
  /** What the service says beyond the words that are common to all. */
  readMessage?: (message: ServerMessage) => ServerMessage;
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

const FORBIDDEN_CONTENT = /moderat|guardrail|region|content.?policy|flagged/i;
/** An account that is used up does not fill again by waiting, whatever the status says. */
const USED_UP =
  /insufficient_quota|insufficient.(balance|credit|fund)|exceeded your current quota|billing|out of credits|payment required/i;
/** LiteLLM without a database knows one key, and says this to every other. */
const NO_SUCH_KEY = /^no_db_connection$/;
/** A 404 is about the model only when the server says so; many addresses have the word in them. */
const NO_SUCH_MODEL =
  /(?<!\/)\bmodels?\b(?!\/).{0,200}?(not (be )?(found|exist|available|loaded|supported|served)|does(n.t| not) exist|unknown|no such|not a valid)|(unknown|no such|invalid|not find( the)?|no) model\b/i;
/** A 400 has many causes, and may name the model in passing. */
const SURELY_NO_MODEL =
  /(?<!\/)\bmodel\b(?!\/).{0,100}?(does(n.t| not) exist|(was|is|be) not found|not found$)|\b(unknown|no such|invalid) model\b/i;
/** The server was busy with something else; the same request may pass the next time. */
const PASSING: ReadonlySet<number> = new Set([409, 421, 425]);
/** The server will not learn it by being asked again. */
const LASTING: ReadonlySet<number> = new Set([501, 505]);
const FOREIGN_ADVICE =
  "Something else answers in the API's place, such as a proxy's login page or another server: check the address and the proxy variables.";
/** What to do about a status that came without a word. */
const MENDS: Readonly<Record<number, string>> = {
  404: "Nothing is served at that address: check it, with and without /v1.",
  405: "That address takes no such request: check it, with and without /v1.",
};

function kindOfStatus(status: number, message: ServerMessage): FailureKind {
  if (status !== 429 && isContextOverflow(message)) return "contextLimit";
  const said = `${message.type} ${message.code} ${message.text}`;
  if (status === 401 || NO_SUCH_KEY.test(message.type)) return "authentication";
  if (status === 402) return "creditsExhausted";
  if (status === 403) {
    return FORBIDDEN_CONTENT.test(said) ? "permissionDenied" : "authentication";
  }
  if (status === 400 || status === 404) {
    const isNamed = /model_?not_?found|unknown_?model/i.test(`${message.type} ${message.code}`);
    const words = status === 404 ? NO_SUCH_MODEL : SURELY_NO_MODEL;
    return isNamed || words.test(message.text) ? "modelNotFound" : "request";
  }
  if (status === 408) return "infrastructure";
  if (status === 410) return "serviceRetired";
  if (status === 429) return USED_UP.test(said) ? "creditsExhausted" : "rateLimit";
  return status >= 500 ? "infrastructure" : "request";
}

/** Whether trying again can help, where the status itself or the server says so; else the class decides. */
function outlookOf(status: number, headers: IncomingHttpHeaders): { retryable?: boolean } {
  const told = headers["x-should-retry"];
  if (told === "true" || told === "false") return { retryable: told === "true" };
  if (PASSING.has(status)) return { retryable: true };
  return LASTING.has(status) ? { retryable: false } : {};
}

const ended = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

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
  const { retryAfter } = details;
  const hint = retryAfter === undefined ? "" : ` The server asks to wait ${durationWords(retryAfter)}.`;
  const reference = context.reference === undefined ? "" : ` Reference: ${context.reference}.`;
  const message = redact(`${sentence}${hint}${advice ? ` ${advice}` : ""}${reference}`, context.secrets);
  const { surface } = context;
  const Failure = error ?? context.errors[kind];
  return new Failure(message, surface === undefined ? details : { ...details, surface });
}

/** An answer as far as its failure is told by it. */
interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Whether an answer's status is one of success. */
export const isSuccess = ({ status }: { readonly status: number }): boolean => status >= 200 && status < 300;

/** Whether an answer's status is that of a server which has nothing at that address. */
export const isNowhere = ({ status }: { readonly status: number }): boolean =>
  status === 404 || status === 405 || status === 501;

/** An answer with an error status. */
export function failureOfStatus(
  { status, headers, text }: Answered,
  context: FailureContext,
): FrameworkError {
  return failureOfMessage(status, headers, told(readErrorBody(text), context), referring(context, headers));
}

const told = (message: ServerMessage, { readMessage }: FailureContext): ServerMessage =>
  readMessage?.(message) ?? message;

function failureOfMessage(
  status: number,
  headers: IncomingHttpHeaders,
  message: ServerMessage,
  context: FailureContext,
): FrameworkError {
  const verdict = context.classify?.({ status, message }) ?? kindOfStatus(status, message);
  const retryAfter = readRetryAfter(headers, message, Date.now(), status === 429 || status === 503);
  const asked = context.asked === undefined ? "" : ` to ${context.asked}`;
  const mend = MENDS[status] ?? "It did not say why.";
  const name = STATUS_CODES[status] === undefined ? "" : ` (${STATUS_CODES[status]})`;
  const what = saysNoMore(message.text, status)
    ? `${status}${name}${asked}. ${mend}`
    : ended(`${status}: ${message.text}`);
  return build(verdict, `${context.server} answered ${what}`, context, {
    status,
    ...outlookOf(status, headers),
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** Whether the words are only the name of the status: `Not Found`, `404 page not found`, `Error`. */
function saysNoMore(text: string, status: number): boolean {
  const letters = (words: string) => words.toLowerCase().replaceAll(/[^\p{L}]|page|error/gu, "");
  const said = letters(text);
  if (said === "") return /^(?:error\W*)?$/i.test(text);
  return said === letters(STATUS_CODES[status] ?? "");
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
  const lasting: ErrorDetails = { ...partial, retryable: false };
  switch (error.reason) {
    case "cancelled":
      return new CancelledError("Cancelled.", partial);
    case "redirect":
      return build("connection", `${error.message}.`, context, lasting);
    case "not-http":
      return build("connection", `${context.server} gave no answer: ${error.message}.`, context, lasting);
    case "too-large":
      return build("infrastructure", `${error.message}; it was not read further.`, context, lasting);
    case "encoding":
      return build(
        "infrastructure",
        `${context.server} cannot be understood: ${error.message}.`,
        context,
        lasting,
      );
    case "idle":
      return build("stall", `${context.server} stalled: ${error.message}.`, context, partial);
    default:
  }
  if (error.phase === "body") {
    return build("midStream", `${context.server} ${brokeOff(partialText)}: ${error.message}.`, context, {
      code: "mid-stream",
      ...partial,
    });
  }
  const what =
    error.reason === "read-timeout"
      ? "did not answer"
      : error.phase === "response"
        ? "gave no answer"
        : "cannot be reached";
  return build("connection", `${context.server} ${what}: ${error.message}.`, context, {
    cause: error.cause,
  });
}

const brokeOff = (text: string | undefined): string =>
  text ? "broke off its answer" : "broke off before its first word";

/** An answer that began with 200 and then reported an error, made no sense, or ended too early. */
export function failureOfAnswer(
  error: BrokenAnswerError,
  context: FailureContext,
  partialText: string,
  hasBegun = true,
): FrameworkError {
  const message = told(readServerError(error.reported), context);
  if (error.outlook === "foreign") {
    const verdict: Verdict = { kind: "infrastructure", advice: FOREIGN_ADVICE };
    const what = message.text === "" ? error.message : message.text;
    return build(verdict, ended(`${context.server} answered with ${what}`), context, { retryable: false });
  }
  const code = Number(message.code);
  if (context.hidesStatus && !hasBegun && code >= 400 && code < 600) {
    return failureOfMessage(code, {}, message, context);
  }
  const said = message.text === "" ? "" : `: ${message.text}`;
  if (error.reported !== undefined && isContextOverflow(message)) {
    return build("contextLimit", ended(`${context.server} refused the prompt${said}`), context, {
      partialText,
    });
  }
  const retryAfter = readRetryAfter({}, message);
  const clientFault = code >= 400 && code < 500 && code !== 408 && code !== 429;
  const isUsedUp = error.reported !== undefined && USED_UP.test(`${message.type} ${message.code}`);
  const isLasting = clientFault || isUsedUp || error.outlook === "same-again";
  const what = ended(`${context.server} ${brokeOff(partialText)}: ${error.message}${said}`);
  const isPlain = error.outlook === "open";
  return build(isPlain ? "midStream" : { kind: "midStream", advice: "" }, what, context, {
    code: "mid-stream",
    partialText,
    ...(retryAfter !== undefined && { retryAfter }),
    ...(isLasting && { retryable: false }),
  });
}
