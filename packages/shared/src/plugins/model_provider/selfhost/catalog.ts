/** `GET /v1/models` of the server: what it serves and each model's window. */
import { asTokens, type WindowCandidate } from "../../../provider/context-window.js";
import { isPlainName, recordsIn } from "../../../provider/untrusted.js";

/** A served model; adapters (LoRA) name the model they stand on. */
export interface ServedModel {
  id: string;
  parent: string | undefined;
  window: unknown;
}

/** Undefined when the answer is no model list at all. */
export function readCatalog(value: unknown): ServedModel[] | undefined {
  return recordsIn(value)?.flatMap(({ id, parent, max_model_len: window }) =>
    isPlainName(id) ? [{ id, parent: isPlainName(parent) ? parent : undefined, window }] : [],
  );
}

/** The window the catalog gives a model; an adapter without one has its parent's. */
export function catalogWindow(models: readonly ServedModel[], id: string): WindowCandidate | undefined {
  const seen = new Set<string>();
  for (let current = id; !seen.has(current);) {
    seen.add(current);
    const model = models.find((candidate) => candidate.id === current);
    const tokens = asTokens(model?.window);
    if (tokens !== undefined) {
      const via = current === id ? "" : `, the parent of "${id}"`;
      return { tokens, source: "catalog", detail: `max_model_len of "${current}"${via} in GET /v1/models` };
    }
    if (model?.parent === undefined) return undefined;
    current = model.parent;
  }
  return undefined;
}
