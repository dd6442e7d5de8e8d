/** The emulator of the eucloud service. */
import type { ChatService } from "../../emulator/answer-chat.js";
import type { ReplyScript } from "../../chat/reply.js";
import { plainShape } from "../../chat/shape.js";
import { hasBearer, type CommonOptions, type Emulator, type ModelSpec } from "../../emulator/emulator.js";
import type { RecordedRequest } from "../../http/recording.js";
import { DENIED, type Refusal } from "../../refusals/problem.js";
import { RateLimit } from "./rate-limit.js";
import { resolveVirtual } from "./virtual-model.js";
import { euCloudWords } from "./words.js";
import { chat, get } from "../../emulator/routes.js";

/** A hosted model. */
export interface EuCloudModel extends ModelSpec {
  /** Under which key its entry tells the window; `context_length` by default. */
  readonly contextKey?: "context_length" | "max_model_len" | "max_context_length";
  /** A retired model: requests go to this one, late and with a warning header. */
  readonly redirectedTo?: string;
}

/** Options of the eucloud backend. */
export interface EuCloudOptions extends CommonOptions {
  /** What its catalog lists; a few demo models by default. */
  readonly models?: readonly EuCloudModel[] | undefined;
  /** Whether chat without a key is allowed, at `anonymousPerMinute`; true by default. */
  readonly anonymous?: boolean | undefined;
  /** Requests a minute and model without a key; 2, as the real service has it. */
  readonly anonymousPerMinute?: number | undefined;
  /** How late a retired model's stand-in answers; the real service takes 10 s. */
  readonly redirectDelayMs?: number | undefined;
}

const MAX_BODY_BYTES = 2 * 1024 * 1024;
const DEFAULT_MODELS: readonly EuCloudModel[] = [
  { id: "Demo-Model-70B-Instruct", contextLength: 131_072 },
  { id: "Demo-Small-24B", contextLength: 32_768, contextKey: "max_model_len" },
  { id: "Demo-Coder-32B", contextLength: 65_536, contextKey: "max_context_length" },
];

/** Makes the eucloud backend: OVHcloud AI Endpoints. */
export function createEuCloud(options: EuCloudOptions, replies: ReplyScript): Emulator {
  const models = options.models ?? DEFAULT_MODELS;
  const limit = new RateLimit(options.anonymousPerMinute ?? 2);
  const find = (name: string) => models.find((model) => model.id === name) ?? resolveVirtual(name, models);
  const service: ChatService = {
    shape: plainShape,
    words: euCloudWords,
    replies,
    admit: (request, exchange) => {
      const asked = find(request.model);
      if (!asked) return { kind: "model-not-found", model: request.model };
      if (exchange.request.headers.authorization === undefined) {
        const wait = limit.take(asked.id);
        if (wait !== undefined) return tooMany(wait);
      }
      const target = asked.redirectedTo === undefined ? asked : find(asked.redirectedTo);
      if (!target) return { kind: "model-not-found", model: request.model };
      const warned = target !== asked;
      return {
        model: target.id,
        window: target.contextLength ?? undefined,
        ...(warned && { headers: { "x-warning": warning(target.id) } }),
        ...(warned && { delayMs: options.redirectDelayMs ?? 10_000 }),
      };
    },
  };
  return {
    surfaces: ["openai"],
    basePath: "/v1",
    words: euCloudWords,
    guard: (request) => guard(request, options),
    unknownPath: () => ({ status: 404, body: { message: "no Route matched with those values" } }),
    routes: [
      get("/v1/models", "catalog", (exchange) =>
        exchange.json(200, { object: "list", data: models.map(entry) }),
      ),
      chat("/v1/chat/completions", service),
    ],
  };
}

/** Without a key only the anonymous tier is open; a wrong key is refused everywhere. */
function guard(request: RecordedRequest, { apiKey, anonymous }: EuCloudOptions): Refusal | undefined {
  const length = Number(request.headers["content-length"] ?? 0);
  if (length > MAX_BODY_BYTES) return { kind: "status", status: 413 };
  if (hasBearer(request, apiKey)) return undefined;
  const keyless = request.headers.authorization === undefined;
  if (keyless && (anonymous !== false || request.method === "GET")) return undefined;
  return DENIED;
}

function tooMany(seconds: number): ReturnType<typeof euCloudWords.answer> {
  const answer = euCloudWords.answer({ kind: "status", status: 429 });
  return { ...answer, headers: { "retry-after": String(seconds) } };
}

function warning(model: string): string {
  return `This model is deprecated and will be redirected to ${model}`;
}

function entry(model: EuCloudModel): Record<string, unknown> {
  return {
    id: model.id,
    object: "model",
    created: 1_750_000_000,
    owned_by: "ovhcloud",
    ...(model.contextLength !== undefined && {
      [model.contextKey ?? "context_length"]: model.contextLength,
    }),
    max_completion_tokens: model.contextLength ?? null,
    pricing: { prompt: "0.0000007", completion: "0.0000007" },
    ...model.entry,
  };
}
