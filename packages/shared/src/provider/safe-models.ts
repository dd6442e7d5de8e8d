/** Lists of models as every provider gives them. */
import type { ModelInfo } from "./provider.js";
import { withReaders } from "./spelling.js";
import { isPlainName, record, safeValue } from "./untrusted.js";

/** A model's facts under the names that its JSON has, its window in the style of the language too. */
const readableModel = withReaders({ contextLength: "context_length", contextSource: "context_source" });

/** Models as they may be listed: with names that can be shown and sent back, and facts that can be shown. */
export function safeModels(models: readonly ModelInfo[], prefix = ""): ModelInfo[] {
  return models
    .filter(({ id }) => isPlainName(id) && id.startsWith(prefix))
    .map((model) => readableModel({ ...record(safeValue(model)), id: model.id }));
}
