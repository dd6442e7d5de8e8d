/** A self-hosted inference server: the operator runs it, the provider checks it and talks to it. */
import { asTokens, chooseWindow } from "../../../provider/context-window.js";
import { ValueError } from "../../../provider/errors.js";
import type { Message, Tool } from "../../../provider/messages.js";
import type { ConnectOptions, ModelInfo } from "../../../provider/provider.js";
import { didYouMean } from "../../../provider/suggest.js";
import { record } from "../../../provider/untrusted.js";
import { baseUrl, below } from "../../../http/address.js";
import { ChatProvider, type Connection } from "../../../chat/chat-provider.js";
import { type ChatBody, chatBody } from "../../../chat/request.js";
import { type FailureContext, failureOfStatus, sharedErrors } from "../../../chat/failure.js";
import type { ChatAnswer } from "../../../chat/answer.js";
import { catalogWindow, readCatalog, type ServedModel } from "./catalog.js";
import {
  SelfHostAuthenticationError,
  SelfHostConnectionError,
  SelfHostMidStreamError,
  SelfHostModelNotFoundError,
} from "./errors.js";
import type { knobs } from "./knobs.js";
import { isUnparsedToolCall, parserHint } from "./tool-parsers.js";

const PROBE_MS = 5000;
const CATALOG_MS = 10_000;

export class SelfHostProvider extends ChatProvider<typeof knobs> {
  #base: URL | undefined;

