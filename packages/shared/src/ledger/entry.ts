/** A request as the ledger keeps it: one line of JSON. Nothing of what was asked or answered is in it. */
import type { CallEndFields } from "../provider/call-events.js";
import { jsonIn } from "../provider/untrusted.js";

/** One request as the ledger keeps it. */
export interface LedgerEntry {
  /** When it ended, ISO 8601. */
  time: string;
  /** The provider's own name. */
  provider: string;
  /** The model as it was asked for. */
  model: string;
  /** The workspace of whoever asked. */
  folder: string;
  /** Tokens of the prompt, where the backend counts them. */
  prompt_tokens?: number;
  /** Tokens of the answer, where the backend counts them. */
  output_tokens?: number;
  /** How many of the prompt's tokens were read from a cache. */
  cached_tokens?: number;
  /** How many of the answer's tokens were reasoning. */
  reasoning_tokens?: number;
  /** US dollars; absent where nobody states a price, never a guess. */
  cost?: number;
  /** Whether the backend charged it, or its catalog's prices were added up. */
  cost_source?: "charged" | "catalog";
  /** Milliseconds to the first sign of an answer. */
  first_token_ms?: number;
  /** Milliseconds in all, retries and their waits included. */
  duration_ms: number;
  /** How many times it was sent again. */
  retries: number;
  /** How the answer ended, or the name of the error. */
  finish: string;
  /** There where it failed. */
  failed?: true;
}

/** The entry for a call that has ended. `folder` is the workspace of whoever asked. */
export function ledgerEntry(call: CallEndFields, folder: string): LedgerEntry {
  const { usage, cost } = call;
  return {
    time: call.time,
    provider: call.provider,
    model: call.model,
    folder,
    ...(usage && { prompt_tokens: usage.prompt_tokens, output_tokens: usage.output_tokens }),
    ...(usage?.cached_tokens !== undefined && { cached_tokens: usage.cached_tokens }),
    ...(usage?.reasoning_tokens !== undefined && { reasoning_tokens: usage.reasoning_tokens }),
    ...(cost && { cost: cost.usd, cost_source: cost.source }),
    ...(call.first_token_ms !== undefined && { first_token_ms: call.first_token_ms }),
    duration_ms: call.duration_ms,
    retries: call.retries,
    finish: call.error?.name ?? call.finish ?? "stop",
    ...(call.error && { failed: true }),
  };
}

/** One line of a ledger file; undefined when it is torn or none of ours. */
export function readEntry(line: string): LedgerEntry | undefined {
  const value = jsonIn(line);
  if (typeof value !== "object" || value === null || !("time" in value) || !("provider" in value))
    return undefined;
  return typeof value.time === "string" ? (value as LedgerEntry) : undefined;
}
