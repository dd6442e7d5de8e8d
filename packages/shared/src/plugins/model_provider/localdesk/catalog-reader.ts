/** Asks the application for its catalogs: the list of all models, and the live one with what is loaded. */
import type { Access } from "../../../chat/dialect.js";
import { type FailureContext, failureOfStatus } from "../../../chat/failure.js";
import { below } from "../../../http/address.js";
import { didYouMean } from "../../../provider/suggest.js";
import { safeLine } from "../../../provider/untrusted.js";
import { type CatalogModel, findModel, readCatalog, readLiveCatalog } from "./catalog.js";
import { LocalDeskConnectionError, LocalDeskModelNotFoundError } from "./errors.js";
import type { knobs } from "./knobs.js";

export const LIVE = "api/v1/models";
export const OLDER = "api/v0/models";
export const CATALOG_MS = 10_000;

export interface Catalog {
  path: typeof LIVE | typeof OLDER;
  models: CatalogModel[];
}

export interface CatalogReader {
  /** The older catalog, or undefined when this build has none: old ones say so with a 200 and an `error` text. */
  older(timeoutMs: number, signal?: AbortSignal): Promise<CatalogModel[] | undefined>;
  /** The live catalog, and what only the older one lists; that one alone where there is no other. */
  read(signal?: AbortSignal): Promise<Catalog>;
  /** The same with the models that only the older catalog lists, where the name is none of the live one's. */
  alsoIn(catalog: Catalog, name: string, signal?: AbortSignal): Promise<Catalog>;
  /** The model that a name means. */
  find(catalog: Catalog, name: string): CatalogModel;
}

export function catalogReader(
  { send }: Access<typeof knobs>,
  server: URL,
  failure: FailureContext,
): CatalogReader {
  async function readAt(
    path: string,
    reader: (value: unknown) => CatalogModel[] | undefined,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<CatalogModel[] | undefined> {
    const answer = await send({ url: below(server, path), timeoutMs, signal });
    if (answer.status === 404 || answer.status === 405) return undefined;
    if (answer.status !== 200) throw failureOfStatus(answer, failure);
    return reader(answer.value);
  }
  const older: CatalogReader["older"] = (timeoutMs, signal) => readAt(OLDER, readCatalog, timeoutMs, signal);

  return {
    older,
    async read(signal) {
      const live = await readAt(LIVE, readLiveCatalog, CATALOG_MS, signal);
      if (live && live.length > 0) return { path: LIVE, models: live };
      const models = await older(CATALOG_MS, signal);
      if (live) return { path: LIVE, models: models ?? [] };
      if (models) return { path: OLDER, models };
      throw new LocalDeskConnectionError(
        `${server.href} has no model catalog under /${LIVE} or /${OLDER}. ` +
          "Check that the address leads to the application's server, and update the application if it is older than 0.3.6.",
        { retryable: false },
      );
    },
    async alsoIn(catalog, name, signal) {
      if (catalog.path !== LIVE || findModel(catalog.models, name)) return catalog;
      const models = (await older(CATALOG_MS, signal)) ?? [];
      const known = new Set(catalog.models.map(({ key }) => key));
      return { ...catalog, models: [...catalog.models, ...models.filter(({ key }) => !known.has(key))] };
    },
    find({ models }, name) {
      const model = findModel(models, name);
      if (model) return model;
      const keys = models.map(({ key }) => key);
      const known = keys.length === 0 ? "It has no model at all." : `It has: ${keys.join(", ")}.`;
      throw new LocalDeskModelNotFoundError(
        `${failure.server} does not have "${name}"${didYouMean(name, keys)}. ${safeLine(known)} ` +
          "Use one of these names, or download the model in the application.",
      );
    },
  };
}
