/** A code-hosting platform's model API, or an endpoint of the same kind. */
import type { Dialect, Access } from "../../../chat/dialect.js";
import { failureOfStatus, isSuccess } from "../../../chat/failure.js";
import { endpointUrl } from "../../../http/address.js";
import { narrowedWindow } from "../../../provider/narrowed-window.js";
import { didYouMean } from "../../../provider/suggest.js";
import { windowMissing } from "../../../provider/window-sources.js";
import { type Asked, type CatalogEntry, describeEntry, readCatalog } from "./catalog.js";
import { InfrastructureError, ModelNotFoundError, TokenNotFoundError } from "./errors.js";
import { failureContext } from "./hub-failure.js";
import { type FreeTierLimits, freeTierWarnings, limitsOfTier } from "./free-tier.js";
import { catalogUrls, chatUrl, inferenceBody, requestHeaders } from "./inference.js";
import type { knobs } from "./knobs.js";

const CATALOG_MS = 15_000;

export function hubModelsDialect({ definition, settings, send }: Access<typeof knobs, Asked>): Dialect {
  const { values } = settings;
  const endpoint = endpointUrl(values.extra.endpoint, "endpoint of hubmodels");
  const failure = failureContext(endpoint, settings);
  /** Of the connected model, until the user has been warned. */
  let limits: FreeTierLimits | undefined;

  /** Undefined where the endpoint has no list at all. Asking for it also tests the token. */
  async function catalog(signal?: AbortSignal): Promise<CatalogEntry[] | undefined> {
    for (const url of catalogUrls(endpoint)) {
      const answer = await send({ url, timeoutMs: CATALOG_MS, signal });
      if (answer.status === 404 || answer.status === 405) continue;
      if (!isSuccess(answer)) throw failureOfStatus(answer, failure);
      const entries = readCatalog(answer.value);
      if (entries) return entries;
    }
    return undefined;
  }

  function unknownModel(model: string, entries: readonly CatalogEntry[]): Error {
    const ids = entries.map(({ id }) => id);
    const withVendor = ids.find((id) => id.endsWith(`/${model}`));
    const meant = withVendor === undefined ? didYouMean(model, ids) : ` (did you mean "${withVendor}"?)`;
    const why = model.includes("/") ? "is not in the catalog" : "is no full <vendor>/<model> id";
    return new ModelNotFoundError(
      `Checked: the ${ids.length} models that ${endpoint.href} offers. "${model}" ${why}${meant}. ` +
        (failure.advice.modelNotFound ?? ""),
    );
  }

  return {
    chatUrl: chatUrl(endpoint, values.extra.organization),
    headers: requestHeaders(endpoint, values.api_key, values.extra.organization),
    failure,
    // Which model takes what differs from endpoint to endpoint, and a wrong wish is refused.
    responseFormats: [],

    async probe() {
      if (values.api_key !== undefined) return;
      const variables = definition.variables.filter(({ knob }) => knob === "api_key");
      throw new TokenNotFoundError(
        `No hubmodels token was found. Checked: api_key in the profile; ${variables.map(({ name }) => name).join("; ")}. ` +
          "None of them holds a token, and the service answers nobody without one. Create a fine-grained personal token with the " +
          "account permission models: read under https://github.com/settings/personal-access-tokens and put it into HUBMODELS_TOKEN.",
      );
    },

    async listModels() {
      const entries = await catalog();
      if (entries) return entries.map((entry) => describeEntry(definition, entry));
      throw new InfrastructureError(
        `${failure.server} lists no models: neither ${catalogUrls(endpoint).map(String).join(" nor ")} ` +
          "answers with a list. Name the model as its operator does.",
        { retryable: false },
      );
    },

    async open(model, { signal, onNotice }) {
      const entries = await catalog(signal);
      const entry = entries?.find(({ id }) => id === model);
      if (!entry && (entries || !model.includes("/"))) throw unknownModel(model, entries ?? []);
      const decision = narrowedWindow(definition, settings, { model, entry });
      if (!decision) {
        const mend =
          'to what its operator states, or choose a model whose window is known: "fw models --provider hubmodels" shows them.';
        throw windowMissing(definition, model, mend);
      }
      const { window, notice } = decision;
      if (notice !== undefined) onNotice?.(notice);
      limits = limitsOfTier(entry?.["rate_limit_tier"]);
      return { model, window };
    },

    extend: inferenceBody,

    /** Once per connection: whoever pays need not hear it with every turn. */
    notices(body) {
      const warnings = limits ? freeTierWarnings(body, limits) : [];
      if (warnings.length > 0) limits = undefined;
      return warnings;
    },
  };
}
