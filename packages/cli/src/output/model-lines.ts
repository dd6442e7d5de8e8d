/** Models as lines for a person: id, window, and what keeps one from being used. */
import type { ModelInfo } from "@framework/shared";

/** States in which a model answers; any other is worth a word. */
const USABLE = /^(ready|loaded)$/i;

/** A line per model: its id and its window. What providers list is safe to show. */
export function modelLines(models: readonly ModelInfo[]): string[] {
  const names = models.map(({ id }) => id);
  const width = Math.max(0, ...names.map((name) => name.length));
  return models.map((model, index) => {
    const { context_length: tokens, context_source: source } = model;
    const window = tokens === undefined ? "window not stated" : `${tokens} tokens (${source})`;
    return `${names[index]?.padEnd(width)}  ${[window, ...hindrance(model)].join(" · ")}`;
  });
}

function hindrance({ state, reason }: ModelInfo): string[] {
  if (typeof state !== "string" || USABLE.test(state)) return [];
  const why = typeof reason === "string" && reason !== "" ? `: ${reason}` : "";
  return [`${state.toLowerCase().replaceAll("-", " ")}${why}`];
}
