/** The application's two model catalogs in one shape: v1 with live instances, v0 of builds before 0.4.0. */
import { isDeepStrictEqual } from "node:util";
import { asTokens } from "../../../provider/context-window.js";
import { isPlainName, list, record, recordsIn } from "../../../provider/untrusted.js";

/** A copy of a model in memory, with the settings the engine reports. */
export interface Instance {
  id: string;
  config: Readonly<Record<string, unknown>>;
}

export interface CatalogModel {
  key: string;
  type: string | undefined;
  /** Other names that load the same model, such as one per quantization. */
  variants: string[];
  maxContext: unknown;
  instances: Instance[];
}

/** What is looked at for the window of a model: its entry in a catalog, and the instance that answers. */
export interface Seen {
  /** Of the catalog. */
  path: string;
  model: CatalogModel;
  instance?: Instance | undefined;
}

const nameOrNone = (value: unknown) => (isPlainName(value) ? value : undefined);

/** Reads `GET /api/v1/models`; undefined when the answer is something else, as from builds without it. */
export function readLiveCatalog(value: unknown): CatalogModel[] | undefined {
  return recordsIn(value, "models")?.flatMap((entry) => {
    const { key, max_context_length: maxContext } = entry;
    if (!isPlainName(key)) return [];
    const instances = list(entry["loaded_instances"])
      .map(record)
      .flatMap(({ id, config }) => (isPlainName(id) ? [{ id, config: record(config) }] : []));
    const variants = list(entry["variants"]).filter(isPlainName);
    return [{ key, type: nameOrNone(entry["type"]), variants, maxContext, instances }];
  });
}

/** Reads `GET /api/v0/models`; undefined when the answer is something else. */
export function readCatalog(value: unknown): CatalogModel[] | undefined {
  return recordsIn(value)?.flatMap((entry) => {
    const { id, state, max_context_length: maxContext, loaded_context_length: live } = entry;
    if (!isPlainName(id)) return [];
    const instances = state === "loaded" ? [{ id, config: { context_length: live } }] : [];
    return [{ key: id, type: nameOrNone(entry["type"]), variants: [], maxContext, instances }];
  });
}

/** The model of this key, of an instance of this id, or with this variant. */
export function findModel(models: readonly CatalogModel[], name: string): CatalogModel | undefined {
  return (
    models.find(({ key }) => key === name) ??
    models.find(({ instances }) => instances.some(({ id }) => id === name)) ??
    models.find(({ variants }) => variants.includes(name))
  );
}

/** The instance that a name means: the one of this id, else the model's first. */
export function instanceFor({ instances }: CatalogModel, name: string): Instance | undefined {
  return instances.find(({ id }) => id === name) ?? instances[0];
}

/** Part of a load request, but never of a live configuration. */
const NOT_SETTINGS = new Set(["model", "echo_load_config"]);

/**
 * Whether an instance runs with what is asked. A key that its engine does not report cannot be compared, and no more context
 * can be had than the model has.
 */
export function fulfils(
  { config }: Instance,
  load: Readonly<Record<string, unknown>>,
  maxContext?: unknown,
): boolean {
  return Object.entries(load).every(([key, asked]) => {
    if (NOT_SETTINGS.has(key) || config[key] === undefined) return true;
    const most = key === "context_length" ? asTokens(maxContext) : undefined;
    const wanted = most !== undefined && typeof asked === "number" ? Math.min(asked, most) : asked;
    return isDeepStrictEqual(config[key], wanted);
  });
}

/** What was asked for that the instance's engine does not tell. */
export const unreported = ({ config }: Instance, load: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(load).filter((key) => !NOT_SETTINGS.has(key) && config[key] === undefined);
