/** Models as lines. */
import type { ModelInfo } from "@framework/shared";
import { oneLine } from "./tool-display.js";

/** A line per model: its id and its window, with nothing in them that a terminal would obey. */
export function modelLines(models: readonly ModelInfo[]): string[] {
  const names = models.map(({ id }) => oneLine(id));
  const width = Math.max(0, ...names.map((name) => name.length));
  return models.map(({ context_length: tokens, context_source: source }, index) => {
    const window = tokens === undefined ? "window not stated" : `${tokens} tokens (${source})`;
    return `${names[index]?.padEnd(width)}  ${window}`;
  });
}
