/** The emulator of the desktop application. */
import type { ChatService } from "../../emulator/answer-chat.js";
import type { ReplyScript } from "../../chat/reply.js";
import { plainShape } from "../../chat/shape.js";
import { hasBearer, type CommonOptions, type Emulator } from "../../emulator/emulator.js";
import type { RecordedRequest } from "../../http/recording.js";
import { DENIED, type ErrorAnswer } from "../../refusals/problem.js";
import { entryV0 } from "./catalog.js";
import { Instances, type LocalDeskModel } from "./instances.js";
import { loadRoutes } from "./load-routes.js";
import { localDeskWords, type OverflowWording } from "./words.js";
import { chat, get } from "../../emulator/routes.js";

/** Options of the localdesk backend. */
export interface LocalDeskOptions extends CommonOptions {
  /** What is on its disk; a few demo models by default. */
  readonly models?: readonly LocalDeskModel[] | undefined;
  /** How long a load takes; no time by default. */
  readonly loadMs?: number | undefined;
  /** The largest context that fits in memory: loads that ask for more get this much. */
  readonly contextCap?: number | undefined;
  /** Whether chat loads a model that is not in memory; true by default. */
  readonly jit?: boolean | undefined;
  /** A build from before the v1 endpoints: they answer 200 with an `error` text. */
  readonly oldBuild?: boolean | undefined;
  /** In which words it refuses a prompt that is too long. */
  readonly overflow?: OverflowWording | undefined;
}

const DEFAULT_MODELS: readonly LocalDeskModel[] = [
  { id: "demo/model-7b", contextLength: 32_768 },
  { id: "demo/model-mlx", contextLength: 131_072, format: "mlx" },
];

/** Makes the localdesk backend: LM Studio's server. */
export function createLocalDesk(options: LocalDeskOptions, replies: ReplyScript): Emulator {
  const models = options.models ?? DEFAULT_MODELS;
  const instances = new Instances(models, options.contextCap ?? Infinity);
  const loadMs = options.loadMs ?? 0;
  const words = localDeskWords(options.overflow ?? "keep-first");
  const service: ChatService = {
    shape: plainShape,
    words,
    replies,
    admit: async (request, exchange) => {
      let instance = instances.find(request.model);
      if (!instance) {
        const model = models.find((known) => known.id === request.model);
        if (!model && (options.jit !== false || instances.any)) {
          return { kind: "model-not-found", model: request.model };
        }
        if (!model || options.jit === false) {
          const message =
            "No models loaded. Please load a model in the developer page or use the 'lms load' command.";
          return { kind: "bad-request", message, param: "model" };
        }
        instance = await instances.load(model, {}, () => exchange.wait(loadMs));
      }
      const thinks = instance.model.id.includes("gpt-oss") ? "reasoning" : "reasoning_content";
      return {
        model: instance.id,
        window: instance.config.context_length,
        outputInWindow: false,
        shape: { reasoningField: thinks },
      };
    },
  };
  const modern = options.oldBuild !== true;
  return {
    surfaces: ["openai"],
    basePath: "",
    words,
    guard: (request) => (hasBearer(request, options.apiKey) ? undefined : DENIED),
    unknownPath,
    routes: [
      get("/api/v0/models", "catalog", (exchange) =>
        exchange.json(200, {
          object: "list",
          data: models.map((model) => entryV0(model, instances)),
        }),
      ),
      get("/v1/models", "catalog", (exchange) =>
        exchange.json(200, {
          object: "list",
          data: models.map(({ id }) => ({ id, object: "model", owned_by: "organization_owner" })),
        }),
      ),
      chat("/v1/chat/completions", service),
      ...(modern ? loadRoutes(models, instances, loadMs, words) : []),
    ],
  };
}

function unknownPath({ method, path }: RecordedRequest): ErrorAnswer {
  return { status: 200, body: { error: `Unexpected endpoint or method. (${method} ${path})` } };
}
