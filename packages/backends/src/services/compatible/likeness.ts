/** What the many servers of this kind do differently, each as seen in the real one or as documented for it. */

import type { ErrorAnswer } from "../../refusals/problem.js";

/** A model as the likeness tells of it. */
export interface ToldModel {
  readonly id: string;
  readonly window: number | undefined;
  /** Whether it is in memory. */
  readonly isLoaded: boolean;
  /** The window that the model's own file asks for. */
  readonly ownWindow: number | undefined;
}

/** An address beside the chat API. */
export interface SideRoute {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** What it answers: to this model, where the request names one, else for all of them. */
  readonly answer: (models: readonly ToldModel[], model: ToldModel | undefined) => unknown;
  /** Asking loads the model that the request names. */
  readonly loads?: boolean;
}

/** What sets one server apart from a plain one. */
export interface Likeness {
  /** The real server and its version, or where it is documented. */
  readonly seen: string;
  /** The path of its base address; `/v1` unless told. */
  readonly basePath?: string;
  /** Where the list is, if not below the base path. */
  readonly listPath?: string;
  /** What its list calls the owner of a model. */
  readonly owner?: string;
  /** What the list says of a model beside its name. */
  readonly entry?: (model: ToldModel) => Readonly<Record<string, unknown>>;
  /** The shape of the list: under `data` unless told. */
  readonly list?: "bare" | "models";
  /** The field that holds the name of a model, and what stands before the name. */
  readonly name?: { readonly field: string; readonly prefix: string };
  /** What it answers beside the chat. */
  readonly side?: readonly SideRoute[];
  /** Fields that are refused with 400. */
  readonly refuses?: readonly string[];
  /** The header that carries the key, where it is no bearer. */
  readonly keyHeader?: string;
  /** The same for the list. */
  readonly listKeyHeader?: string;
  /** How a wrong key is refused, where not with 401. */
  readonly keyRefusal?: ErrorAnswer;
  /** Chats go to `/deployments/{model}/chat/completions`, with an API version. */
  readonly deployments?: boolean;
}

const entryWindow = (field: string) => (model: ToldModel) => ({ [field]: model.window });
const first = (models: readonly ToldModel[]) => models[0]?.window;
const isLoaded = (model: ToldModel) => model.isLoaded;

/** Every likeness by its name. */
export const LIKENESSES = {
  plain: { seen: "no server in particular", entry: entryWindow("context_length") },
  ollama: {
    seen: "documentation of Ollama 0.13",
    owner: "library",
    side: [
      { method: "GET", path: "/", answer: () => "Ollama is running" },
      {
        method: "GET",
        path: "/api/ps",
        answer: (models) => ({
          models: models
            .filter(isLoaded)
            .map(({ id, window }) => ({ name: id, model: id, context_length: window })),
        }),
      },
      {
        method: "POST",
        path: "/api/show",
        answer: (_models, model) => ({
          parameters:
            model?.ownWindow === undefined ? 'stop "x"' : `num_ctx      ${model.ownWindow}\nstop "x"`,
          model_info: { "general.architecture": "llama", "llama.context_length": 131_072 },
        }),
      },
      {
        method: "POST",
        path: "/api/generate",
        loads: true,
        answer: () => ({ response: "", done: true, done_reason: "load" }),
      },
    ],
  },
  llamacpp: {
    seen: "llama.cpp b11549",
    owner: "llamacpp",
    entry: ({ window }) => ({ meta: { n_ctx: window, n_ctx_train: 8192 } }),
    side: [
      {
        method: "GET",
        path: "/props",
        answer: (models) => ({
          default_generation_settings: { n_ctx: first(models) },
          total_slots: 2,
          chat_template_caps: { supports_tools: false },
        }),
      },
    ],
  },
  sglang: { seen: "SGLang 0.5.23, its source", owner: "sglang", entry: entryWindow("max_model_len") },
  tgi: {
    seen: "documentation of Text Generation Inference",
    side: [{ method: "GET", path: "/info", answer: (models) => ({ max_total_tokens: first(models) }) }],
  },
  litellm: {
    seen: "LiteLLM 1.108.4",
    owner: "openai",
    entry: entryWindow("max_input_tokens"),
    keyRefusal: {
      status: 400,
      body: { error: { message: "No connected db.", type: "no_db_connection", param: null, code: "400" } },
    },
    side: [
      {
        method: "GET",
        path: "/health/readiness",
        answer: () => ({ status: "healthy", db: "Not connected" }),
      },
    ],
  },
  koboldcpp: {
    seen: "KoboldCpp, its source",
    owner: "koboldcpp",
    side: [
      { method: "GET", path: "/api/extra/version", answer: () => ({ result: "KoboldCpp", version: "1.99" }) },
      {
        method: "GET",
        path: "/api/extra/true_max_context_length",
        answer: (models) => ({ value: first(models) }),
      },
    ],
  },
  localai: { seen: "documentation of LocalAI" },
  jan: { seen: "documentation of Jan" },
  openai: { seen: "documentation of OpenAI", owner: "openai", refuses: ["max_tokens"] },
  anthropic: {
    seen: "documentation of Anthropic",
    entry: entryWindow("max_input_tokens"),
    listKeyHeader: "x-api-key",
  },
  gemini: {
    seen: "documentation of Gemini",
    basePath: "/v1beta/openai",
    listPath: "/v1beta/models",
    list: "models",
    name: { field: "name", prefix: "models/" },
    entry: entryWindow("inputTokenLimit"),
    listKeyHeader: "x-goog-api-key",
  },
  groq: {
    seen: "documentation of Groq",
    basePath: "/openai/v1",
    refuses: ["logprobs"],
  },
  mistral: {
    seen: "documentation of Mistral",
    entry: entryWindow("max_context_length"),
    refuses: ["seed"],
  },
  deepseek: { seen: "documentation of DeepSeek" },
  xai: { seen: "documentation of xAI" },
  together: { seen: "documentation of Together", list: "bare", entry: entryWindow("context_length") },
  fireworks: { seen: "documentation of Fireworks", basePath: "/inference/v1" },
  cerebras: {
    seen: "documentation of Cerebras",
    side: [
      {
        method: "GET",
        path: "/public/v1/models",
        answer: (models) => ({
          data: models.map(({ id, window }) => ({ id, limits: { max_context_length: window } })),
        }),
      },
    ],
  },
  huggingface: {
    seen: "documentation of Hugging Face",
    entry: ({ window = 0 }) => ({
      providers: [
        { provider: "one", context_length: window * 2 },
        { provider: "other", context_length: window },
      ],
    }),
  },
  azure: {
    seen: "documentation of Azure OpenAI",
    basePath: "/openai",
    keyHeader: "api-key",
    deployments: true,
    refuses: ["max_tokens"],
  },
} as const satisfies Record<string, Likeness>;

/** A server that the compatible backend can be like. */
export type LikenessName = keyof typeof LIKENESSES;
