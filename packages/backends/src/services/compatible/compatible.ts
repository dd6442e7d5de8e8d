/** The emulator of any other chat-completions server: plain, or like one of those that are known. */
import type { ChatService } from "../../emulator/answer-chat.js";
import type { ReplyScript } from "../../chat/reply.js";
import { plainShape } from "../../chat/shape.js";
import type { CommonOptions, Emulator, ModelSpec } from "../../emulator/emulator.js";
import type { Exchange } from "../../http/exchange.js";
import type { RecordedRequest } from "../../http/recording.js";
import { asRecord } from "../../json.js";
import { LIKENESSES, type Likeness, type LikenessName, type ToldModel } from "./likeness.js";
import { compatibleWords } from "./words.js";
import { DENIED } from "../../refusals/problem.js";
import { chat, get } from "../../emulator/routes.js";

/** A model of the compatible backend. */
export interface CompatibleModel extends ModelSpec {
  /** Ollama: whether it is in memory; true by default. */
  readonly loaded?: boolean;
  /** Ollama: `PARAMETER num_ctx` of its Modelfile. */
  readonly numCtx?: number;
}

/** Options of the compatible backend. */
export interface CompatibleOptions extends CommonOptions {
  /** What it serves; one model by default. */
  readonly models?: readonly CompatibleModel[] | undefined;
  /** Which server it is like; `plain` by default. */
  readonly like?: LikenessName | undefined;
  /** There is no list of models: `empty` lists none, as `transformers serve` does, `missing` answers 404. */
  readonly catalog?: "full" | "empty" | "missing" | undefined;
}

const DEFAULT_MODELS: readonly CompatibleModel[] = [{ id: "demo-model", contextLength: 16_384 }];

/** Makes the compatible backend. */
export function createCompatible(options: CompatibleOptions, replies: ReplyScript): Emulator {
  const like: Likeness = LIKENESSES[options.like ?? "plain"];
  const specs = options.models ?? DEFAULT_MODELS;
  const loaded = new Set(specs.filter((model) => model.loaded !== false).map(({ id }) => id));
  const { basePath = "/v1", refuses = [], deployments = false } = like;
  const told = (): ToldModel[] =>
    specs.map(({ id, contextLength, numCtx }) => ({
      id,
      window: contextLength ?? undefined,
      isLoaded: loaded.has(id),
      ownWindow: numCtx,
    }));
  const service: ChatService = {
    shape: plainShape,
    words: compatibleWords,
    replies,
    admit: (request) => {
      const model = specs.find(({ id }) => id === request.model);
      if (!model) return { kind: "model-not-found", model: request.model };
      const refused = refuses.find((field) => field in request.body);
      if (refused !== undefined)
        return { kind: "bad-request", message: `Unsupported parameter: '${refused}'`, param: refused };
      loaded.add(model.id);
      return { model: model.id, window: model.contextLength ?? undefined };
    },
  };
  const listPath = like.listPath ?? `${basePath}/models`;
  const sidePaths = new Set(like.side?.map(({ path }) => path));
  return {
    surfaces: ["openai"],
    basePath,
    words: compatibleWords,
    guard: (request) =>
      options.apiKey === undefined ||
      sidePaths.has(request.path) ||
      hasKey(request, options.apiKey, like, listPath)
        ? undefined
        : (like.keyRefusal ?? DENIED),
    unknownPath: () => ({ kind: "status", status: 404 }),
    routes: [
      ...(options.catalog === "missing" || deployments
        ? []
        : [
            get(listPath, "catalog", (exchange: Exchange) =>
              exchange.json(200, modelList(options.catalog === "empty" ? [] : told(), specs, like)),
            ),
          ]),
      chat(
        deployments ? `${basePath}/deployments/{model}/chat/completions` : `${basePath}/chat/completions`,
        service,
      ),
      ...(like.side ?? []).map(({ method, path, answer, loads }) => ({
        method,
        path,
        kind: "other" as const,
        handle: (exchange: Exchange) => {
          const { model: name } = asRecord(exchange.request.body);
          if (loads) loaded.add(String(name));
          const said = answer(
            told(),
            told().find(({ id }) => id === name),
          );
          if (typeof said === "string") exchange.send(200, said, { "content-type": "text/plain" });
          else exchange.json(200, said);
        },
      })),
    ],
  };
}

function hasKey({ headers, path }: RecordedRequest, key: string, like: Likeness, listPath: string): boolean {
  const header = (path === listPath ? like.listKeyHeader : undefined) ?? like.keyHeader;
  return header === undefined ? headers.authorization === `Bearer ${key}` : headers[header] === key;
}

function modelList(models: readonly ToldModel[], specs: readonly CompatibleModel[], like: Likeness): unknown {
  const { field = "id", prefix = "" } = like.name ?? {};
  const entries = models.map((model) => ({
    [field]: prefix + model.id,
    object: "model",
    created: 1_750_000_000,
    owned_by: like.owner ?? "system",
    ...like.entry?.(model),
    ...specs.find(({ id }) => id === model.id)?.entry,
  }));
  if (like.list === "bare") return entries;
  return like.list === "models" ? { models: entries } : { object: "list", data: entries };
}
