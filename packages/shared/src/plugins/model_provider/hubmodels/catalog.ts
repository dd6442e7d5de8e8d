/** The list of models, in the hub's own shape (a plain array with limits) or in the chat-completions one. */
import type { ModelInfo } from "../../../provider/provider.js";
import { isPlainName, record, recordsIn } from "../../../provider/untrusted.js";
import { familyWindow } from "./families.js";
import { limitsOfTier } from "./free-tier.js";
import { listedWindow } from "../../../provider/window-sources.js";
import { type ProviderDefinition } from "../../../provider/definition.js";

export interface CatalogEntry extends Record<string, unknown> {
  id: string;
}

const isEntry = (entry: Record<string, unknown>): entry is CatalogEntry => isPlainName(entry["id"]);

/** Undefined when the answer is no model list. */
export function readCatalog(value: unknown): CatalogEntry[] | undefined {
  return recordsIn(value)?.filter(isEntry);
}

/** What the catalog and the table of families say of a model's window. */
export function windowsOf(model: string, entry: CatalogEntry | undefined) {
  return {
    catalog: {
      tokens: record(entry?.["limits"])["max_input_tokens"],
      detail: `limits.max_input_tokens of "${model}" in the catalog`,
    },
    family: familyWindow(model),
  };
}

/** An entry as `fw models` shows it, with what the free tier allows. */
export function describeEntry(definition: ProviderDefinition, entry: CatalogEntry): ModelInfo {
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
    ...listedWindow(definition, windowsOf(entry.id, entry)),
    ...Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined && fact !== null)),
  };
}
