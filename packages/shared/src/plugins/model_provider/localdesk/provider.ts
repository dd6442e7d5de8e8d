/** A desktop application's model server: found as it is, or told to load a model first. */
import { asTokens, type ContextWindow } from "../../../provider/context-window.js";
import type { ConnectOptions, ModelInfo } from "../../../provider/provider.js";
import { didYouMean } from "../../../provider/suggest.js";
import { baseUrl, below } from "../../../http/address.js";
import { ChatProvider, type Connection } from "../../../chat/chat-provider.js";
import type { ChatBody } from "../../../chat/request.js";
import { type FailureContext, failureOfStatus, sharedErrors } from "../../../chat/failure.js";
import { safeLine } from "../../../provider/untrusted.js";
import {
  type CatalogModel,
  findModel,
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
import { type LoadSettings, obtainInstance } from "./load.js";
import { decideWindow, type WindowDecision } from "./window.js";

const PROBE_MS = 5000;
const CATALOG_MS = 10_000;
const LOAD_MS = 600_000;
const LIVE = "api/v1/models";
const CATALOG = "api/v0/models";

interface Catalog {
  path: typeof LIVE | typeof CATALOG;
  models: CatalogModel[];
}

export class LocalDeskProvider extends ChatProvider<typeof knobs> {
  #base: URL | undefined;
  /** What this connection loaded itself. */
  readonly #loadedHere = new Set<string>();
  /** The model, while nobody has loaded it: the application will, at the first message. */
  #notLoaded: string | undefined;
  #liveWindow: ContextWindow | undefined;
  /** The application answers a wish for any other JSON with 400. */
  protected override readonly responseFormats = ["json_schema"] as const;

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
      ? await this.#obtain(catalog, model, name, load, options)
      : instanceFor(model, name);
    const decision = await this.#decide(catalog, model, instance, options.signal);
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
    this.#liveWindow = undefined;
    this.#notLoaded = instance ? undefined : name;
    if (decision.notice !== undefined) notice?.(decision.notice);
    if (!instance) {
      notice?.(
        `"${name}" is not loaded. The application loads it at the first message with its own default context, ` +
          `which may be smaller than ${window.tokens} tokens; "load: { context_length: … }" in the profile settles it.`,
      );
    }
    // Another copy of the model may have another window, so the very instance is named.
    return { model: name, window, ...(instance && { wireModel: instance.id }) };
  }

  override get contextWindow(): ContextWindow {
    return this.#liveWindow ?? super.contextWindow;
  }

  /** A model that the application loaded for a message has its true window only now. */
  protected override readonly onHead = (): void => {
    const name = this.#notLoaded;
    if (name !== undefined) void this.#readWindowAgain(name).catch(() => undefined);
  };

  async #readWindowAgain(name: string): Promise<void> {
    const catalog = await this.#catalog();
    const model = this.#find(catalog, name);
    const instance = instanceFor(model, name);
    if (!instance || this.#notLoaded !== name) return;
    this.#liveWindow = (await this.#decide(catalog, model, instance))?.window;
    this.#notLoaded = undefined;
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
  async #decide(
    { path }: Catalog,
    model: CatalogModel,
    instance: Instance | undefined,
    signal?: AbortSignal,
  ): Promise<WindowDecision | undefined> {
    const live = asTokens(instance?.config["context_length"]);
    let maximum = model.maxContext;
    let maximumPath = path;
    if (live === undefined && asTokens(maximum) === undefined && path === LIVE) {
      const older = await this.#read(CATALOG, readCatalog, { timeoutMs: CATALOG_MS, signal });
      maximum = older?.find(({ key }) => key === model.key)?.maxContext;
      maximumPath = CATALOG;
    }
    return decideWindow(
      [
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
      ],
      this.settings.candidates("context_length").map(({ value, kind, origin }) => ({
        tokens: value,
        source: kind,
        detail: `context_length from ${origin}`,
      })),
    );
  }

  #obtain(
    catalog: Catalog,
    model: CatalogModel,
    name: string,
    load: LoadSettings,
    options: ConnectOptions,
  ): Promise<Instance> {
    if (catalog.path !== LIVE) {
      throw new LocalDeskLoadError(
        `${this.failure.server} is of a build before 0.4.0, which has no load endpoint. ` +
          "Update the application, or load the model there and remove `load` from the profile.",
      );
    }
    const { signal } = options;
    const url = below(this.#server, `${LIVE}/load`);
    return obtainInstance(
      {
        server: this.#server,
        env: this.settings.env,
        failure: this.failure,
        model: async () => this.#find(await this.#catalog(signal), model.key),
        post: (body) => this.rawJson({ method: "POST", url, body, timeoutMs: LOAD_MS, signal }),
        loadedHere: this.#loadedHere,
      },
      model,
      name,
      load,
      options,
    );
  }
}
