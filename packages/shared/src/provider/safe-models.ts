/** Lists of models as every provider gives them. */
import type { ModelInfo } from "./provider.js";
import { isPlainName, record, safeValue } from "./untrusted.js";

/** Models as they may be listed: with names that can be shown and sent back, and facts that can be shown. */
export function safeModels(models: readonly ModelInfo[], prefix = ""): ModelInfo[] {
  return models
    .filter(({ id }) => isPlainName(id) && id.startsWith(prefix))
    .map((model) => ({ ...record(safeValue(model)), id: model.id }));
}
