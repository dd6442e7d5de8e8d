/** The emulator of the serverless service. */
import type { ChatService } from "../../emulator/answer-chat.js";
import type { ReplyScript } from "../../chat/reply.js";
import { plainShape } from "../../chat/shape.js";
import { hasBearer, type CommonOptions, type Emulator, type ModelSpec } from "../../emulator/emulator.js";
import { serverlessWords } from "./words.js";
import { DENIED } from "../../refusals/problem.js";
import { chat, get } from "../../emulator/routes.js";

/** A hosted model, or a registered fine-tune when it has a `base`. */
export interface ServerlessModel extends ModelSpec {
  /** `<input>-><output>`; `text->text` by default. */
  readonly modality?: string;
  /** The model that a fine-tune was made from, whose window it inherits. */
  readonly base?: string;
  /** US dollars a token, as texts. */
  readonly pricing?: { readonly prompt: string; readonly completion: string };
}

/** Options of the serverless backend. */
export interface ServerlessOptions extends CommonOptions {
  /** What its catalog lists; a few demo models by default. */
  readonly models?: readonly ServerlessModel[] | undefined;
  /** Whether `?verbose=true` gives rich records; true by default. */
  readonly verboseCatalog?: boolean | undefined;
}

const DEFAULT_MODELS: readonly ServerlessModel[] = [
  { id: "demo/Model-70B", contextLength: 131_072 },
  { id: "demo/Model-70B-fast", contextLength: 131_072 },
  { id: "demo/Vision-32B", contextLength: 32_768, modality: "text+image->text" },
  { id: "demo/Model-70B-LoRa:my-tune-a1b2", base: "demo/Model-70B" },
];

/** Makes the serverless backend: Nebius Token Factory. */
export function createServerless(options: ServerlessOptions, replies: ReplyScript): Emulator {
  const models = options.models ?? DEFAULT_MODELS;
  const find = (id: string | undefined) => models.find((model) => model.id === id);
  const windowOf = (model: ServerlessModel) =>
    model.contextLength ?? find(model.base)?.contextLength ?? undefined;
  const service: ChatService = {
    shape: { ...plainShape, reasoningField: "reasoning_content" },
    words: serverlessWords,
    replies,
    admit: (request) => {
      const model = find(request.model);
      if (!model) return { kind: "model-not-found", model: request.model };
      return { model: model.id, window: windowOf(model) };
    },
  };
  return {
    surfaces: ["openai"],
    basePath: "/v1",
    words: serverlessWords,
    guard: (request) => (hasBearer(request, options.apiKey) ? undefined : DENIED),
    unknownPath: () => ({ status: 404, body: { detail: "Not Found" } }),
    routes: [
      get("/v1/models", "catalog", (exchange) => {
        const rich = exchange.request.query["verbose"] === "true" && options.verboseCatalog !== false;
        const data = models.map((model) => (rich ? richEntry(model, windowOf(model)) : plainEntry(model)));
        exchange.json(200, { object: "list", data });
      }),
      chat("/v1/chat/completions", service),
    ],
  };
}

function plainEntry({ id }: ServerlessModel): Record<string, unknown> {
  return { id, object: "model", created: 1_750_000_000, owned_by: "system" };
}

function richEntry(model: ServerlessModel, window: number | undefined): Record<string, unknown> {
  return {
    ...plainEntry(model),
    name: model.id.split("/").at(-1),
    ...(window !== undefined && { context_length: window }),
    architecture: { modality: model.modality ?? "text->text", tokenizer: "Other" },
    quantization: "fp8",
    pricing: { prompt: "0.00000013", completion: "0.0000004", image: "0", ...model.pricing },
    per_request_limits: null,
    regions: ["eu-north1"],
    supported_features: ["tools", "json_mode"],
    supported_sampling_parameters: ["temperature", "top_p", "top_k", "max_tokens"],
    ...model.entry,
  };
}
