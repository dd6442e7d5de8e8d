/** What a client tells of its calls: one hook for logs, traces and the ledger. No content is in it unless asked for. */
import type { FinishReason, Usage } from "./events.js";
import type { Message } from "./messages.js";

/** What all events of one call have in common. */
export interface CallIdentity {
  /** Counts up within a process. */
  id: number;
  /** The provider's own name. */
  provider: string;
  /** The model as it was asked for. */
  model: string;
}

/** A request is about to go out. An error thrown here refuses it: nothing is sent, and the caller gets that error. */
export interface CallStart extends CallIdentity {
  type: "call-start";
  /** ISO 8601. */
  time: string;
  /** Where it goes: scheme, host and port. */
  server: string;
  /** What is asked, without the user's keys. Only with `callContent`. */
  messages?: readonly Message[];
}

/** The first sign of an answer: text, reasoning or a tool call. */
export interface CallFirstToken extends CallIdentity {
  type: "call-first-token";
  /** Milliseconds from the beginning of the call. */
  first_token_ms: number;
  /** The same as `first_token_ms`. */
  readonly firstTokenMs: number;
}

/** How a call ended, under the names that a ledger keeps. */
export interface CallEndFields extends CallIdentity {
  type: "call-end";
  /** When it ended, ISO 8601. */
  time: string;
  /** Milliseconds from the beginning of the call, retries and their waits included. */
  duration_ms: number;
  /** Milliseconds to the first sign of an answer; absent where none came. */
  first_token_ms?: number;
  /** How many times the request was sent again. */
  retries: number;
  /** Why the answer ended; absent where the call failed. */
  finish?: FinishReason;
  /** What it used, where the backend says so. */
  usage?: Usage;
  /** What the answer cost, and who says so; absent where nobody states a price. */
  cost?: { usd: number; source: "charged" | "catalog" };
  /** The model that answered, where the backend names another than was asked for. */
  answered_model?: string;
  /** Why it failed; absent where it did not. The message holds no secret. */
  error?: { name: string; code: string; message: string };
  /** What was answered, without the user's keys. Only with `callContent`. */
  text?: string;
}

/** The call is over, well or not. */
export interface CallEnd extends CallEndFields {
  /** The same as `duration_ms`. */
  readonly durationMs: number;
  /** The same as `first_token_ms`. */
  readonly firstTokenMs?: number | undefined;
  /** The same as `answered_model`. */
  readonly answeredModel?: string | undefined;
}

/** What `onCall` is told of a call: its start, its first token, its end. */
export type CallEvent = CallStart | CallFirstToken | CallEnd;
/**
 * Takes the events of every call: for a log, a trace, a ledger. What it throws at the start refuses the call; what it throws later is
 * dropped, because no answer fails for its report.
 *
 * @example
 * const onCall = (event) => {
 *   if (event.type === "call-end") console.log(event.model, event.durationMs, event.error?.code ?? "ok");
 * };
 * createClient({ provider: "selfhost", onCall });
 */
export type OnCall = (event: CallEvent) => void;

/** What a model's tokens cost, in US dollars each, as the backend's catalog states it. */
export interface Prices {
  /** One token of the prompt. */
  prompt: number;
  /** One token of the answer. */
  answer: number;
  /** Tokens that were read from a cache, where they have a price of their own. */
  cached?: number;
}
