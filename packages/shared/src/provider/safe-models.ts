/** Lists of models as every provider gives them. */
import type { ModelInfo } from "./provider.js";
import { isPlainName, record, safeValue } from "./untrusted.js";

/** A model's facts under the names that its JSON has, its window in the style of the language too. */
class SpelledModel implements ModelInfo {
  declare id: string;
  declare context_length?: number;
  declare context_source?: string;
  [fact: string]: unknown;

  constructor(facts: ModelInfo) {
    // What a server calls like a reader, or like the prototype, is a fact like any other.
    for (const [name, value] of Object.entries(facts)) {
      Object.defineProperty(this, name, { value, enumerable: true, writable: true, configurable: true });
    }
  }

  get contextLength(): number | undefined {
    return this.context_length;
  }

  get contextSource(): string | undefined {
    return this.context_source;
  }
}

/** Models as they may be listed: with names that can be shown and sent back, and facts that can be shown. */
export function safeModels(models: readonly ModelInfo[], prefix = ""): ModelInfo[] {
  return models
    .filter(({ id }) => isPlainName(id) && id.startsWith(prefix))
    .map((model) => new SpelledModel({ ...record(safeValue(model)), id: model.id }));
}
