/** A desktop application's model server: found as it is, or told to load a model first. */
import { asTokens } from "../../../provider/context-window.js";
import type { ConnectOptions, ModelInfo } from "../../../provider/provider.js";
import { redact } from "../../../provider/secrets.js";
import { didYouMean } from "../../../provider/suggest.js";
import { baseUrl, below } from "../../../wire/address.js";
import { ChatProvider, type Connection } from "../../../wire/chat-provider.js";
import type { ChatBody } from "../../../wire/chat-request.js";
import { type FailureContext, failureOfStatus, sharedErrors } from "../../../wire/failure.js";
import type { JsonAnswer } from "../../../wire/json-request.js";
import { reportElapsed } from "../../../wire/progress.js";
import { readErrorBody, safeLine } from "../../../wire/server-message.js";
import {
  type CatalogModel,
  findModel,
  fulfils,
  type Instance,
  instanceFor,
  readCatalog,
  readLiveCatalog,
} from "./catalog.js";
import {
  LocalDeskAuthenticationError,
  LocalDeskConnectionError,
  LocalDeskLoadError,
  LocalDeskModelNotFoundError,
} from "./errors.js";
import type { knobs } from "./knobs.js";
import { loadLockFile, tryLock, waitForLock, type Lock } from "./load-lock.js";
import { decideWindow } from "./window.js";

const PROBE_MS = 5000;
const CATALOG_MS = 10_000;
const LOAD_MS = 600_000;
const LIVE = "api/v1/models";
const CATALOG = "api/v0/models";

type LoadSettings = Readonly<Record<string, unknown>>;

interface Catalog {
  path: typeof LIVE | typeof CATALOG;
  models: CatalogModel[];
}

export class LocalDeskProvider extends ChatProvider<typeof knobs> {
  #base: URL | undefined;
  /** What this connection loaded itself. */
  readonly #loadedHere = new Set<string>();

