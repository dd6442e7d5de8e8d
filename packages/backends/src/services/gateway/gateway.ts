/** The emulator of the gateway. */
import { refuse } from "../../refusals/refuse.js";
import type { ReplyScript } from "../../chat/reply.js";
import { type Emulator, hasBearer } from "../../emulator/emulator.js";
import type { Exchange } from "../../http/exchange.js";
import { DENIED, type Refusal } from "../../refusals/problem.js";
import { accountRoutes } from "./account-routes.js";
import { catalogEntry, endpointList, type GatewayModel } from "./catalog.js";
import { chatService } from "./chat-service.js";
import type { GatewayOptions, GatewayState } from "./state.js";
import { gatewayWords } from "./words.js";
import { chat, get } from "../../emulator/routes.js";

const DEFAULT_MODELS: readonly GatewayModel[] = [
  {
    id: "demo/model",
    contextLength: 131_072,
    maxCompletionTokens: 16_384,
    endpoints: [
      { provider: "DemoHost", contextLength: 131_072, quantization: "fp8" },
      { provider: "OtherHost", contextLength: 65_536, quantization: "bf16" },
    ],
  },
  { id: "anthropic/demo-sonnet", contextLength: 200_000, inputModalities: ["text", "image"] },
  { id: "demo/model:free", contextLength: 32_768, pricing: { prompt: "0", completion: "0" } },
];

/** Makes the gateway backend: OpenRouter. */
export function createGateway(options: GatewayOptions, replies: ReplyScript): Emulator {
  const models = options.models ?? DEFAULT_MODELS;
  const state: GatewayState = { options, models, generations: new Map() };
  const service = chatService(state, replies);
  return {
    surfaces: ["openai"],
    basePath: "/api/v1",
    words: gatewayWords,
    guard: (request) => {
      const open = request.path.startsWith("/api/v1/model");
      return options.apiKey === undefined || open || hasBearer(request, options.apiKey)
        ? undefined
        : refusal(request.headers.authorization);
    },
    unknownPath: () => ({ status: 404, body: { error: { message: "Not Found", code: 404 } } }),
    routes: [
      get("/api/v1/models", "catalog", (exchange) => listModels(exchange, models)),
      get("/api/v1/model/{author}/{slug}", "catalog", (exchange, { author, slug }) =>
        withModel(exchange, models, `${author}/${slug}`, catalogEntry),
      ),
      get("/api/v1/models/{author}/{slug}/endpoints", "catalog", (exchange, { author, slug }) =>
        withModel(exchange, models, `${author}/${slug}`, endpointList),
      ),
      chat("/api/v1/chat/completions", service),
      ...accountRoutes(state),
    ],
  };
}

/** A missing key and a wrong one are told apart. */
function refusal(authorization: string | undefined): Refusal {
  return authorization === undefined ? { ...DENIED, message: "No auth credentials found" } : DENIED;
}

function listModels(exchange: Exchange, models: readonly GatewayModel[]): void {
  const { offset = "0", limit, supported_parameters: wanted } = exchange.request.query;
  const entries = models
    .map(catalogEntry)
    .filter(({ supported_parameters: has }) => wanted === undefined || includes(has, wanted));
  const end = limit === undefined ? entries.length : Number(offset) + Number(limit);
  const next = end < entries.length ? `/api/v1/models?offset=${end}&limit=${limit}` : null;
  exchange.json(200, {
    data: entries.slice(Number(offset), end),
    total_count: entries.length,
    links: { next },
  });
}

function includes(list: unknown, wanted: string): boolean {
  return Array.isArray(list) && wanted.split(",").every((name) => list.includes(name));
}

function withModel(
  exchange: Exchange,
  models: readonly GatewayModel[],
  id: string,
  encode: (model: GatewayModel) => Record<string, unknown>,
): void {
  const model = models.find((known) => known.id === id);
  if (model) exchange.json(200, { data: encode(model) });
  else refuse(exchange, gatewayWords, { kind: "status", status: 404, message: "Model not found" });
}
