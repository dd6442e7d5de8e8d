/** A multi-vendor gateway: one key, one catalog, and the vendor chosen per request. */
import { asTokens, chooseWindow, type WindowCandidate } from "../../../provider/context-window.js";
import { ConfigurationError } from "../../../provider/errors.js";
import type { ConnectOptions, ModelInfo } from "../../../provider/provider.js";
import { didYouMean } from "../../../provider/suggest.js";
import { below, endpointUrl } from "../../../http/address.js";
import type { Timeouts } from "../../../chat/call.js";
import { ChatProvider, type Connection } from "../../../chat/chat-provider.js";
import type { ChatBody } from "../../../chat/request.js";
import type { FailureContext } from "../../../chat/failure.js";
import { isGood, KEY_CHECK_MS, unusable } from "../hosted/key-check.js";
import { readModalities } from "../hosted/modality.js";
import { readPrices } from "../hosted/prices.js";
import { type CatalogEntry, describeEntry, findEntry, readCatalogPage } from "./catalog.js";
import { needsEndpoints, routedWindow } from "./endpoints.js";
import { APIKeyNotFoundError, InfrastructureError, ModelNotFoundError } from "./errors.js";
import { failureContext } from "./failure.js";
import { requestHeaders } from "./headers.js";
import type { knobs } from "./knobs.js";
import { catalogNames, gatewayBody, isAutomatic, wireModel } from "./request.js";

const CATALOG_MS = 15_000;
/** More pages than any catalog has; a server that always names a next page is not followed for ever. */
const MAX_PAGES = 100;

export class GatewayProvider extends ChatProvider<typeof knobs> {
  readonly hasOpenCatalog = true;
  /** Kept for the life of the client: the list is long and changes slowly. */
  #catalog: Promise<CatalogEntry[]> | undefined;
  #address: URL | undefined;

  protected override chatUrl(): URL {
    return below(this.#base, "chat/completions");
  }

  protected override headers(): Record<string, string> {
    return requestHeaders(this.settings.values);
  }

  protected override get failure(): FailureContext {
    return failureContext(this.#base, this.settings);
  }

  protected override timeouts(): Partial<Timeouts> {
    const { connect_timeout, request_timeout, stream_idle_timeout } =
      this.settings.values.framework_overrides;
    return {
      connect: connect_timeout * 1000,
      request: request_timeout * 1000,
      streamIdle: stream_idle_timeout * 1000,
    };
  }

  protected override async probe(): Promise<void> {
    this.#catalog = undefined;
    this.#address = endpointUrl(this.settings.values.framework_overrides.base_url, "base_url of gateway");
    // Last: the catalog can be read without a key.
    if (this.settings.values.api_key !== undefined) return;
    const variables = this.definition.variables.filter(({ knob }) => knob === "api_key");
    throw new APIKeyNotFoundError(
      `No gateway key was found. Looked at: api_key in the profile; ${variables.map(({ name }) => name).join("; ")}; ` +
        'the key stored by "gateway-auth". Set one of them, or run "gateway-auth".',
    );
  }

  protected override async open(model: string, { signal }: ConnectOptions): Promise<Connection> {
    const entries = await this.#entries(signal);
    const entry = findEntry(entries, catalogNames(model));
    if (!entry && !isAutomatic(model)) {
      const ids = entries.map(({ id }) => id);
      throw new ModelNotFoundError(
        `${this.failure.server} has no model "${model}" in its catalog of ${ids.length}${didYouMean(model, ids)}. ` +
          (this.failure.advice.modelNotFound ?? ""),
      );
    }
    const override = this.settings.candidates("framework_overrides.context_length").at(0);
    const routed = entry && !override ? await this.#routedWindow(entry, signal) : undefined;
    const window = chooseWindow([
      ...(override
        ? [
            {
              tokens: override.value,
              source: override.kind,
              detail: `context_length from ${override.origin}`,
            },
          ]
        : []),
      ...(routed ? [routed] : []),
      {
        tokens: entry?.["context_length"],
        source: "catalog",
        detail: `context_length of "${entry?.id}" in GET /models`,
      },
    ]);
    if (!window) {
      throw this.windowMissing(
        model,
        ["framework_overrides.context_length", "FW_GATEWAY_CONTEXT_LENGTH", "context_length in GET /models"],
        "Set framework_overrides.context_length or FW_GATEWAY_CONTEXT_LENGTH to what the vendor states.",
      );
    }
    return {
      model,
      wireModel: wireModel(model, this.#base),
      window,
      inputModalities: readModalities(entry?.["architecture"]).input,
      prices: readPrices(entry?.["pricing"]),
    };
  }

  override async describeModels(prefix = ""): Promise<ModelInfo[]> {
    const entries = await this.#entries();
    return entries.filter(({ id }) => id.startsWith(prefix)).map(describeEntry);
  }

  /** The catalog is open to everybody; this address is there to tell about the key. */
  async checkCredential(): Promise<string> {
    const url = below(this.#base, "key");
    const answer = await this.rawJson({ url, timeoutMs: KEY_CHECK_MS });
    if (!isGood(answer)) throw unusable(answer, this.failure);
    return `GET ${url.pathname} answers with it`;
  }

  protected override extend(body: ChatBody): ChatBody {
    return gatewayBody(body, this.settings.values, this.#base);
  }

  get #base(): URL {
    if (!this.#address) throw new ConfigurationError("gateway: call initialize() first.");
    return this.#address;
  }

  /** Undefined where the catalog's own figure holds, and where the service does not list endpoints. */
  async #routedWindow(entry: CatalogEntry, signal?: AbortSignal): Promise<WindowCandidate | undefined> {
    const { routing } = this.settings.values;
    const stated = asTokens(entry["context_length"]);
    if (stated === undefined || !needsEndpoints(entry, routing)) return undefined;
    const path = `models/${entry.id.split("/").map(encodeURIComponent).join("/")}/endpoints`;
    const { value } = await this.rawJson({ url: below(this.#base, path), timeoutMs: CATALOG_MS, signal });
    const found = routedWindow(value, routing);
    return found && found.tokens < stated ? found : undefined;
  }

  #entries(signal?: AbortSignal): Promise<CatalogEntry[]> {
    this.#catalog ??= this.#readCatalog(signal).catch((error: unknown) => {
      this.#catalog = undefined;
      throw error;
    });
    return this.#catalog;
  }

  async #readCatalog(signal?: AbortSignal): Promise<CatalogEntry[]> {
    let all: CatalogEntry[] = [];
    let url = below(this.#base, "models");
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const { value } = await this.json({ url, timeoutMs: CATALOG_MS, signal });
      const page = readCatalogPage(value);
      if (!page) {
        throw new InfrastructureError(
          `${url.href} did not answer with a model list. Check that the address leads to the gateway's API, for example https://openrouter.ai/api/v1.`,
          { retryable: false },
        );
      }
      all = all.concat(page.entries);
      const next = page.next === undefined ? undefined : this.#nextPage(page.next, url);
      if (!next) break;
      url = next;
    }
    return all;
  }

  /** The key goes along, so the next page must be where this one was. */
  #nextPage(link: string, url: URL): URL | undefined {
    const next = URL.canParse(link, url.href) ? new URL(link, url) : undefined;
    return next?.origin === url.origin && next.href !== url.href ? next : undefined;
  }
}
