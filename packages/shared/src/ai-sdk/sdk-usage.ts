/** Token counts in the shape of the AI SDK. */
import type { LanguageModelV3Usage } from "@ai-sdk/provider";
import type { UsageCounts } from "../provider/events.js";

/** What the backend did not count stays undefined. */
export function readUsage(usage: UsageCounts | undefined): LanguageModelV3Usage {
  const { prompt_tokens, output_tokens, cached_tokens, cache_write_tokens, reasoning_tokens } = usage ?? {};
  return {
    inputTokens: {
      total: prompt_tokens,
      noCache: without(prompt_tokens, cached_tokens, cache_write_tokens),
      cacheRead: cached_tokens,
      cacheWrite: cache_write_tokens,
    },
    outputTokens: {
      total: output_tokens,
      text: without(output_tokens, reasoning_tokens),
      reasoning: reasoning_tokens,
    },
    ...(usage && { raw: { ...usage } }),
  };
}

/** What is left of a total; undefined when none of its parts is known. */
function without(total: number | undefined, ...parts: (number | undefined)[]): number | undefined {
  if (total === undefined || parts.every((part) => part === undefined)) return undefined;
  return Math.max(0, total - parts.reduce<number>((sum, part) => sum + (part ?? 0), 0));
}
