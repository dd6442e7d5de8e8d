/** What turns have used, added up. */
import type { Usage } from "../provider/events.js";

const OPTIONAL_COUNTS = ["cached_tokens", "cache_write_tokens", "reasoning_tokens", "cost"] as const;
const NOTHING: Usage = { prompt_tokens: 0, output_tokens: 0, total_tokens: 0 };

/** The sum of two usages; what neither reports stays absent. */
export function addUsage(left: Usage, right: Usage): Usage {
  const sum: Usage = {
    ...left,
    prompt_tokens: left.prompt_tokens + right.prompt_tokens,
    output_tokens: left.output_tokens + right.output_tokens,
    total_tokens: left.total_tokens + right.total_tokens,
  };
  for (const key of OPTIONAL_COUNTS) {
    if (right[key] !== undefined) sum[key] = (left[key] ?? 0) + right[key];
  }
  return sum;
}

/** A running total; a session's meter also moves the one of its client. */
export class UsageMeter {
  readonly #parent: UsageMeter | undefined;
  #total: Usage = NOTHING;

  constructor(parent?: UsageMeter) {
    this.#parent = parent;
  }

  get total(): Usage {
    return { ...this.#total };
  }

  add(usage: Usage): void {
    this.restore(usage);
    this.#parent?.add(usage);
  }

  /** Takes over what was used before, and counted then. */
  restore(usage: Usage): void {
    this.#total = addUsage(this.#total, usage);
  }
}
