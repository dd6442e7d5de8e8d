/** A multi-vendor gateway: one key, one catalog, and the vendor chosen per request. */
import type { Dialect, Access } from "../../../chat/dialect.js";
import { below, endpointUrl } from "../../../http/address.js";
import { asTokens, chooseWindow } from "../../../provider/context-window.js";
import { windowCandidates, windowMissing } from "../../../provider/window-sources.js";
import { CATALOG_MS, keyMissing, modelMissing, noModelList } from "../hosted/family.js";
import { checkKey, isGood, KEY_CHECK_MS, unusable } from "../hosted/key-check.js";
import { readModalities } from "../hosted/modality.js";
import { readPrices } from "../hosted/prices.js";
import { type CatalogEntry, describeEntry, findEntry, type Offered, readCatalogPage } from "./catalog.js";
import { needsEndpoints, routedWindow } from "./endpoints.js";
import { failureContext } from "./gateway-failure.js";
import { requestHeaders } from "./headers.js";
import type { knobs } from "./knobs.js";
import { catalogNames, gatewayBody, isAutomatic, wireModel } from "./request.js";
import { isNowhere } from "../../../chat/failure.js";

/** More pages than any catalog has; a server that always names a next page is not followed for ever. */
const MAX_PAGES = 100;

export function gatewayDialect(access: Access<typeof knobs, Offered>): Dialect {
  const { definition, settings, ask, send } = access;
  const { values } = settings;
  const overrides = values.framework_overrides;
  const base = endpointUrl(overrides.base_url, "base_url of gateway");
  const failure = failureContext(access, base);
  /** Kept for the life of the client: the list is long and changes slowly. */
  let catalog: Promise<CatalogEntry[]> | undefined;

  function entries(signal?: AbortSignal): Promise<CatalogEntry[]> {
    catalog ??= readCatalog(signal).catch((error: unknown) => {
      catalog = undefined;
      throw error;
    });
    return catalog;
  }

  async function readCatalog(signal?: AbortSignal): Promise<CatalogEntry[]> {
    let all: CatalogEntry[] = [];
    let url = below(base, "models");
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const page = readCatalogPage((await ask({ url, timeoutMs: CATALOG_MS, signal })).value);
      if (!page) throw noModelList(access, failure, url, ", for example https://openrouter.ai/api/v1");
      all = all.concat(page.entries);
      const next = page.next === undefined ? undefined : nextPage(page.next, url);
      if (!next) break;
      url = next;
    }
    return all;
  }

  /** Undefined where the catalog's own figure holds, and where the service does not list endpoints. */
  async function routed(entry: CatalogEntry, signal?: AbortSignal) {
    const { routing } = values;
    const stated = asTokens(entry["context_length"]);
    if (stated === undefined || !needsEndpoints(entry, routing)) return undefined;
    const path = `models/${entry.id.split("/").map(encodeURIComponent).join("/")}/endpoints`;
    const { value } = await send({ url: below(base, path), timeoutMs: CATALOG_MS, signal });
    const found = routedWindow(value, routing);
    return found && found.tokens < stated ? found : undefined;
  }

  return {
    chatUrl: below(base, "chat/completions"),
    headers: requestHeaders(values),
    failure,
    upstreamFinish: "native_finish_reason",
    reasoning: (wanted) =>
      typeof wanted === "number"
        ? { reasoning: { max_tokens: wanted } }
        : { reasoning: { effort: wanted === "off" ? "none" : wanted } },
    timeouts: {
      connect: overrides.connect_timeout * 1000,
      request: overrides.request_timeout * 1000,
      streamIdle: overrides.stream_idle_timeout * 1000,
    },

    /** The catalog can be read without a key. */
    async probe() {
      if (values.api_key === undefined) throw keyMissing(access);
    },

    listModels: async () => (await entries()).map((entry) => describeEntry(definition, entry)),

    async open(model, { signal }) {
      const all = await entries(signal);
      const entry = findEntry(all, catalogNames(model));
      if (!entry && !isAutomatic(model))
        throw modelMissing(failure, model, all, failure.advice.modelNotFound ?? "");
      const isStated = overrides.context_length !== undefined;
      const offered = { entry, routed: entry && !isStated ? await routed(entry, signal) : undefined };
      const window = chooseWindow(windowCandidates(definition, settings, offered));
      if (!window) throw windowMissing(definition, model, "to what the vendor states.");
      return {
        model,
        wireModel: wireModel(model, base),
        window,
        inputModalities: readModalities(entry?.["architecture"]).input,
        takesTools: takesTools(entry?.["supported_parameters"]),
        prices: readPrices(entry?.["pricing"]),
      };
    },

    /** The catalog is open to everybody; this address is there to tell about the key. */
    async checkCredential() {
      const url = below(base, "key");
      const answer = await send({ url, timeoutMs: KEY_CHECK_MS });
      if (isGood(answer)) return `GET ${url.pathname} answers with it`;
      if (!isNowhere(answer)) throw unusable(answer, failure);
      // A proxy in the gateway's place: its key proves itself as that of any other service.
      return checkKey({
        modelsUrl: below(base, "models"),
        chatUrl: below(base, "chat/completions"),
        model: settings.model,
        modelsIn: (value) => (readCatalogPage(value)?.entries ?? []).map(({ id }) => id),
        send: (request) => send({ ...request, timeoutMs: KEY_CHECK_MS }),
        failure,
      });
    },

    extend: (body) => gatewayBody(body, values, base),
  };
}

/** The key goes along, so the next page must be where this one was. */
function nextPage(address: string, url: URL): URL | undefined {
  const next = URL.canParse(address, url.href) ? new URL(address, url) : undefined;
  return next?.origin === url.origin && next.href !== url.href ? next : undefined;
}

/** Unknown where the catalog lists no parameters. */
const takesTools = (parameters: unknown): boolean | undefined =>
  Array.isArray(parameters) ? parameters.includes("tools") : undefined;
