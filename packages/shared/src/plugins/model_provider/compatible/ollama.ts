/**
 * What Ollama runs a model with. It cuts longer prompts without a word, so neither what the model was trained with nor a usual default
 * will do: only what it is loaded with, or will be.
 */
import { reportElapsed } from "../../../chat/progress.js";
import { asTokens, type WindowCandidate } from "../../../provider/context-window.js";
import type { LookedAt } from "../../../provider/marks.js";
import type { ConnectOptions } from "../../../provider/provider.js";
import { isRecord, record, recordsIn } from "../../../provider/untrusted.js";
import type { Listed } from "./catalog.js";
import type { Inquire } from "./inquire.js";

/** A request without a prompt only loads the model. */
export const LOAD_PATH = "/api/generate";

/** By the answer of `GET /api/ps`, which lists what is loaded. */
export function loadedWindow(running: LookedAt): (model: Listed) => WindowCandidate | undefined {
  const rows = recordsIn(running?.value, "models") ?? [];
  return ({ id }) => {
    const row = rows.find(({ name, model }) => name === id || model === id);
    const tokens = asTokens(row?.["context_length"]);
    return tokens === undefined
      ? undefined
      : { tokens, source: "live", detail: `context_length of "${id}" in GET /api/ps` };
  };
}

/** For a model that is not loaded: what its file says, else what it turns out to be once it is loaded. */
export async function windowOnceLoaded(
  model: Listed,
  inquire: Inquire,
  { isCheck, onProgress }: ConnectOptions,
): Promise<WindowCandidate | undefined> {
  const shown = record((await inquire("/api/show", { model: model.id }))?.value);
  const { parameters } = shown;
  const written = typeof parameters === "string" ? /^num_ctx\s+(\d+)\s*$/m.exec(parameters)?.[1] : undefined;
  const tokens = asTokens(written);
  if (tokens !== undefined) {
    const trained = trainedWindow(shown["model_info"]) ?? tokens;
    return {
      tokens: Math.min(tokens, trained),
      source: "catalog",
      detail: `num_ctx of "${model.id}" in POST /api/show`,
    };
  }
  if (isCheck) return undefined;
  await reportElapsed(`Loading "${model.id}", to learn its window`, onProgress, () =>
    inquire(LOAD_PATH, { model: model.id }),
  );
  return loadedWindow(await inquire("/api/ps"))(model);
}

/** `llama.context_length` and the like: no model is loaded with more. */
function trainedWindow(info: unknown): number | undefined {
  if (!isRecord(info)) return undefined;
  const key = Object.keys(info).find((name) => /^[\w-]+\.context_length$/.test(name));
  return key === undefined ? undefined : asTokens(info[key]);
}
