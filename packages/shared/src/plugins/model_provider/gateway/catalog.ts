/** `GET /models` of the gateway: one page or several, and what each entry says. */
import type { FoundWindow } from "../../../provider/context-window.js";
import type { ModelInfo } from "../../../provider/provider.js";
import { type Fields, isPlainName, record } from "../../../provider/untrusted.js";
import { listedWindow, type WindowSources } from "../../../provider/window-sources.js";

export interface CatalogEntry extends Fields {
  id: string;
}

/** What is looked at for a window: the model's entry, and what its endpoints allow. */
export interface Offered {
  entry: CatalogEntry | undefined;
  routed?: FoundWindow | undefined;
}

const isEntry = (entry: unknown): entry is CatalogEntry => isPlainName(record(entry)["id"]);

/** One page and the address of the next; undefined when the answer is no model list. */
export function readCatalogPage(value: unknown): { entries: CatalogEntry[]; next?: string } | undefined {
  const { data, links } = record(value);
  if (!Array.isArray(data)) return undefined;
  const entries = data.filter(isEntry);
  const { next } = record(links);
  return { entries, ...(typeof next === "string" && next !== "" && { next }) };
}

/** The first entry that goes by one of these names. */
export function findEntry(
  entries: readonly CatalogEntry[],
  names: readonly string[],
): CatalogEntry | undefined {
  for (const name of names) {
    const entry =
      entries.find(({ id }) => id === name) ?? entries.find((other) => other["canonical_slug"] === name);
    if (entry) return entry;
  }
  return undefined;
}

/** An entry as `fw models` shows it; prices are US dollars per token, as the catalog writes them. */
export function describeEntry(sources: WindowSources<Offered>, entry: CatalogEntry): ModelInfo {
  const { input_modalities, output_modalities } = record(entry["architecture"]);
  const { prompt, completion } = record(entry["pricing"]);
  const facts = {
    name: entry["name"],
    input_modalities,
    output_modalities,
    prompt_price: prompt,
    completion_price: completion,
    expiration_date: entry["expiration_date"],
  };
  return {
    id: entry.id,
    ...listedWindow(sources, { entry }),
    ...Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined && fact !== null)),
  };
}
