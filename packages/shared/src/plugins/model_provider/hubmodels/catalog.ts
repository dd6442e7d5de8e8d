/** The list of models, in the hub's own shape (a plain array with limits) or in the chat-completions one. */
import type { ModelInfo } from "../../../provider/provider.js";
import { isPlainName, record, recordsIn } from "../../../provider/untrusted.js";
import { limitsOfTier } from "./free-tier.js";
import { listedWindow, type WindowSources } from "../../../provider/window-sources.js";

export interface CatalogEntry extends Record<string, unknown> {
  id: string;
}

const isEntry = (entry: Record<string, unknown>): entry is CatalogEntry => isPlainName(entry["id"]);

/** Undefined when the answer is no model list. */
export function readCatalog(value: unknown): CatalogEntry[] | undefined {
  return recordsIn(value)?.filter(isEntry);
}

/** What is looked at for the window of a model. */
export interface Asked {
  model: string;
  entry: CatalogEntry | undefined;
}

/** An entry as `fw models` shows it, with what the free tier allows. */
export function describeEntry(sources: WindowSources<Asked>, entry: CatalogEntry): ModelInfo {
  const facts = {
    max_output_tokens: record(entry["limits"])["max_output_tokens"],
    input_modalities: entry["supported_input_modalities"],
    output_modalities: entry["supported_output_modalities"],
    capabilities: entry["capabilities"],
    rate_limit_tier: entry["rate_limit_tier"],
    free_tier: limitsOfTier(entry["rate_limit_tier"]),
  };
  return {
    id: entry.id,
    ...listedWindow(sources, { model: entry.id, entry }),
    ...Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined && fact !== null)),
  };
}
