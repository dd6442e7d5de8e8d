/** `GET /v1/models` of the server: what it serves and each model's window. */
import type { FoundWindow } from "../../../provider/context-window.js";
import { type Fields, isPlainName, recordsIn } from "../../../provider/untrusted.js";
import { windowIn } from "../../../provider/window-sources.js";

/** A served model; adapters (LoRA) name the model they stand on. */
export interface ServedModel {
  id: string;
  parent: string | undefined;
  /** What the server says of it. */
  fields: Fields;
  /** Who serves it, in the server's words. */
  owner: string | undefined;
}

/** The fields that hold a window: this server's own, then those of llama.cpp and of proxies. */
const WINDOW_FIELDS = ["max_model_len", "meta.n_ctx", "max_input_tokens"];

/** LiteLLM says this of whatever it hands on. */
const PROXY_OWNER = "openai";

/** A proxy answers its health check by asking all of its models for something. */
export const isProxy = (models: readonly ServedModel[]): boolean =>
  models.length > 0 && models.every(({ owner }) => owner === PROXY_OWNER);

/** Undefined when the answer is no model list at all. */
export function readCatalog(value: unknown): ServedModel[] | undefined {
  return recordsIn(value)?.flatMap((entry) => {
    const { id, parent, owned_by: owner } = entry;
    if (!isPlainName(id)) return [];
    return [
      {
        id,
        parent: isPlainName(parent) ? parent : undefined,
        fields: entry,
        owner: isPlainName(owner) ? owner : undefined,
      },
    ];
  });
}

/** What is looked at for the window of a model. */
export interface ServedAmong {
  id: string;
  models: readonly ServedModel[];
}

/** The window the catalog gives a model; an adapter without one has its parent's. */
export function catalogWindow({ id, models }: ServedAmong): FoundWindow | undefined {
  const seen = new Set<string>();
  for (let current = id; !seen.has(current);) {
    seen.add(current);
    const model = models.find((candidate) => candidate.id === current);
    const via = current === id ? "" : `, the parent of "${id}"`;
    const found = windowIn(model?.fields, WINDOW_FIELDS, `"${current}"${via} in GET /v1/models`);
    if (found) return found;
    if (model?.parent === undefined) return undefined;
    current = model.parent;
  }
  return undefined;
}