  protected override chatUrl(): URL {
    return below(this.#server, "v1/chat/completions");
  }

  protected override headers(): Record<string, string> {
    const token = this.settings.values.api_token;
    return token === undefined ? {} : { authorization: `Bearer ${token}` };
  }

  protected override get failure(): FailureContext {
    const origin = this.settings.candidates("host")[0]?.origin ?? "default";
    const hasToken = this.settings.values.api_token !== undefined;
    return {
      server: `The localdesk server at ${this.#server.href}`,
      errors: {
        ...sharedErrors,
        authentication: LocalDeskAuthenticationError,
        connection: LocalDeskConnectionError,
        modelNotFound: LocalDeskModelNotFoundError,
      },
      advice: {
        connection: `Check that the application's server is started, that no firewall is in between, and that its address (from ${origin}) is right.`,
        authentication: hasToken
          ? "Check the token: it must be one that the application's server settings list."
          : "The application demands a token: set api_token in the profile or LOCALDESK_API_TOKEN.",
        contextLimit: "Shorten the conversation, or load the model with a larger context_length.",
        modelNotFound:
          "Load the model in the application, or set `load: {}` under plugin_configs.localdesk to have it loaded.",
      },
      secrets: this.settings.secrets,
      classify: ({ message: { code, text } }) =>
        code === "model_not_found" || /^no models loaded/i.test(text) ? "modelNotFound" : undefined,
    };
  }

  protected override async probe(): Promise<void> {
    this.#base = baseUrl(this.settings.values.host, "host of localdesk");
    await this.#read(CATALOG, readCatalog, { timeoutMs: PROBE_MS });
  }

  protected override async open(name: string, options: ConnectOptions): Promise<Connection> {
    const notice = options.onNotice ?? options.onProgress;
    const { load } = this.settings.values;
    const catalog = await this.#catalog(options.signal);
    const model = this.#find(catalog, name);
    const instance = load
      ? await this.#loadedInstance(catalog, name, load, options)
      : instanceFor(model, name);
    const decision = decideWindow(
      await this.#serverWindows(catalog, model, instance, options.signal),
      this.settings.candidates("context_length").map(({ value, kind, origin }) => ({
        tokens: value,
        source: kind,
        detail: `context_length from ${origin}`,
      })),
    );
    if (!decision) {
      throw this.windowMissing(
        name,
        [
          "config.context_length of a live instance",
          "max_context_length in the catalog",
          "context_length",
          "LOCALDESK_CONTEXT_LENGTH",
        ],
        "Set context_length in the profile or LOCALDESK_CONTEXT_LENGTH to what the model is loaded with.",
      );
    }
    const { window } = decision;
    if (decision.notice !== undefined) notice?.(decision.notice);
    if (!instance) {
      notice?.(
        `"${name}" is not loaded. The application will load it at the first message with its own default context, ` +
          `which may be smaller than ${window.tokens} tokens; "load: { context_length: … }" in the profile settles it.`,
      );
    }
    // Another copy of the model may have another window, so the very instance is named.
    return { model: name, window, ...(instance && { wireModel: instance.id }) };
  }

  override async describeModels(prefix = ""): Promise<ModelInfo[]> {
    const { models } = await this.#catalog();
    return models
      .filter(({ key }) => key.startsWith(prefix))
      .map(({ key, type, maxContext, instances: [live] }) => {
        const liveTokens = asTokens(live?.config["context_length"]);
        const tokens = liveTokens ?? asTokens(maxContext);
        return {
          id: key,
          ...(tokens !== undefined && {
            context_length: tokens,
            context_source: liveTokens === undefined ? "catalog" : "live",
          }),
          ...(type !== undefined && { type }),
          state: live ? "loaded" : "not-loaded",
        };
      });
  }

  /** The server knows `auto`, `none` and `required` only: a named tool is the required choice among itself. */
  protected override extend(body: ChatBody): ChatBody {
    const choice = body.tool_choice;
    if (typeof choice !== "object") return body;
    const tools = body.tools?.filter((tool) => tool.function.name === choice.function.name) ?? [];
    return { ...body, tools, tool_choice: "required" };
  }

  override async close(): Promise<void> {
    await super.close();
    const ids = [...this.#loadedHere];
    this.#loadedHere.clear();
    if (ids.length === 0 || !this.settings.values.unload_on_close) return;
    for (const id of ids) {
      const url = below(this.#server, `${LIVE}/unload`);
      // Closing must not fail: an application that is gone has unloaded by itself.
      await this.rawJson({ method: "POST", url, body: { instance_id: id }, timeoutMs: CATALOG_MS }).catch(
        () => undefined,
      );
    }
    await super.close();
  }

  get #server(): URL {
    this.#base ??= baseUrl(this.settings.values.host, "host of localdesk");
    return this.#base;
  }

  /** A catalog, or undefined when this build has no such endpoint: old ones say so with a 200 and an `error` text. */
  async #read(
    path: string,
    reader: (value: unknown) => CatalogModel[] | undefined,
    request: { timeoutMs: number; signal?: AbortSignal | undefined },
  ): Promise<CatalogModel[] | undefined> {
    const answer = await this.rawJson({ url: below(this.#server, path), ...request });
    if (answer.status === 404 || answer.status === 405) return undefined;
    if (answer.status !== 200)
      throw failureOfStatus(answer.status, answer.headers, answer.text, this.failure);
    return reader(answer.value);
  }

  async #catalog(signal?: AbortSignal): Promise<Catalog> {
    const live = await this.#read(LIVE, readLiveCatalog, { timeoutMs: CATALOG_MS, signal });
    if (live) return { path: LIVE, models: live };
    const models = await this.#read(CATALOG, readCatalog, { timeoutMs: CATALOG_MS, signal });
    if (models) return { path: CATALOG, models };
    throw new LocalDeskConnectionError(
      `${this.#server.href} has no model catalog under /${LIVE} or /${CATALOG}. ` +
        "Check that the address leads to the application's server, and update the application if it is older than 0.3.6.",
      { retryable: false },
    );
  }

  #find({ models }: Catalog, name: string): CatalogModel {
    const model = findModel(models, name);
    if (model) return model;
    const keys = models.map(({ key }) => key);
    const known = keys.length === 0 ? "It has no model at all." : `It has: ${keys.join(", ")}.`;
    throw new LocalDeskModelNotFoundError(
      `${this.failure.server} does not have "${name}"${didYouMean(name, keys)}. ${safeLine(known)} ` +
        "Use one of these names, or download the model in the application.",
    );
  }

  /** Live window first, then the catalog's; the older catalog is asked when the newer one names none. */
  async #serverWindows(
    { path }: Catalog,
    model: CatalogModel,
    instance: Instance | undefined,
    signal?: AbortSignal,
  ): Promise<{ tokens: unknown; source: string; detail: string }[]> {
    const live = asTokens(instance?.config["context_length"]);
    let maximum = model.maxContext;
    let maximumPath = path;
    if (live === undefined && asTokens(maximum) === undefined && path === LIVE) {
      const older = await this.#read(CATALOG, readCatalog, { timeoutMs: CATALOG_MS, signal });
      maximum = older?.find(({ key }) => key === model.key)?.maxContext;
      maximumPath = CATALOG;
    }
    return [
      {
        tokens: live,
        source: "live",
        detail: `context length of instance "${instance?.id}" in GET /${path}`,
      },
      {
        tokens: maximum,
        source: "catalog",
        detail: `max_context_length of "${model.key}" in GET /${maximumPath}`,
      },
    ];
  }

  /** An instance that runs with the settings asked for: one that is there, or a new one. */
  async #loadedInstance(
    catalog: Catalog,
    name: string,
    load: LoadSettings,
    options: ConnectOptions,
  ): Promise<Instance> {
    const { signal } = options;
    const { key } = this.#find(catalog, name);
    const reusable = (models: Catalog) =>
      this.#find(models, key).instances.find((instance) => fulfils(instance, load));
    if (catalog.path !== LIVE) {
      throw new LocalDeskLoadError(
        `${this.failure.server} is of a build before 0.4.0, which has no load endpoint. ` +
          "Update the application, or load the model there and remove `load` from the profile.",
      );
    }
    const found = reusable(catalog);
    if (found) return found;
    const lock = await this.#lock(key, options);
    try {
      return reusable(await this.#catalog(signal)) ?? (await this.#load(key, load, options));
    } finally {
      await lock?.release();
    }
  }

  /** Without a place for the lock the model is loaded all the same: at worst it is loaded twice. */
  async #lock(
    key: string,
    { signal, onProgress, onNotice = onProgress }: ConnectOptions,
  ): Promise<Lock | undefined> {
    try {
      const file = await loadLockFile(this.settings.env, this.#server, key);
      const waiting = `Waiting for another process that loads "${key}"`;
      return (
        (await tryLock(file)) ?? (await reportElapsed(waiting, onProgress, () => waitForLock(file, signal)))
      );
    } catch (error) {
      if (signal?.aborted) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      onNotice?.(`No lock against a second load of "${key}" could be taken (${reason}).`);
      return undefined;
    }
  }

  async #load(
    key: string,
    load: LoadSettings,
    { signal, onProgress, onNotice = onProgress }: ConnectOptions,
  ): Promise<Instance> {
    const url = below(this.#server, `${LIVE}/load`);
    const answer = await reportElapsed(`Loading "${key}" on ${this.#server.href}`, onProgress, () =>
      this.rawJson({ method: "POST", url, body: { ...load, model: key }, timeoutMs: LOAD_MS, signal }),
    );
    const { instance_id: id, status, load_config: echoed } = (answer.value ?? {}) as Record<string, unknown>;
    if (answer.status < 200 || answer.status >= 300 || status !== "loaded" || typeof id !== "string")
      throw this.#loadFailed(key, answer);
    this.#loadedHere.add(id);
    if (echoed !== undefined) onNotice?.(`Loaded "${key}" with ${safeLine(JSON.stringify(echoed))}`);
    const { instances } = this.#find(await this.#catalog(signal), key);
    const instance = instances.find((candidate) => candidate.id === id) ?? { id, config: {} };
    const asked = asTokens(load["context_length"]);
    const applied = asTokens(instance.config["context_length"]);
    if (asked !== undefined && applied !== undefined && asked !== applied)
      onNotice?.(
        `"${key}" was loaded with a context of ${applied} tokens, although ${asked} were asked for.`,
      );
    return instance;
  }

  #loadFailed(key: string, answer: JsonAnswer): Error {
    const { failure } = this;
    if (answer.status === 401) return failureOfStatus(answer.status, answer.headers, answer.text, failure);
    const said = readErrorBody(answer.text).text;
    const sentence =
      `${failure.server} did not load "${key}": it answered ${answer.status}${said === "" ? "" : `, ${said}`}. ` +
      "Check the load settings and the free memory; a smaller context_length needs less.";
    return new LocalDeskLoadError(redact(sentence, failure.secrets), { status: answer.status });
  }
}
