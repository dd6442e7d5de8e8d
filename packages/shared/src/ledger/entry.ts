/** A request as the ledger keeps it: one line of JSON. Nothing of what was asked or answered is in it. */
import type { CallEnd } from "../provider/call-events.js";

export interface LedgerEntry {
  /** When it ended, ISO 8601. */
  time: string;
  provider: string;
  model: string;
  /** The workspace of whoever asked. */
  folder: string;
  prompt_tokens?: number;
  output_tokens?: number;
  cached_tokens?: number;
  reasoning_tokens?: number;
  /** US dollars; absent where nobody states a price, never a guess. */
  cost?: number;
  cost_source?: "charged" | "catalog";
  first_token_ms?: number;
  duration_ms: number;
  retries: number;
  /** How the answer ended, or the name of the error. */
  finish: string;
  failed?: true;
}

export function ledgerEntry(call: CallEnd, folder: string): LedgerEntry {
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
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== "object" || value === null || !("time" in value) || !("provider" in value))
      return undefined;
    return typeof value.time === "string" ? (value as LedgerEntry) : undefined;
  } catch {
    return undefined;
  }
}
