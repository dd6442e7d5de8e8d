/** The model list of a hosted service, in the shape they all share. */
import type { Prices } from "../../../provider/call-events.js";
import { asTokens, type WindowCandidate } from "../../../provider/context-window.js";
import type { ModelInfo } from "../../../provider/provider.js";
import { type Modalities, readModalities } from "./modality.js";
import { readPrices } from "./prices.js";
import { isPlainName, recordsIn } from "../../../provider/untrusted.js";
import { windowFields } from "../../../provider/window-sources.js";

export interface CatalogModel extends Modalities {
  id: string;
  window?: WindowCandidate;
  prices?: Prices | undefined;
}

/**
 * The models of `{ data: [...] }` or of a bare list; undefined when the answer is neither. The window stands under the
 * first of `windowKeys` that holds a number.
 */
export function readHostedCatalog(value: unknown, windowKeys: readonly string[]): CatalogModel[] | undefined {
  return recordsIn(value)?.flatMap((entry) => {
    const { id } = entry;
    if (!isPlainName(id)) return [];
    const key = windowKeys.find((name) => asTokens(entry[name]) !== undefined);
    const tokens = key === undefined ? undefined : asTokens(entry[key]);
    return [
      {
        id,
        ...readModalities(entry["architecture"]),
        prices: readPrices(entry["pricing"]),
        ...(tokens !== undefined && {
          window: { tokens, source: "catalog", detail: `${key} of "${id}" in GET /models` },
        }),
      },
    ];
  });
}

/** A catalog entry as programs show it. */
export function modelInfo({ id, window, input, output }: CatalogModel): ModelInfo {
  return {
    id,
    ...windowFields(window),
    ...(input && { input_modalities: input }),
    ...(output && { output_modalities: output }),
  };
}
