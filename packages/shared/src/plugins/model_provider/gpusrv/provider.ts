/** A GPU inference server: validated and, if asked, loaded through its control plane; chat goes to its frontend. */
import { chooseWindow, type ContextWindow } from "../../../provider/context-window.js";
import { ValueError } from "../../../provider/errors.js";
import type { ConnectOptions, ModelInfo } from "../../../provider/provider.js";
import { redact } from "../../../provider/secrets.js";
import { didYouMean } from "../../../provider/suggest.js";
import type { PromptSize } from "../../../tokens/counter.js";
import { below } from "../../../http/address.js";
import { ChatProvider, type Connection } from "../../../chat/chat-provider.js";
import type { ChatBody } from "../../../chat/request.js";
import { type FailureContext, failureOfStatus, sharedErrors } from "../../../chat/failure.js";
import type { JsonAnswer } from "../../../chat/json-request.js";
import { reportElapsed } from "../../../chat/progress.js";
import { readErrorBody } from "../../../chat/server-message.js";
import { safeLine } from "../../../provider/untrusted.js";
import { surfaceUrl } from "./addresses.js";
import {
  GpuSrvAuthenticationError,
  GpuSrvConnectionError,
  GpuSrvLoadError,
  GpuSrvMidStreamError,
  GpuSrvModelNotFoundError,
  type Surface,
} from "./errors.js";
import type { knobs } from "./knobs.js";
import { answerLimit, littleRoom } from "./max-tokens.js";
import { baseOfAdapter, readIndex, readServedNames, type RepositoryModel } from "./repository.js";

const PROBE_MS = 5000;
const CATALOG_MS = 10_000;
/** Deserialising an engine and laying out its KV cache takes minutes. */
const LOAD_MS = 600_000;
/** Characters of a refusal that a load error keeps. */
const BODY_KEPT = 10_000;

type LoadConfig = Readonly<Record<string, unknown>>;

export class GpuSrvProvider extends ChatProvider<typeof knobs> {
  #addresses: Readonly<Record<Surface, URL>> | undefined;
  /** The frontend refuses a schema, and takes no notice of the wish for other JSON. */
  protected override readonly responseFormats = [];

  protected override chatUrl(): URL {
    return this.#url("openai", "v1/chat/completions");
  }

  protected override otherUrls(): URL[] {
    return [this.#url("control", "v2")];
  }

  protected override headers(): Record<string, string> {
    const { api_token: token, extra_headers: extra } = this.settings.values;
    return { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...extra };
  }

  protected override get failure(): FailureContext {
    return this.#failureOn("openai");
  }

  #failureOn(surface: Surface): FailureContext {
    const { api_token: token, extra_headers: extra } = this.settings.values;
    const isChat = surface === "openai";
    const knob = isChat ? "openai_url" : "control_url";
    const origin = (this.settings.candidates(knob)[0] ?? this.settings.candidates("host")[0])?.origin ?? knob;
    return {
      server: `The gpusrv ${isChat ? "chat frontend" : "control plane"} at ${this.#url(surface, "").href}`,
      surface,
      errors: {
        ...sharedErrors,
        authentication: GpuSrvAuthenticationError,
        connection: GpuSrvConnectionError,
        midStream: GpuSrvMidStreamError,
        modelNotFound: GpuSrvModelNotFoundError,
      },
      advice: {
        connection: isChat
          ? `Check that the frontend runs and that its address (from ${origin}) is right.`
          : `Check that the address (from ${origin}) is right and that the server was started with --enable-kserve-frontends: the control plane is off by default.`,
        authentication:
          token === undefined
            ? "A token is demanded: set api_token in the profile or GPUSRV_API_TOKEN; for a header of another name use extra_headers."
            : "Check the token: it must be what the server or the proxy in front of it demands.",
        contextLimit: "Shorten the conversation; context_length must not be larger than the engine's window.",
        midStream: "The server's log says why the engine stopped.",
        modelNotFound: `"fw models --provider gpusrv" lists what there is.`,
      },
      secrets: [...this.settings.secrets, ...Object.values(extra ?? {})],
      classify: ({ status, message: { text } }) => {
        if (status === 400 && /^unknown model/i.test(text)) return "modelNotFound";
        return /exceeds maximum input length/i.test(text) ? "contextLimit" : undefined;
      },
    };
  }

