/**
 * A hosted service that serves open models: one base address, one key, one catalog that knows the windows. A service adds its
 * own words for what can go wrong and its own reading of the catalog.
 */
import type { ZodArray, ZodDefault, ZodNumber, ZodObject, ZodOptional, ZodString } from "zod";
import { chooseWindow } from "../../../provider/context-window.js";
import { InfrastructureError, ModelNotFoundError, RequestError } from "../../../provider/errors.js";
import type { ConnectOptions, ModelInfo } from "../../../provider/provider.js";
import { didYouMean } from "../../../provider/suggest.js";
import { below } from "../../../http/address.js";
import { apiBase } from "./api-base.js";
import { ChatProvider, type Connection } from "../../../chat/chat-provider.js";
import type { ChatBody } from "../../../chat/request.js";
import { type FailureContext, type FailureKind, failureOfStatus } from "../../../chat/failure.js";
import { type CatalogModel, modelInfo, readHostedCatalog } from "./catalog.js";
import { APIKeyNotFoundError, hostedErrors } from "./errors.js";
import { KEY_CHECK_MS, checkKey } from "./key-check.js";
import type { JsonAnswer } from "../../../chat/json-request.js";

/** The knobs that every such service has; it may have more. */
export type HostedKnobs = ZodObject<{
  base_url: ZodDefault<ZodString>;
  api_key: ZodOptional<ZodString>;
  context_length: ZodOptional<ZodNumber>;
  modalities: ZodOptional<ZodArray<ZodString>>;
}>;

const CATALOG_MS = 15_000;

export abstract class HostedProvider<Knobs extends HostedKnobs> extends ChatProvider<Knobs> {
  /** The catalog fields that may hold a window, best first. */
  protected abstract readonly windowKeys: readonly string[];
  /** What to do about a failure, in the words of this service. */
  protected abstract advice(): Partial<Record<FailureKind, string>>;
  /** The answer that holds the catalog. */
  protected abstract fetchCatalog(signal?: AbortSignal): Promise<JsonAnswer>;
  /** Whether a model that the catalog lacks may still exist. The window must then be given. */
  protected mayExist(_model: string, _catalog: readonly CatalogModel[]): boolean {
    return true;
  }

  protected get base(): URL {
    return apiBase(this.settings.values.base_url, `base_url of ${this.name}`);
  }

  protected get modelsUrl(): URL {
    return below(this.base, "models");
  }

  protected override chatUrl(): URL {
    return below(this.base, "chat/completions");
  }

  protected override headers(): Record<string, string> {
    const key = this.settings.values.api_key;
    return key === undefined ? {} : { authorization: `Bearer ${key}` };
  }

  protected override get failure(): FailureContext {
    const origin = this.settings.candidates("base_url")[0]?.origin ?? "default";
    return {
      server: `The ${this.name} service at ${this.base.href}`,
      errors: hostedErrors,
      advice: {
        connection:
          origin === "default"
            ? "Check the network and the proxy variables (HTTPS_PROXY, NO_PROXY)."
            : `Check the address (from ${origin}), the network and the proxy variables.`,
        contextLimit: "Shorten the conversation, or choose a model with a larger window.",
        ...this.advice(),
      },
      secrets: this.settings.secrets,
    };
  }

  /** Only what can be known without a request; the catalog is asked at connect. */
  protected override async probe(): Promise<void> {
    void this.base;
    if (this.settings.values.api_key === undefined) this.withoutKey();
  }

  /** Called at initialize when there is no key; a service with a keyless tier may let it pass. */
  protected withoutKey(): void {
    throw this.keyMissing("");
  }

  protected keyMissing(alternative: string): APIKeyNotFoundError {
    const { knob, command } = this.definition.credential;
    const variables = this.definition.variables
      .filter((variable) => variable.knob === knob)
      .map(({ name }) => name);
    return new APIKeyNotFoundError(
      `No key for ${this.name} was found. Looked at: ${knob} in the profile, ${variables.join(", ")}, the stored keys. ` +
        `Run "${command}" to store one, or set ${variables[0]}.${alternative}`,
    );
  }

