/** The ledger's entries added up by day, model, provider or folder. */
import type { LedgerEntry } from "./entry.js";

/** What requests can be added up by. */
export const GROUPINGS = ["day", "model", "provider", "folder"] as const;
/** What requests are added up by. */
export type Grouping = (typeof GROUPINGS)[number];

/** The requests of one group, added up. */
export interface UsageRow {
  /** The day, model, provider or folder. */
  group: string;
  /** How many there were, failed ones included. */
  requests: number;
  /** How many of them failed. */
  failed: number;
  /** Tokens of all prompts. */
  prompt_tokens: number;
  /** Tokens of all answers. */
  output_tokens: number;
  /** How many of the prompts' tokens were read from caches. */
  cached_tokens: number;
  /** How many of the answers' tokens were reasoning. */
  reasoning_tokens: number;
  /** US dollars, of the requests whose price is stated. */
  cost: number;
  /** Answered requests for which nobody states a price. */
  cost_not_stated: number;
}

const GROUP_OF: Readonly<Record<Grouping, (entry: LedgerEntry) => string>> = {
  day: ({ time }) => time.slice(0, 10),
  model: ({ provider, model }) => `${provider}/${model}`,
  provider: ({ provider }) => provider,
  folder: ({ folder }) => folder,
};

/** Days in their order; everything else by cost, then by tokens. */
export function summarize(entries: Iterable<LedgerEntry>, by: Grouping): UsageRow[] {
  const rows = new Map<string, UsageRow>();
  for (const entry of entries) {
    const group = GROUP_OF[by](entry);
    const row = rows.get(group) ?? emptyRow(group);
    rows.set(group, row);
    row.requests += 1;
    row.failed += entry.failed ? 1 : 0;
    row.prompt_tokens += entry.prompt_tokens ?? 0;
    row.output_tokens += entry.output_tokens ?? 0;
    row.cached_tokens += entry.cached_tokens ?? 0;
    row.reasoning_tokens += entry.reasoning_tokens ?? 0;
    row.cost += entry.cost ?? 0;
    row.cost_not_stated += entry.cost === undefined && !entry.failed ? 1 : 0;
  }
  const all = [...rows.values()];
  if (by === "day") return all.sort((left, right) => (left.group < right.group ? -1 : 1));
  return all.sort((left, right) => right.cost - left.cost || tokens(right) - tokens(left));
}

const tokens = (row: UsageRow): number => row.prompt_tokens + row.output_tokens;

function emptyRow(group: string): UsageRow {
  return {
    group,
    requests: 0,
    failed: 0,
    prompt_tokens: 0,
    output_tokens: 0,
    cached_tokens: 0,
    reasoning_tokens: 0,
    cost: 0,
    cost_not_stated: 0,
  };
}
