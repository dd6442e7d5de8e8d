/** The gateway's addresses beside the chat. */
import { refuse } from "../../refusals/refuse.js";
import type { Emulator } from "../../emulator/emulator.js";
import { cost } from "./catalog.js";
import type { GatewayState, Generation } from "./state.js";
import { gatewayWords } from "./words.js";
import { get } from "../../emulator/routes.js";

/** The key, the credits, and what a past answer cost. */
export function accountRoutes({ options, generations }: GatewayState): Emulator["routes"] {
  const { total, usage } = options.credits ?? { total: 100, usage: 0 };
  return [
    get("/api/v1/key", "health", (exchange) => exchange.json(200, { data: keyInfo(total, usage) })),
    get("/api/v1/credits", "other", (exchange) =>
      exchange.json(200, { data: { total_credits: total, total_usage: usage } }),
    ),
    get("/api/v1/generation", "other", (exchange) => {
      const id = exchange.request.query["id"] ?? "";
      const found = generations.get(id);
      if (found) exchange.json(200, { data: generationInfo(found) });
      else {
        const message = `Generation ${id} not found`;
        refuse(exchange, gatewayWords, { kind: "status", status: 404, message });
      }
    }),
  ];
}

function keyInfo(total: number, usage: number): Record<string, unknown> {
  return {
    label: "sk-or-v1-dem...emo",
    limit: total,
    limit_remaining: total - usage,
    limit_reset: null,
    include_byok_in_limit: false,
    usage,
    usage_daily: usage,
    usage_weekly: usage,
    usage_monthly: usage,
    byok_usage: 0,
    is_free_tier: false,
    is_management_key: false,
    is_provisioning_key: false,
    expires_at: null,
    creator_user_id: "user_demo",
    rate_limit: { requests: -1, interval: "10s", note: "This field is deprecated." },
  };
}

function generationInfo({ turn, model }: Generation): Record<string, unknown> {
  const { prompt, completion, reasoning, cached } = turn.counts;
  return {
    id: turn.id,
    model: turn.model,
    provider_name: "DemoHost",
    created_at: new Date(turn.created * 1000).toISOString(),
    total_cost: cost(model, prompt, completion),
    tokens_prompt: prompt,
    tokens_completion: completion,
    native_tokens_prompt: prompt,
    native_tokens_completion: completion,
    native_tokens_reasoning: reasoning,
    native_tokens_cached: cached,
    finish_reason: turn.finishReason,
    native_finish_reason: turn.nativeFinishReason,
    cancelled: false,
    streamed: true,
  };
}
