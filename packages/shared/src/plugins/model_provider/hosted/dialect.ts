/**
 * A hosted service that serves open models: one base address, one key, one catalog that knows the windows. A service adds its
 * own words for what can go wrong and its own reading of the catalog.
 */
import { bearerHeader, type Dialect, type Access } from "../../../chat/dialect.js";
import { type FailureContext, failureOfStatus, isSuccess } from "../../../chat/failure.js";
import type { JsonAnswer } from "../../../chat/json-request.js";
import type { ChatBody } from "../../../chat/request.js";
import { below } from "../../../http/address.js";
import { RequestError } from "../../../provider/errors.js";
import { narrowedWindow } from "../../../provider/narrowed-window.js";
import type { Schema } from "../../../provider/schema.js";
import { windowMissing } from "../../../provider/window-sources.js";
import { apiBase } from "./api-base.js";
import { type CatalogModel, modelInfo, readHostedCatalog } from "./catalog.js";
import {
  CATALOG_MS,
  hostedFailure,
  keyMissing,
  modelMissing,
  noModelList,
  usedUnlisted,
  windowWouldDo,
} from "./family.js";
import { checkKey, KEY_CHECK_MS } from "./key-check.js";
import { hasPictures } from "../../../provider/pictures.js";

/** The knobs that every such service has; it may have more. */
export type HostedKnobs = Schema<{
  base_url: string;
  api_key?: string | undefined;
  context_length?: number | undefined;
  modalities?: string[] | undefined;
}>;

/** How a catalog is asked for; an error status is thrown unless the caller can do something about it. */
export type CatalogRequest = (
  url: URL,
  options?: { headers?: Record<string, string>; tolerate?: readonly number[] },
) => Promise<JsonAnswer>;

/** What one such service has of its own. */
export interface HostedService {
  /** The answer that holds the catalog. */
  fetchCatalog(request: CatalogRequest, modelsUrl: URL): Promise<JsonAnswer>;
  /** What to do about a failure, and other readings of it. */
  failure: Partial<FailureContext>;
  /** Called at initialize when there is no key; a service with a keyless tier may let it pass. */
  withoutKey?(): void;
  /** Whether a model that the catalog lacks may still exist. The window must then be given. */
  mayExist?(model: string, catalog: readonly CatalogModel[]): boolean;
  /** Whether it is a name that no catalog lists, so that only its window is missing. */
  isUnlisted?(model: string): boolean;
}

export function hostedDialect<Knobs extends HostedKnobs>(
  access: Access<Knobs, CatalogModel | undefined>,
  service: HostedService,
): Dialect {
  const { definition, settings, send } = access;
  const values: { base_url: string; api_key?: string | undefined; modalities?: string[] | undefined } =
    settings.values;
  const base = apiBase(values.base_url, `base_url of ${definition.name}`);
  const modelsUrl = below(base, "models");
  const chatUrl = below(base, "chat/completions");
  const failure = hostedFailure(access, base, service.failure);
  /** What the connected model takes, where that is known. */
  let inputs: readonly string[] | undefined;

  async function catalog(signal?: AbortSignal): Promise<CatalogModel[]> {
    const request: CatalogRequest = async (url, { tolerate = [], ...rest } = {}) => {
      const answer = await send({ url, timeoutMs: CATALOG_MS, signal, ...rest });
      if (isSuccess(answer) || tolerate.includes(answer.status)) return answer;
      throw failureOfStatus(answer, failure);
    };
    const { value } = await service.fetchCatalog(request, modelsUrl);
    const models = readHostedCatalog(value);
    if (!models) throw noModelList(access, failure, modelsUrl);
    return models;
  }

  return {
    chatUrl,
    headers: bearerHeader(values.api_key),
    failure,

    /** Only what can be known without a request; the catalog is asked at connect. */
    async probe() {
      if (values.api_key !== undefined) return;
      if (!service.withoutKey) throw keyMissing(access);
      service.withoutKey();
    },

    listModels: async () => (await catalog()).map((model) => modelInfo(definition, model)),

    async open(model, { signal, onNotice }) {
      const models = await catalog(signal);
      const entry = models.find(({ id }) => id === model);
      const decision = narrowedWindow(definition, settings, entry);
      const window = decision?.window;
      const isMissing = !entry && (!window || service.mayExist?.(model, models) === false);
      if (isMissing && !service.isUnlisted?.(model)) {
        throw modelMissing(failure, model, models, windowWouldDo(definition));
      }
      if (!window) throw windowMissing(definition, model, "to what the model's page says.");
      if (decision?.notice !== undefined) onNotice?.(decision.notice);
      if (!entry && !service.isUnlisted?.(model)) onNotice?.(usedUnlisted(model, models));
      inputs = entry?.input ?? values.modalities?.map((word) => word.toLowerCase());
      return { model, window, inputModalities: inputs, prices: entry?.prices };
    },

    checkCredential: () =>
      checkKey({
        modelsUrl,
        chatUrl,
        model: settings.model,
        modelsIn: (value) => (readHostedCatalog(value) ?? []).map(({ id }) => id),
        send: (request) => send({ ...request, timeoutMs: KEY_CHECK_MS }),
        failure,
      }),

    extend(body) {
      if (inputs) refusePictures(body, inputs);
      return body;
    },
  };
}

/** A picture for a model that is known to take none would cost a request to find out. */
function refusePictures(body: ChatBody, inputs: readonly string[]): void {
  if (inputs.includes("image") || !hasPictures(body.messages)) return;
  throw new RequestError(
    `"${body.model}" takes ${inputs.join(" and ")}, but the conversation holds a picture, so it was not sent. ` +
      "Choose a model that takes images, or leave the picture out.",
  );
}
