/** Token counts from the wire, in every spelling that servers use. */
import type { UsageCounts } from "../provider/events.js";
import { record } from "../provider/untrusted.js";
import { defined } from "../provider/defined.js";

const count = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;

/** Undefined when the server reported nothing usable. The prompt count includes cached tokens, as on the wire. */
export function readUsage(value: unknown): UsageCounts | undefined {
  const usage = record(value);
  const prompt = count(usage["prompt_tokens"]);
  const output = count(usage["completion_tokens"]);
  if (prompt === undefined && output === undefined) return undefined;
  const promptDetails = record(usage["prompt_tokens_details"]);
  const outputDetails = record(usage["completion_tokens_details"]);
  return {
    prompt_tokens: prompt ?? 0,
    output_tokens: output ?? 0,
    total_tokens: count(usage["total_tokens"]) ?? (prompt ?? 0) + (output ?? 0),
    ...defined({
      cached_tokens: count(promptDetails["cached_tokens"]),
      cache_write_tokens:
        count(promptDetails["cache_write_tokens"]) ?? count(promptDetails["created_cache_tokens"]),
      reasoning_tokens: count(outputDetails["reasoning_tokens"]),
      cost: count(usage["cost"]),
    }),
  };
}
