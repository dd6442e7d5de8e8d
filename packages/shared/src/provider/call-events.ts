/** What a client tells of its calls: one hook for logs, traces and the ledger. No content is in it unless asked for. */
import type { FinishReason, Usage } from "./events.js";
import type { Message } from "./messages.js";

/** What all events of one call have in common. */
export interface CallIdentity {
  /** Counts up within a process. */
  id: number;
  provider: string;
  model: string;
}

/** A request is about to go out. An error thrown here refuses it: nothing is sent, and the caller gets that error. */
export interface CallStart extends CallIdentity {
  type: "call-start";
  /** ISO 8601. */
  time: string;
  /** Only with `callContent`. */
  messages?: readonly Message[];
}

/** The first sign of an answer: text, reasoning or a tool call. */
export interface CallFirstToken extends CallIdentity {
  type: "call-first-token";
  first_token_ms: number;
}

/** The call is over, well or not. */
export interface CallEnd extends CallIdentity {
  type: "call-end";
  time: string;
  duration_ms: number;
  first_token_ms?: number;
  /** How many times the request was sent again. */
  retries: number;
  finish?: FinishReason;
  usage?: Usage;
  /** What the answer cost, and who says so; absent where nobody states a price. */
  cost?: { usd: number; source: "charged" | "catalog" };
  /** The model that answered, where the backend names another than was asked for. */
  answered_model?: string;
  error?: { name: string; code: string; message: string };
  /** Only with `callContent`. */
  text?: string;
}

export type CallEvent = CallStart | CallFirstToken | CallEnd;
export type OnCall = (event: CallEvent) => void;

/** What a model's tokens cost, in US dollars each, as the backend's catalog states it. */
export interface Prices {
  prompt: number;
  completion: number;
  /** Tokens that were read from a cache, where they have a price of their own. */
  cached?: number;
}
