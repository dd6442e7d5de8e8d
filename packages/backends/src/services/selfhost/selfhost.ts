/** The emulator of the self-hosted server. */
import type { ChatService } from "../../emulator/answer-chat.js";
import { DENIED } from "../../refusals/problem.js";
import { refuse } from "../../refusals/refuse.js";
import type { Reply, ReplyScript } from "../../chat/reply.js";
import { type ChatRequest, readChatRequest } from "../../chat/request.js";
import { plainShape } from "../../chat/shape.js";
import { countPrompt } from "../../chat/tokens.js";
import { hasBearer, type CommonOptions, type Emulator, type ModelSpec } from "../../emulator/emulator.js";
import type { Exchange } from "../../http/exchange.js";
import { asRecord } from "../../json.js";
import { selfHostWords } from "./words.js";
import { chat, get, post } from "../../emulator/routes.js";

/** A served model, or a LoRA adapter when it has a `parent`. */
export interface SelfHostModel extends ModelSpec {
  /** The base model of a LoRA adapter, whose own window the server reports as null. */
  readonly parent?: string;
}

/** Options of the selfhost backend. */
export interface SelfHostOptions extends CommonOptions {
  /** What it serves; one small demo model by default. */
  readonly models?: readonly SelfHostModel[] | undefined;
  /** The engine has died: `/health` answers 503 and generation fails. */
  readonly engineDead?: boolean | undefined;
  /** What `GET /version` says. */
  readonly version?: string | undefined;
  /** A call that is forced is held to its tool's schema only where the tool is `strict`: seen in vLLM 0.32.0. */
  readonly looseCalls?: boolean | undefined;
}

const DEFAULT_MODELS: readonly SelfHostModel[] = [{ id: "demo-model", contextLength: 32_768 }];
/** The key check guards the API only; health and the tokenizer answer everybody. */
const GUARDED = ["/v1", "/v2", "/inference", "/cohere"];

/** Makes the selfhost backend: vLLM's server. */
export function createSelfHost(options: SelfHostOptions, replies: ReplyScript): Emulator {
  const models = options.models ?? DEFAULT_MODELS;
  const created = Math.floor(Date.now() / 1000);
  const find = (id: string) => models.find((model) => model.id === id);
  const windowOf = (model: SelfHostModel) =>
    (model.parent === undefined ? model : find(model.parent))?.contextLength ?? undefined;
  const service: ChatService = {
    shape: { ...plainShape, endExtras: () => ({ stop_reason: null }) },
    words: selfHostWords,
    replies,
    admit: (request) => {
      const model = find(request.model);
      if (!model) return { kind: "model-not-found", model: request.model };
      if (options.engineDead === true) return { kind: "status", status: 500, message: "EngineDeadError" };
      const bend = options.looseCalls === true ? looselyCalled(request) : undefined;
      return { model: model.id, window: windowOf(model), bend };
    },
  };
  return {
    surfaces: ["openai"],
    basePath: "",
    words: selfHostWords,
    guard: (request) =>
      GUARDED.some((prefix) => request.path.startsWith(prefix)) && !hasBearer(request, options.apiKey)
        ? DENIED
        : undefined,
    unknownPath: () => ({ status: 404, body: { detail: "Not Found" } }),
    routes: [
      get("/health", "health", (exchange) => exchange.send(options.engineDead === true ? 503 : 200, "")),
      get("/version", "other", (exchange) => exchange.json(200, { version: options.version ?? "0.11.0" })),
      get("/v1/models", "catalog", (exchange) =>
        exchange.json(200, { object: "list", data: models.map((model) => card(model, created)) }),
      ),
      chat("/v1/chat/completions", service),
      post("/tokenize", "other", (exchange) => tokenize(exchange, models)),
    ],
  };
}

/** As the real server lets a small model write: a text in place of an object. */
function looselyCalled({ body, toolChoice }: ChatRequest): ((reply: Reply) => Reply) | undefined {
  const tools = Array.isArray(body["tools"]) ? (body["tools"] as unknown[]) : [];
  const isStrict = (tool: unknown) => asRecord(asRecord(tool)["function"])["strict"] === true;
  if (toolChoice === undefined || toolChoice === "auto" || toolChoice === "none" || tools.every(isStrict))
    return undefined;
  return (reply) => ({
    ...reply,
    toolCalls: (reply.toolCalls ?? []).map((call) => ({
      ...call,
      arguments: JSON.stringify(`${call.name}.txt`),
    })),
  });
}

function card(model: SelfHostModel, created: number): Record<string, unknown> {
  const known = model.contextLength !== undefined || model.parent !== undefined;
  return {
    id: model.id,
    object: "model",
    created,
    owned_by: "vllm",
    root: model.id,
    parent: model.parent ?? null,
    ...(known && { max_model_len: model.parent === undefined ? model.contextLength : null }),
    permission: [{ id: `modelperm-${model.id}`, object: "model_permission", created, allow_sampling: true }],
    ...model.entry,
  };
}

function tokenize(exchange: Exchange, models: readonly SelfHostModel[]): void {
  const body = asRecord(exchange.request.body);
  const model = models.find((known) => known.id === body["model"]) ?? models[0];
  const messages = body["messages"] ?? [{ role: "user", content: body["prompt"] }];
  const request = readChatRequest({ ...body, model: model?.id, messages });
  if ("flaw" in request) {
    refuse(exchange, selfHostWords, { kind: "bad-request", message: request.flaw });
    return;
  }
  const count = countPrompt(request);
  const tokens = Array.from({ length: count }, (_, position) => position);
  exchange.json(200, { count, max_model_len: model?.contextLength ?? null, tokens });
}
