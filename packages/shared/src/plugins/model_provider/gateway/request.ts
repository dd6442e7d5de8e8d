/** What the gateway takes beyond the chat format. */
import type { ChatBody } from "../../../chat/request.js";
import type { OutputOf } from "../../../provider/schema.js";
import type { knobs } from "./knobs.js";
import { withCacheMarks } from "./prompt-cache.js";
import { defined } from "../../../provider/defined.js";

type Values = OutputOf<typeof knobs>;

const AUTO = "gateway/auto";
const REAL_AUTO = "openrouter/auto";

/** The names under which a catalog may hold a model, best first. */
export function catalogNames(model: string): string[] {
  if (model === AUTO) return [AUTO, REAL_AUTO];
  // `:nitro`, `:floor`, `:online` and the like choose how a model is served; the catalog holds the model itself.
  const plain = model.replace(/:[^:/]*$/, "");
  return plain === model ? [model] : [model, plain];
}

/** Whether the gateway is asked to choose the model itself. */
export const isAutomatic = (model: string): boolean => model === AUTO;

/** The model as the service at this address calls it. */
export function wireModel(model: string, base: URL): string {
  const isRealService = /(^|\.)openrouter\.ai$/i.test(base.hostname);
  return model === AUTO && isRealService ? REAL_AUTO : model;
}

/** A level or a budget asks for reasoning by itself, unless that is switched off; the level wins over the budget. */
function reasoning({ enable_thinking, thinking_level, thinking_budget }: Values["api_params"]): object {
  if (enable_thinking === false) return {};
  if (thinking_level !== undefined) return { reasoning: { effort: thinking_level } };
  if (thinking_budget !== undefined) return { reasoning: { max_tokens: thinking_budget } };
  return enable_thinking ? { reasoning: { enabled: true } } : {};
}

/** A request with the profile's wishes; what the caller asked for in this call stays. */
export function gatewayBody(body: ChatBody, { api_params: wanted, routing }: Values, base: URL): ChatBody {
  const { temperature, top_p, top_k, max_tokens, models, strict_tools } = wanted;
  const extended: ChatBody = {
    ...defined({ temperature, top_p, top_k, max_tokens }),
    ...body,
    ...(models.length > 0 && { models: models.map((model) => wireModel(model, base)) }),
    ...reasoning(wanted),
    ...(Object.keys(routing).length > 0 && { provider: routing }),
    ...(strict_tools &&
      body.tools && {
        tools: body.tools.map((tool) => ({ ...tool, function: { strict: true, ...tool.function } })),
      }),
  };
  return withCacheMarks(extended, wanted);
}
