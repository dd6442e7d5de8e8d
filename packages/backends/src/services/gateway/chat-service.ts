/** The gateway's chat: routing, fall-back models, prices. */
import type { ChatService, Decision } from "../../emulator/answer-chat.js";
import type { ReplyScript } from "../../chat/reply.js";
import type { ChatRequest } from "../../chat/request.js";
import { plainShape } from "../../chat/shape.js";
import type { TokenCounts } from "../../chat/turn.js";
import { allowedEndpoints, cost, type GatewayModel } from "./catalog.js";
import type { GatewayState } from "./state.js";
import { gatewayWords, noEndpoints } from "./words.js";

/** The chat side of the gateway: routing, fall-back models, prices. */
export function chatService(state: GatewayState, replies: ReplyScript): ChatService {
  const { options, models, generations } = state;
  const priced = (id: string) => models.find((model) => model.id === id) ?? models[0];
  return {
    shape: {
      ...plainShape,
      idPrefix: "gen-",
      reasoningDetails: true,
      usageInStream: "always",
      openingComment: "OPENROUTER PROCESSING",
      endExtras: (turn) => ({ native_finish_reason: turn.nativeFinishReason }),
      headers: (turn) => ({ "x-generation-id": turn.id }),
    },
    words: gatewayWords,
    replies,
    onTurn: (turn) => {
      const model = priced(turn.model);
      if (model) generations.set(turn.id, { turn, model });
    },
    admit: (request) => {
      const { total, usage } = options.credits ?? { total: 100, usage: 0 };
      if (usage >= total) return { kind: "status", status: 402 };
      return route(request, models);
    },
  };
}

/** Walks the asked models until one can answer; the last one's failure is the request's. */
function route(request: ChatRequest, models: readonly GatewayModel[]): Decision {
  const others = request.body["models"];
  const asked = [request.model, ...(Array.isArray(others) ? others.map(String) : [])];
  let failure: Decision | undefined;
  for (const id of asked) {
    const model = isAuto(id) ? models[0] : models.find((known) => known.id === id);
    if (!model) failure = { kind: "model-not-found", model: id };
    else if (model.down === true) failure = { kind: "status", status: 502 };
    else {
      const endpoints = allowedEndpoints(model, request.body["provider"]);
      const [endpoint] = endpoints;
      if (endpoint) {
        const windows = endpoints.map((each) => each.contextLength ?? model.contextLength ?? Infinity);
        return {
          model: model.id,
          window: Math.max(...windows),
          shape: {
            extras: { provider: endpoint.provider },
            usage: (counts) => usageOf(counts, model),
          },
        };
      }
      failure = noEndpoints(id, "No allowed providers are available for the selected model.");
    }
  }
  return failure ?? { kind: "model-not-found", model: request.model };
}

function isAuto(id: string): boolean {
  return id === "openrouter/auto" || id === "gateway/auto";
}

function usageOf(counts: TokenCounts, model: GatewayModel): Record<string, unknown> {
  const prompt = cost(model, counts.prompt, 0);
  const completion = cost(model, 0, counts.completion);
  return {
    prompt_tokens: counts.prompt,
    completion_tokens: counts.completion,
    total_tokens: counts.prompt + counts.completion,
    cost: cost(model, counts.prompt, counts.completion),
    is_byok: false,
    cost_details: {
      upstream_inference_cost: null,
      upstream_inference_prompt_cost: prompt,
      upstream_inference_completions_cost: completion,
    },
    prompt_tokens_details: {
      cached_tokens: counts.cached,
      cache_write_tokens: 0,
      audio_tokens: 0,
      video_tokens: 0,
    },
    completion_tokens_details: { reasoning_tokens: counts.reasoning },
  };
}
