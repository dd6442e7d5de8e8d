/** `GET /v1/models` of the server: what it serves and each model's window. */
import { asTokens, type WindowCandidate } from "../../../provider/context-window.js";
import { type Fields, isPlainName, record, recordsIn } from "../../../provider/untrusted.js";

/** A served model; adapters (LoRA) name the model they stand on. */
export interface ServedModel {
  id: string;
  parent: string | undefined;
  window: unknown;
  /** The field that holds the window. */
  field: string;
  /** Who serves it, in the server's words. */
  owner: string | undefined;
}

/** The fields that hold a window: this server's own, then those of llama.cpp and of proxies. */
const WINDOW_FIELDS: readonly [string, (entry: Fields) => unknown][] = [
  ["max_model_len", (entry) => entry["max_model_len"]],
  ["meta.n_ctx", (entry) => record(entry["meta"])["n_ctx"]],
  ["max_input_tokens", (entry) => entry["max_input_tokens"]],
];

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
    const found = WINDOW_FIELDS.map(([field, read]) => ({ field, window: read(entry) }));
    const { field, window } = found.find((one) => asTokens(one.window) !== undefined) ?? {
      field: "max_model_len",
      window: undefined,
    };
    return [
      {
        id,
        parent: isPlainName(parent) ? parent : undefined,
        window,
        field,
        owner: isPlainName(owner) ? owner : undefined,
      },
    ];
  });
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
      return { tokens, source: "catalog", detail: `${model?.field} of "${current}"${via} in GET /v1/models` };
    }
    if (model?.parent === undefined) return undefined;
    current = model.parent;
  }
  return undefined;
}
