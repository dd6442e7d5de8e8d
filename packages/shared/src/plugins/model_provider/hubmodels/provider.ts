/** A code-hosting platform's model API, or an endpoint of the same kind. */
import { ConfigurationError } from "../../../provider/errors.js";
import type { ConnectOptions, ModelInfo } from "../../../provider/provider.js";
import { didYouMean } from "../../../provider/suggest.js";
import { endpointUrl } from "../../../http/address.js";
import { ChatProvider, type Connection } from "../../../chat/chat-provider.js";
import type { ChatBody } from "../../../chat/request.js";
import { type FailureContext, failureOfStatus } from "../../../chat/failure.js";
import { type CatalogEntry, describeEntry, readCatalog, windowOf } from "./catalog.js";
import { InfrastructureError, ModelNotFoundError, TokenNotFoundError } from "./errors.js";
import { failureContext } from "./failure.js";
import { type FreeTierLimits, freeTierWarnings, limitsOfTier } from "./free-tier.js";
import { catalogUrls, chatUrl, inferenceBody, requestHeaders } from "./inference.js";
import type { knobs } from "./knobs.js";

const CATALOG_MS = 15_000;

export class HubModelsProvider extends ChatProvider<typeof knobs> {
  #address: URL | undefined;
  /** Of the connected model, until the user has been warned. */
  #limits: FreeTierLimits | undefined;
  /** Which model takes what differs from endpoint to endpoint, and a wrong wish is refused. */
  protected override readonly responseFormats = [];

  protected override chatUrl(): URL {
    return chatUrl(this.#endpoint, this.settings.values.extra.organization);
  }

  protected override headers(): Record<string, string> {
    return requestHeaders(this.settings.values.api_key);
  }

  protected override get failure(): FailureContext {
    return failureContext(this.#endpoint, this.settings);
  }

  protected override async probe(): Promise<void> {
    this.#address = endpointUrl(this.settings.values.extra.endpoint, "endpoint of hubmodels");
    if (this.settings.values.api_key !== undefined) return;
    const variables = this.definition.variables.filter(({ knob }) => knob === "api_key");
    throw new TokenNotFoundError(
      `No hubmodels token was found. Checked: api_key in the profile; ${variables.map(({ name }) => name).join("; ")}. ` +
        "None of them holds a token, and the service answers nobody without one. Create a fine-grained personal token with the " +
        "account permission models: read under https://github.com/settings/personal-access-tokens and put it into HUBMODELS_TOKEN.",
    );
  }

  protected override async open(model: string, { signal }: ConnectOptions): Promise<Connection> {
    const entries = await this.#catalog(signal);
    const entry = entries?.find(({ id }) => id === model);
    if (!entry && (entries || !model.includes("/"))) throw this.#unknownModel(model, entries ?? []);
    const window = windowOf(model, entry);
    if (!window) {
      throw this.windowMissing(
        model,
        ["limits.max_input_tokens in the catalog", "the table of model families"],
        'Choose a model whose window is known: "fw models --provider hubmodels" shows them.',
      );
    }
    this.#limits = limitsOfTier(entry?.["rate_limit_tier"]);
    return { model, window };
  }

  override async describeModels(prefix = ""): Promise<ModelInfo[]> {
    const entries = await this.#catalog();
    if (!entries) {
      throw new InfrastructureError(
        `${this.failure.server} lists no models: neither ${catalogUrls(this.#endpoint).map(String).join(" nor ")} ` +
          "answers with a list. Name the model as its operator does.",
        { retryable: false },
      );
    }
    return entries.filter(({ id }) => id.startsWith(prefix)).map(describeEntry);
  }

  protected override extend(body: ChatBody): ChatBody {
    return inferenceBody(body);
  }

  /** Once per connection: whoever pays need not hear it with every turn. */
  protected override notices(body: ChatBody): string[] {
    const warnings = this.#limits ? freeTierWarnings(body, this.#limits) : [];
    if (warnings.length > 0) this.#limits = undefined;
    return warnings;
  }

  get #endpoint(): URL {
    if (!this.#address) throw new ConfigurationError("hubmodels: call initialize() first.");
    return this.#address;
  }

  /** Undefined where the endpoint has no list at all. Asking for it also tests the token. */
  async #catalog(signal?: AbortSignal): Promise<CatalogEntry[] | undefined> {
    for (const url of catalogUrls(this.#endpoint)) {
      const { status, headers, text, value } = await this.rawJson({ url, timeoutMs: CATALOG_MS, signal });
      if (status === 404 || status === 405) continue;
      if (status < 200 || status >= 300) throw failureOfStatus(status, headers, text, this.failure);
      const entries = readCatalog(value);
      if (entries) return entries;
    }
    return undefined;
  }

  #unknownModel(model: string, entries: readonly CatalogEntry[]): ModelNotFoundError {
    const ids = entries.map(({ id }) => id);
    const withVendor = ids.find((id) => id.endsWith(`/${model}`));
    const meant = withVendor === undefined ? didYouMean(model, ids) : ` (did you mean "${withVendor}"?)`;
    const why = model.includes("/") ? "is not in the catalog" : "is no full <vendor>/<model> id";
    return new ModelNotFoundError(
      `Checked: the ${ids.length} models that ${this.#endpoint.href} offers. "${model}" ${why}${meant}. ` +
        (this.failure.advice.modelNotFound ?? ""),
    );
  }
}