  protected override async probe(): Promise<void> {
    const { values } = this.settings;
    const openai = surfaceUrl("openai", values);
    const control = surfaceUrl("control", values);
    const missing = [
      ...(openai ? [] : ["the chat URL (openai_url, GPUSRV_OPENAI_URL, or host)"]),
      ...(control ? [] : ["the control URL (control_url, GPUSRV_CONTROL_URL, or host)"]),
      ...(values.context_length === undefined
        ? ["the context length (context_length, GPUSRV_CONTEXT_LENGTH)"]
        : []),
    ];
    if (!openai || !control || missing.length > 0) {
      throw new ValueError(
        `gpusrv is not fully configured. Unset: ${missing.join("; ")}. ` +
          "The server does not tell its window, so it must be the one the engine was built with.",
      );
    }
    this.#addresses = { openai, control };
    const health = await this.#ask("control", "v2/health/live", { timeoutMs: PROBE_MS });
    if (health.status === 200) return;
    const failure = this.#failureOn("control");
    if ([401, 403].includes(health.status) || health.status >= 500)
      throw failureOfStatus(health.status, health.headers, health.text, failure);
    throw new GpuSrvConnectionError(
      `${failure.server} is not live: GET /v2/health/live answered ${health.status}. ${failure.advice.connection}`,
      { status: health.status, surface: "control" },
    );
  }