  protected override chatUrl(): URL {
    return below(this.#server, "v1/chat/completions");
  }

  protected override headers(): Record<string, string> {
    const token = this.settings.values.api_token;
    return token === undefined ? {} : { authorization: `Bearer ${token}` };
  }

  protected override get failure(): FailureContext {
    const origin = this.settings.candidates("host")[0]?.origin ?? "SELFHOST_HOST";
    const hasToken = this.settings.values.api_token !== undefined;
    return {
      server: `The selfhost server at ${this.#server.href}`,
      errors: {
        ...sharedErrors,
        authentication: SelfHostAuthenticationError,
        connection: SelfHostConnectionError,
        midStream: SelfHostMidStreamError,
        modelNotFound: SelfHostModelNotFoundError,
      },
      advice: {
        connection: `Check that the server runs and that its address (from ${origin}) is right.`,
        authentication: hasToken
          ? "Check the token: it must be the --api-key the server was started with, or what the proxy in front of it demands."
          : "The server demands a token: set api_token in the profile or SELFHOST_API_TOKEN.",
        contextLimit: "Shorten the conversation, or start the server with a larger --max-model-len.",
        midStream: "The server's log says why the engine stopped.",
      },
      secrets: this.settings.secrets,
      // The server answers 503 when its engine is dead: it is there, but as good as unreachable.
      classify: ({ status }) => (status === 503 ? "connection" : undefined),
    };
  }

  /** Liveness and credentials come before everything else, so that they are reported as what they are. */
  protected override async probe(): Promise<void> {
    const { host } = this.settings.values;
    if (host === undefined) {
      throw new ValueError(
        "No selfhost server is configured, and there is no localhost fallback. " +
          "Set `host` under plugin_configs.selfhost or SELFHOST_HOST, for example http://gpu-box:8000.",
      );
    }
    this.#base = baseUrl(host, "host of selfhost");
    const health = await this.rawJson({ url: below(this.#base, "health"), timeoutMs: PROBE_MS });
    if (health.status === 503) {
      throw new SelfHostConnectionError(
        `${this.failure.server} is up, but its engine is dead (503 from /health). Restart the server; its log says why.`,
        { status: 503 },
      );
    }
    if (health.status === 401 || health.status >= 500) {
      throw failureOfStatus(health.status, health.headers, health.text, this.failure);
    }
    if (this.settings.values.context_length === undefined) await this.#catalog();
  }

  protected override async open(model: string, { signal }: ConnectOptions): Promise<Connection> {
    const models = await this.#catalog(signal);
    if (!models.some(({ id }) => id === model)) throw this.#unknownModel(model, models);
    const candidates = this.settings.candidates("context_length");
    const given = (kind: "flag" | "profile" | "env") => {
      const candidate = candidates.find((entry) => entry.kind === kind);
      return candidate
        ? [{ tokens: candidate.value, source: kind, detail: `context_length from ${candidate.origin}` }]
        : [];
    };
    const detected = catalogWindow(models, model);
    const window = chooseWindow([
      ...given("flag"),
      ...given("profile"),
      ...(detected ? [detected] : []),
      ...given("env"),
    ]);
    if (!window) {
      throw this.windowMissing(
        model,
        ["context_length in the profile", "max_model_len in GET /v1/models", "SELFHOST_CONTEXT_LENGTH"],
        "Set SELFHOST_CONTEXT_LENGTH or context_length to the --max-model-len the server runs with.",
      );
    }
    return { model, window };
  }

  override async describeModels(prefix = ""): Promise<ModelInfo[]> {
    const models = await this.#catalog();
    return models
      .filter(({ id }) => id.startsWith(prefix))
      .map(({ id, parent }) => {
        const window = catalogWindow(models, id);
        return {
          id,
          ...(window && { context_length: window.tokens, context_source: window.source }),
          ...(parent !== undefined && { parent }),
        };
      });
  }

  protected override extend(body: ChatBody): ChatBody {
    const limit = this.settings.values.max_tokens;
    return limit === undefined || body.max_tokens !== undefined ? body : { ...body, max_tokens: limit };
  }

  protected override remarkOn(answer: ChatAnswer, body: ChatBody): string | undefined {
    const names = body.tools?.map((tool) => tool.function.name) ?? [];
    if (names.length === 0 || answer.hasToolCalls || !isUnparsedToolCall(answer.text, names))
      return undefined;
    return `"${body.model}" wrote its tool call as plain text, so no tool ran: ${parserHint(body.model)}.`;
  }

  /** The server's own tokenizer, chat template included; asked only where an estimate would not decide. */
  async countPrompt(
    messages: readonly Message[],
    tools: readonly Tool[] = [],
    signal?: AbortSignal,
  ): Promise<number | undefined> {
    const { model, messages: wire, tools: wireTools } = chatBody(this.model, messages, { tools });
    const body = {
      model,
      messages: wire,
      ...(wireTools && { tools: wireTools }),
      add_generation_prompt: true,
    };
    const url = below(this.#server, "tokenize");
    // Other servers have no such door, or a different one behind it: then there is no count.
    const answer = await this.rawJson({ method: "POST", url, body, timeoutMs: CATALOG_MS, signal }).catch(
      () => undefined,
    );
    return answer?.status === 200 ? asTokens(record(answer.value)["count"]) : undefined;
  }

  get #server(): URL {
    if (!this.#base) throw new ValueError("selfhost: call initialize() first.");
    return this.#base;
  }

  async #catalog(signal?: AbortSignal): Promise<ServedModel[]> {
    const url = below(this.#server, "v1/models");
    const { value } = await this.json({ url, timeoutMs: CATALOG_MS, signal });
    const models = readCatalog(value);
    if (!models) {
      throw new SelfHostConnectionError(
        `${url.href} did not answer with a model list. Check that the address leads to the inference server itself.`,
        { retryable: false },
      );
    }
    return models;
  }

  #unknownModel(model: string, models: readonly ServedModel[]): SelfHostModelNotFoundError {
    const ids = models.map(({ id }) => id);
    const known = ids.length === 0 ? "It serves no model at all." : `It serves: ${ids.join(", ")}.`;
    return new SelfHostModelNotFoundError(
      `${this.failure.server} does not serve "${model}"${didYouMean(model, ids)}. ${known} ` +
        `Use one of these names, or start the server with --served-model-name ${model}.`,
    );
  }
}
