/** Where a server states a window. What no place states is not known: nothing here has a default. */
import { asTokens, type WindowCandidate } from "../../../provider/context-window.js";
import { recordsIn, valuesAt } from "../../../provider/untrusted.js";
import type { Listed } from "./catalog.js";
import type { Inquire } from "./inquire.js";
import { loadedWindow } from "./ollama.js";
import type { WindowPlace } from "./preset.js";

/** Where servers that nobody has described state it: the live one first. */
export const USUAL_PLACES: readonly WindowPlace[] = [
  "meta.n_ctx",
  "max_model_len",
  "context_length",
  "context_window",
  "max_context_length",
  "max_input_tokens",
  "limits.max_context_length",
  "top_provider.context_length",
].map((entry) => ({ entry }));

type Stated = (model: Listed) => WindowCandidate | undefined;

/** Looks everywhere once, and says then what is known of each model. */
export async function statedWindows(places: readonly WindowPlace[], inquire: Inquire): Promise<Stated> {
  const readers = await Promise.all(places.map((place) => reader(place, inquire)));
  return (model) => readers.map((read) => read(model)).find((found) => found !== undefined);
}

async function reader(place: WindowPlace, inquire: Inquire): Promise<Stated> {
  if ("entry" in place) {
    return ({ id, entry }) =>
      candidate(valuesAt(entry, place.entry), "catalog", `${place.entry} of "${id}" in the list of models`);
  }
  if ("ollama" in place) return loadedWindow(await inquire("/api/ps"));
  const answer = (await inquire(place.get))?.value;
  if (!("list" in place)) {
    return () => candidate(valuesAt(answer, place.field), "live", `${place.field} in GET ${place.get}`);
  }
  const rows = recordsIn(answer, place.list) ?? [];
  return ({ id }) => {
    const row = rows.find((one) => one[place.name] === id);
    return candidate(valuesAt(row, place.field), "catalog", `${place.field} of "${id}" in GET ${place.get}`);
  };
}

/** Where there are several, the smallest is the one that holds whatever happens. */
function candidate(values: readonly unknown[], source: string, detail: string): WindowCandidate | undefined {
  const found = values.map(asTokens).filter((tokens) => tokens !== undefined);
  return found.length === 0 ? undefined : { tokens: Math.min(...found), source, detail };
}

/** A place in words. */
export function placeInWords(place: WindowPlace): string {
  if ("ollama" in place)
    return "`context_length` in `GET /api/ps`, else `num_ctx` in `POST /api/show`, else once it is loaded";
  return "entry" in place ? `\`${place.entry}\` in the list` : `\`${place.field}\` in \`GET ${place.get}\``;
}