  protected override async open(model: string, options: ConnectOptions): Promise<Connection> {
    const { signal } = options;
    const { load } = this.settings.values;
    const index = await this.#index(signal);
    const entry = index.find(({ name }) => name === model);
    // Adapters (LoRA) are known to the chat frontend alone.
    if (!entry && !(await this.#servedNames(signal))?.includes(model)) throw this.#unknownModel(model, index);
    if (load) {
      const target = entry?.name ?? baseOfAdapter(model, index);
      if (target !== undefined) await this.#load(target, load, options);
    } else if (entry?.state !== undefined && entry.state !== "READY") throw this.#notReady(entry);
    const served = await this.#servedNames(signal);
    if (served && !served.includes(model)) {
      if (!load)
        throw entry?.state === undefined ? this.#notReady({ name: model }) : this.#unknownToChat(model);
      await this.#loadInFrontend(model, load, options);
    }
    return { model, window: this.#window() };
  }

  override async describeModels(prefix = ""): Promise<ModelInfo[]> {
    const index = await this.#index();
    const names = new Set(index.map(({ name }) => name));
    const adapters = ((await this.#servedNames()) ?? []).filter((name) => !names.has(name));
    const { tokens, source } = this.#window();
    const models: { id: string; state?: string; reason?: string; parent?: string }[] = [
      ...index.map(({ name, state, reason }) => ({
        id: name,
        state: state ?? "not loaded",
        ...(reason !== "" && { reason }),
      })),
      ...adapters.map((id) => {
        const parent = baseOfAdapter(id, index);
        return parent === undefined ? { id } : { id, parent };
      }),
    ];
    return models
      .filter(({ id }) => id.startsWith(prefix))
      .map((model) => ({ ...model, context_length: tokens, context_source: source }));
  }

  protected override extend(body: ChatBody): ChatBody {
    if (body.max_tokens !== undefined) return body;
    return { ...body, max_tokens: answerLimit(this.getContextLimit(), this.#size(body)) };
  }

  protected override notices(body: ChatBody): string[] {
    const [window, size] = [this.getContextLimit(), this.#size(body)];
    const isOurs = body.max_tokens === answerLimit(window, size);
    return [isOurs ? littleRoom(window, size) : undefined].filter((text) => text !== undefined);
  }

  #size({ messages, tools }: ChatBody): PromptSize {
    return this.tokens.measure(messages, tools);
  }

  #window(): ContextWindow {
    const window = chooseWindow(
      this.settings.candidates("context_length").map(({ value, kind, origin }) => ({
        tokens: value,
        source: kind,
        detail: `context_length from ${origin}`,
      })),
    );
    if (!window) throw new ValueError("gpusrv: context_length is unset.");
    return window;
  }

  #url(surface: Surface, path: string): URL {
    if (!this.#addresses) throw new ValueError("gpusrv: call initialize() first.");
    return path === "" ? this.#addresses[surface] : below(this.#addresses[surface], path);
  }

  #ask(
    surface: Surface,
    path: string,
    request: { method?: "POST"; body?: LoadConfig; timeoutMs: number; signal?: AbortSignal | undefined },
  ): Promise<JsonAnswer> {
    return this.rawJson({ url: this.#url(surface, path), failure: this.#failureOn(surface), ...request });
  }

  async #index(signal?: AbortSignal): Promise<RepositoryModel[]> {
    const url = this.#url("control", "v2/repository/index");
    const failure = this.#failureOn("control");
    const { value } = await this.json({
      method: "POST",
      url,
      body: {},
      timeoutMs: CATALOG_MS,
      signal,
      failure,
    });
    const index = readIndex(value);
    if (index) return index;
    throw new GpuSrvConnectionError(
      `${url.href} did not answer with a repository index. Check that the control URL leads to the server's v2 control plane.`,
      { retryable: false, surface: "control" },
    );
  }

  /** The names the chat frontend answers to; undefined when it has no such list. */
  async #servedNames(signal?: AbortSignal): Promise<string[] | undefined> {
    const answer = await this.#ask("openai", "v1/models", { timeoutMs: CATALOG_MS, signal });
    if ([404, 405, 501].includes(answer.status)) return undefined;
    if (answer.status !== 200)
      throw failureOfStatus(answer.status, answer.headers, answer.text, this.failure);
    return readServedNames(answer.value);
  }

  async #load(model: string, config: LoadConfig, options: ConnectOptions): Promise<void> {
    const path = `v2/repository/models/${encodeURIComponent(model)}/load`;
    const answer = await this.#postLoad("control", path, model, config, options);
    if (answer.status < 200 || answer.status >= 300)
      throw this.#loadFailed("control", `did not load "${model}"`, answer, config);
  }

  /** The frontend reads its models at its start; what was loaded since, it must be told of by its own load. */
  async #loadInFrontend(model: string, config: LoadConfig, options: ConnectOptions): Promise<void> {
    const path = `v1/models/${encodeURIComponent(model)}/load`;
    const answer = await this.#postLoad("openai", path, model, config, options);
    if (answer.status >= 200 && answer.status < 300) return;
    // Somebody else may have been quicker.
    if ((await this.#servedNames(options.signal))?.includes(model)) return;
    const what = `does not know "${model}", although the control plane has loaded it`;
    const mend = [404, 405, 501].includes(answer.status)
      ? "This frontend has no load of its own: restart it now that the model is loaded."
      : "Restart the frontend now that the model is loaded.";
    throw this.#loadFailed("openai", what, answer, config, mend);
  }

  #postLoad(
    surface: Surface,
    path: string,
    model: string,
    body: LoadConfig,
    { signal, onProgress }: ConnectOptions,
  ): Promise<JsonAnswer> {
    const what = `Loading "${model}" on ${this.#url(surface, "").href}`;
    return reportElapsed(what, onProgress, () =>
      this.#ask(surface, path, { method: "POST", body, timeoutMs: LOAD_MS, signal }),
    );
  }

  #loadFailed(surface: Surface, what: string, answer: JsonAnswer, config: LoadConfig, mend = ""): Error {
    const failure = this.#failureOn(surface);
    if (answer.status === 401) return failureOfStatus(answer.status, answer.headers, answer.text, failure);
    const said = readErrorBody(answer.text).text;
    const sentences = [
      `${failure.server} ${what}: it answered ${answer.status}${said === "" ? "" : `, ${said}`}.`,
      mend || "Its log says more; check the load settings and the model's files in the repository.",
    ];
    return new GpuSrvLoadError(redact(sentences.join(" "), failure.secrets), {
      status: answer.status,
      body: redact(answer.text.slice(0, 2 * BODY_KEPT), failure.secrets).slice(0, BODY_KEPT),
      config,
    });
  }

  #unknownModel(model: string, index: readonly RepositoryModel[]): GpuSrvModelNotFoundError {
    const names = index.map(({ name }) => name);
    const known = names.length === 0 ? "It is empty." : `It holds: ${names.join(", ")}.`;
    return new GpuSrvModelNotFoundError(
      `"${model}" is neither in the repository index of ${this.#url("control", "").href} nor a name of the chat frontend` +
        `${didYouMean(model, names)}. ${safeLine(known)}`,
    );
  }

  #notReady({ name, state, reason }: Partial<RepositoryModel> & { name: string }): GpuSrvModelNotFoundError {
    const why = reason ? `: ${reason}` : "";
    return new GpuSrvModelNotFoundError(
      `"${name}" is in the repository, but not loaded (state ${state ?? "unknown"}${why}). ` +
        "Load it on the server, or set `load: {}` under plugin_configs.gpusrv to have it loaded at connect.",
    );
  }

  #unknownToChat(model: string): GpuSrvModelNotFoundError {
    return new GpuSrvModelNotFoundError(
      `"${model}" is loaded on the control plane, but ${this.failure.server.replace("The", "the")} does not know it: ` +
        "it reads its models when it starts. Restart it, or set `load: {}` under plugin_configs.gpusrv to have it loaded there.",
    );
  }
}