  protected override async open(model: string, { signal }: ConnectOptions): Promise<Connection> {
    const catalog = await this.catalog(signal);
    const entry = catalog.find(({ id }) => id === model);
    const given = this.settings.candidates("context_length").map(({ value, kind, origin }) => ({
      tokens: value,
      source: kind,
      detail: `context_length from ${origin}`,
    }));
    if (!entry && (given.length === 0 || !this.mayExist(model, catalog))) throw this.missing(model, catalog);
    const window = chooseWindow([...(entry?.window ? [entry.window] : []), ...given]);
    if (!window) throw this.noWindow(model);
    const inputModalities =
      entry?.input ?? this.settings.values.modalities?.map((word) => word.toLowerCase());
    return { model, window, inputModalities, prices: entry?.prices };
  }

  override async describeModels(prefix = ""): Promise<ModelInfo[]> {
    const catalog = await this.catalog();
    return catalog.filter(({ id }) => id.startsWith(prefix)).map(modelInfo);
  }

  async checkCredential(): Promise<string> {
    return checkKey({
      modelsUrl: this.modelsUrl,
      chatUrl: this.chatUrl(),
      model: this.settings.model,
      modelsIn: (value) => (readHostedCatalog(value, this.windowKeys) ?? []).map(({ id }) => id),
      send: (request) => this.rawJson({ ...request, timeoutMs: KEY_CHECK_MS }),
      failure: this.failure,
    });
  }

  /** A picture for a model that is known to take none would cost a request to find out. */
  protected override extend(body: ChatBody): ChatBody {
    const hasPicture = body.messages.some(
      ({ content }) => Array.isArray(content) && content.some(({ type }) => type === "image_url"),
    );
    const inputs = this.inputModalities;
    if (hasPicture && inputs && !inputs.includes("image")) {
      throw new RequestError(
        `"${body.model}" takes ${inputs.join(" and ")}, but the conversation holds a picture, so it was not sent. ` +
          "Choose a model that takes images, or leave the picture out.",
      );
    }
    return body;
  }

  protected noWindow(model: string): Error {
    const variable = this.definition.variables.find(({ knob }) => knob === "context_length")?.name;
    return this.windowMissing(
      model,
      [`${this.windowKeys.join(", ")} in the catalog`, "context_length in the profile", String(variable)],
      `Set context_length or ${variable} to what the model's page says.`,
    );
  }

  /** The error of a model that the catalog lacks and for which no window is given. */
  protected missing(model: string, catalog: readonly CatalogModel[]): Error {
    const ids = catalog.map(({ id }) => id);
    return new ModelNotFoundError(
      `${this.failure.server} has no model "${model}" in its catalog of ${ids.length}${didYouMean(model, ids)}. ` +
        `"fw models --provider ${this.name}" lists them. ` +
        "If the model exists all the same, set context_length to its window.",
    );
  }

  protected async catalog(signal?: AbortSignal): Promise<CatalogModel[]> {
    const { value } = await this.fetchCatalog(signal);
    const models = readHostedCatalog(value, this.windowKeys);
    if (!models) {
      throw new InfrastructureError(
        `${this.modelsUrl.href} did not answer with a model list. Check that base_url leads to the API itself.`,
        { retryable: false },
      );
    }
    return models;
  }

  /** A catalog request; an error status is thrown unless the caller can do something about it. */
  protected async requestCatalog(
    url: URL,
    options: {
      signal?: AbortSignal | undefined;
      headers?: Record<string, string>;
      tolerate?: readonly number[];
    },
  ): Promise<JsonAnswer> {
    const { tolerate = [], ...rest } = options;
    const answer = await this.rawJson({ url, timeoutMs: CATALOG_MS, ...rest });
    const isGood = answer.status >= 200 && answer.status < 300;
    if (isGood || tolerate.includes(answer.status)) return answer;
    throw failureOfStatus(answer.status, answer.headers, answer.text, this.failure);
  }
}
