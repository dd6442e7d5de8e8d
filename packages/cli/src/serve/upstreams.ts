/** The backends behind `fw serve`: found by the names that requests use, opened once, kept. */
import {
  CancelledError,
  type Client,
  ConfigurationError,
  ModelNotFoundError,
  knownProviders,
} from "@framework/shared";

/** A model as `GET /v1/models` lists it: the window is the true one, with where it comes from. */
interface ListedModel {
  id: string;
  object: "model";
  created: number;
  owned_by: string;
  context_length: number | null;
  context_source: string | null;
}

export interface Upstream {
  client: Client;
  /** `PROVIDER/MODEL`, for logs and metrics. */
  name: string;
}

export interface UpstreamOptions {
  /** What `default` means; absent when nothing is configured. */
  openDefault: (() => Promise<Client>) | undefined;
  /** A client of a provider, not connected. */
  openProvider: (provider: string, model?: string) => Promise<Client>;
  /** Asked for a model that is named without its provider. */
  defaultProvider: string | undefined;
  /** The providers that are configured, for the list of models. */
  providers: readonly string[];
  /** `NAME` to `PROVIDER:MODEL`. */
  aliases: Readonly<Record<string, string>>;
}

const DEFAULT = "default";
const LIST_MS = 10_000;

export class Upstreams {
  readonly #options: UpstreamOptions;
  readonly #open = new Map<string, Promise<Upstream>>();
  /** Those that are open, to be had without waiting. */
  readonly #ready = new Map<string, Upstream>();

  constructor(options: UpstreamOptions) {
    this.#options = options;
  }

  /** The client for a model's name. A failed start is not remembered. */
  async find(model: string, signal: AbortSignal): Promise<Upstream> {
    const ready = this.#ready.get(model);
    if (ready) return ready;
    const known = this.#open.get(model);
    if (known) return unlessAborted(known, signal);
    const opening = this.#connect(model);
    this.#open.set(model, opening);
    opening.then(
      (upstream) => this.#ready.set(model, upstream),
      () => this.#open.delete(model),
    );
    return unlessAborted(opening, signal);
  }

  /** All models of the configured providers; a provider that cannot be asked is named with the reason. */
  async list(signal: AbortSignal): Promise<object> {
    const { providers, aliases, openDefault } = this.#options;
    const within = AbortSignal.any([signal, AbortSignal.timeout(LIST_MS)]);
    const lists = await Promise.allSettled(
      providers.map((provider) => unlessAborted(this.#modelsOf(provider), within)),
    );
    const unavailable = lists.flatMap((list, place) =>
      list.status === "rejected" ? [{ provider: providers[place], reason: reasonOf(list.reason) }] : [],
    );
    const names = [...(openDefault ? [DEFAULT] : []), ...Object.keys(aliases)];
    const named = await Promise.allSettled(
      names.map((name) => unlessAborted(this.describe(name, signal), within)),
    );
    const data = [
      ...named.flatMap((entry) => (entry.status === "fulfilled" ? [entry.value] : [])),
      ...lists.flatMap((list) => (list.status === "fulfilled" ? list.value : [])),
    ];
    return { object: "list", data, ...(unavailable.length > 0 && { unavailable }) };
  }

  /** One model, connected: its window is the one that requests will have. */
  async describe(model: string, signal: AbortSignal): Promise<ListedModel> {
    const { client, name } = await this.find(model, signal);
    const { tokens, source } = client.contextWindow;
    const [owner = ""] = name.split("/");
    return listed(model, owner, tokens, source);
  }

  async close(): Promise<void> {
    const open = await Promise.allSettled(this.#open.values());
    this.#open.clear();
    this.#ready.clear();
    await Promise.all(
      open.flatMap((entry) => (entry.status === "fulfilled" ? [entry.value.client.close()] : [])),
    );
  }

  async #connect(model: string): Promise<Upstream> {
    const client = await this.#clientFor(model);
    return { client, name: `${client.providerName}/${client.model}` };
  }

  async #clientFor(model: string): Promise<Client> {
    const { openDefault, openProvider, aliases } = this.#options;
    if (model === DEFAULT) {
      if (openDefault) return openDefault();
      throw new ConfigurationError(
        'No provider was chosen, so there is no "default". Use --provider, a profile (fw init writes one) or FW_PROVIDER, ' +
          "or name a model as PROVIDER/MODEL.",
      );
    }
    const [provider, rest] = this.#split(Object.hasOwn(aliases, model) ? (aliases[model] ?? "") : model);
    if (rest === "" || provider === undefined) {
      throw new ModelNotFoundError(
        `There is no model "${model}" here. Models are named PROVIDER/MODEL (${knownProviders.join(", ")}), by an alias` +
          `${openDefault ? ', or "default"' : ""}; GET /v1/models lists them.`,
      );
    }
    const client = await openProvider(provider, rest);
    await client.connect(null, null, rest);
    return client;
  }

  /** `PROVIDER/MODEL` or, as aliases are written, `PROVIDER:MODEL`; else a model of the default provider. */
  #split(name: string): [provider: string | undefined, model: string] {
    const place = name.search(/[/:]/);
    const provider = name.slice(0, Math.max(place, 0));
    return knownProviders.includes(provider)
      ? [provider, name.slice(place + 1)]
      : [this.#options.defaultProvider, name];
  }

  async #modelsOf(provider: string): Promise<ListedModel[]> {
    const client = await this.#options.openProvider(provider);
    try {
      const models = await client.describeModels();
      return models.map(({ id, context_length: tokens, context_source: source }) =>
        listed(`${provider}/${id}`, provider, tokens, source),
      );
    } finally {
      await client.close();
    }
  }
}

function listed(id: string, owner: string, tokens?: number, source?: string): ListedModel {
  return {
    id,
    object: "model",
    created: 0,
    owned_by: owner,
    context_length: tokens ?? null,
    context_source: source ?? null,
  };
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** The work goes on for others who wait for it; only this caller stops waiting. */
function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const left = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new CancelledError()), { once: true });
    if (signal.aborted) reject(new CancelledError());
  });
  return Promise.race([work, left]);
}
