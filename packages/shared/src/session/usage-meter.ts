/** What turns have used, added up. */
import type { Usage, UsageCounts } from "../provider/events.js";
import { countedUsage } from "../provider/spelling.js";

const OPTIONAL_COUNTS = ["cached_tokens", "cache_write_tokens", "reasoning_tokens", "cost"] as const;
const NOTHING: UsageCounts = { prompt_tokens: 0, output_tokens: 0, total_tokens: 0 };

/** The sum of two usages; what neither reports stays absent. */
export function addUsage(left: UsageCounts, right: UsageCounts): Usage {
  const sum: UsageCounts = {
    ...left,
    prompt_tokens: left.prompt_tokens + right.prompt_tokens,
    output_tokens: left.output_tokens + right.output_tokens,
    total_tokens: left.total_tokens + right.total_tokens,
  };
  for (const key of OPTIONAL_COUNTS) {
    if (right[key] !== undefined) sum[key] = (left[key] ?? 0) + right[key];
  }
  return countedUsage(sum);
}

/** A running total; a session's meter also moves the one of its client. */
export class UsageMeter {
  readonly #parent: UsageMeter | undefined;
  #total: UsageCounts = NOTHING;

  constructor(parent?: UsageMeter) {
    this.#parent = parent;
  }

  get total(): Usage {
    return countedUsage(this.#total);
  }

  add(usage: UsageCounts): void {
    this.restore(usage);
    this.#parent?.add(usage);
  }

  /** Takes over what was used before, and counted then. */
  restore(usage: UsageCounts): void {
    this.#total = addUsage(this.#total, usage);
  }
}
