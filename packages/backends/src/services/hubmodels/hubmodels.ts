/** The emulator of the hub's model service. */
import { DENIED } from "../../refusals/problem.js";
import { answerChat, type ChatService } from "../../emulator/answer-chat.js";
import { refuse } from "../../refusals/refuse.js";
import type { ReplyScript } from "../../chat/reply.js";
import type { ChatRequest } from "../../chat/request.js";
import { plainShape } from "../../chat/shape.js";
import { hasBearer, type CommonOptions, type Emulator, type ModelSpec } from "../../emulator/emulator.js";
import { hubModelsWords } from "./words.js";
import { chat, get, post } from "../../emulator/routes.js";

/** A model of the catalog; its context length is the catalog's `limits.max_input_tokens`. */
export interface HubModelsModel extends ModelSpec {
  /** The longest answer it gives, in tokens. */
  readonly maxOutputTokens?: number;
  /** Which limits of the free tier hold for it. */
  readonly tier?: "low" | "high" | "custom" | "embeddings";
  /** What the catalog says it can do: `streaming`, `tool-calling`. */
  readonly capabilities?: readonly string[];
}

/** Options of the hubmodels backend. */
export interface HubModelsOptions extends CommonOptions {
  /** What its catalog lists; a few demo models by default. */
  readonly models?: readonly HubModelsModel[] | undefined;
  /** Organisations whose billing path is open to the token; any by default. */
  readonly organizations?: readonly string[] | undefined;
  /** The service as it is since its retirement: everything answers 410. */
  readonly retired?: boolean | undefined;
}

const DEFAULT_MODELS: readonly HubModelsModel[] = [
  { id: "openai/demo-4o", contextLength: 131_072, maxOutputTokens: 16_384, tier: "high" },
  { id: "meta/demo-llama-70b", contextLength: 131_072, maxOutputTokens: 4096, tier: "high" },
  { id: "mistral-ai/demo-small", contextLength: 32_768, maxOutputTokens: 4096, tier: "low" },
];

/** Makes the hubmodels backend: GitHub Models before its retirement, and after it. */
export function createHubModels(options: HubModelsOptions, replies: ReplyScript): Emulator {
  const models = options.models ?? DEFAULT_MODELS;
  const service: ChatService = {
    shape: plainShape,
    words: hubModelsWords,
    replies,
    admit: (request) => {
      const orphan = orphanResult(request);
      if (orphan !== undefined) return { kind: "bad-request", message: orphan };
      const model = models.find(({ id }) => id === request.model);
      if (!model) return { kind: "model-not-found", model: request.model };
      return { model: model.id, window: model.contextLength ?? undefined, outputInWindow: false };
    },
  };
  return {
    surfaces: ["openai"],
    basePath: "/inference",
    words: hubModelsWords,
    guard: (request) => {
      if (options.retired === true) return { kind: "status", status: 410 };
      return hasBearer(request, options.apiKey) ? undefined : DENIED;
    },
    unknownPath: () => ({ kind: "status", status: 404 }),
    routes: [
      get("/catalog/models", "catalog", (exchange) => exchange.json(200, models.map(entry))),
      chat("/inference/chat/completions", service),
      post(
        "/orgs/{organization}/inference/chat/completions",
        "chat",
        (exchange, { organization = "" }, { fault }) =>
          options.organizations?.includes(organization) === false
            ? refuse(exchange, hubModelsWords, { kind: "status", status: 403 })
            : answerChat(exchange, service, fault),
      ),
    ],
  };
}

/** The service checks that every tool result answers a call made before it. */
function orphanResult({ messages }: ChatRequest): string | undefined {
  const known = new Set<string>();
  for (const message of messages) {
    for (const call of message.toolCalls) known.add(call.id);
    if (message.role === "tool" && !known.has(message.toolCallId ?? "")) {
      return `Invalid parameter: 'tool_call_id' of '${message.toolCallId}' not found in 'tool_calls' of previous message.`;
    }
  }
  return undefined;
}

function entry(model: HubModelsModel): Record<string, unknown> {
  const [publisher, name] = model.id.split("/");
  return {
    id: model.id,
    name,
    publisher,
    registry: "azure-openai",
    summary: "",
    html_url: `https://github.com/marketplace/models/${model.id}`,
    version: "1",
    capabilities: model.capabilities ?? ["streaming", "tool-calling"],
    limits: {
      max_input_tokens: model.contextLength ?? null,
      max_output_tokens: model.maxOutputTokens ?? null,
    },
    rate_limit_tier: model.tier ?? "low",
    supported_input_modalities: ["text"],
    supported_output_modalities: ["text"],
    tags: [],
    ...model.entry,
  };
}
