/** The model list of a hosted service, in the shape they all share. */
import type { Prices } from "../../../provider/call-events.js";
import type { WindowSource } from "../../../provider/context-window.js";
import type { ModelInfo } from "../../../provider/provider.js";
import { type Modalities, readModalities } from "./modality.js";
import { readPrices } from "./prices.js";
import { type Fields, isPlainName, recordsIn } from "../../../provider/untrusted.js";
import { listedWindow, windowIn, type WindowSources } from "../../../provider/window-sources.js";

export interface CatalogModel extends Modalities {
  id: string;
  /** What the catalog says of it. */
  fields: Fields;
  prices?: Prices | undefined;
}

/** The models of `{ data: [...] }` or of a bare list; undefined when the answer is neither. */
export function readHostedCatalog(value: unknown): CatalogModel[] | undefined {
  return recordsIn(value)?.flatMap((fields) => {
    const { id, architecture, pricing } = fields;
    if (!isPlainName(id)) return [];
    return [{ id, fields, ...readModalities(architecture), prices: readPrices(pricing) }];
  });
}

/** The source of a window that stands in the model's entry, under the first of these fields that holds one. */
export const catalogSource = (
  words: string,
  paths: readonly string[],
): WindowSource<CatalogModel | undefined> => ({
  source: "catalog",
  words,
  find: (model) => model && windowIn(model.fields, paths, `"${model.id}" in GET /models`),
});

/** A catalog entry as programs show it. */
export function modelInfo(sources: WindowSources<CatalogModel | undefined>, model: CatalogModel): ModelInfo {
  const { id, input, output } = model;
  return {
    id,
    ...listedWindow(sources, model),
    ...(input && { input_modalities: input }),
    ...(output && { output_modalities: output }),
  };
}
