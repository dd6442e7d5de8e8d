/** What the service gives away: limits per model and tier, as data, and the warning before a request beyond them. */
import type { ChatBody } from "../../../chat/request.js";
import { estimatePrompt } from "../../../tokens/prompt.js";

/** The quota is counted for each model by itself. */
export interface FreeTierLimits {
  requests_per_minute: number;
  requests_per_day: number;
  input_tokens: number;
  /** Embedding models give no text. */
  output_tokens?: number;
}

/** What the service gives away, by the tier that the catalog names. */
export const freeTierLimits: Readonly<Record<"high" | "low" | "embeddings", FreeTierLimits>> = {
  high: { requests_per_minute: 10, requests_per_day: 50, input_tokens: 8000, output_tokens: 4000 },
  low: { requests_per_minute: 15, requests_per_day: 150, input_tokens: 8000, output_tokens: 4000 },
  embeddings: { requests_per_minute: 15, requests_per_day: 150, input_tokens: 64_000 },
};

/** The limits of a tier as the catalog names it; undefined for tiers with terms of their own. */
export function limitsOfTier(tier: unknown): FreeTierLimits | undefined {
  if (tier === "high" || tier === "low") return freeTierLimits[tier];
  return tier === "embedding" || tier === "embeddings" ? freeTierLimits.embeddings : undefined;
}

/** What the tier would refuse in this request, one sentence each. */
export function freeTierWarnings(body: ChatBody, limits: FreeTierLimits): string[] {
  const warnings: string[] = [];
  const { low, usual } = estimatePrompt(body.messages, body.tools);
  if (low > limits.input_tokens) {
    warnings.push(
      `This prompt has about ${Math.ceil(usual)} tokens; the free tier of "${body.model}" takes ${limits.input_tokens}. ` +
        "Without paid usage the service will refuse it: shorten the conversation.",
    );
  }
  const output = body.max_tokens ?? body["max_completion_tokens"];
  if (limits.output_tokens !== undefined && typeof output === "number" && output > limits.output_tokens) {
    warnings.push(
      `This request asks for up to ${output} tokens; the free tier of "${body.model}" gives ${limits.output_tokens}. ` +
        "Without paid usage the service will refuse it: lower max_tokens.",
    );
  }
  return warnings;
}
