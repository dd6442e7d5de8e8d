/** Tool calls and their results as short lines for a person. */
import { sanitize } from "@framework/shared/terminal";
import { argumentsText } from "./arguments-text.js";
import { shorten } from "./layout.js";

const MOST_LINES = 8;

/** The arguments in one line, cut to `cells`. */
export const argumentsLine = (args: Readonly<Record<string, unknown>>, cells: number): string =>
  shorten(argumentsText(args), cells);

/** The beginning of a result, each line cut to `cells`, and how much more there is. */
export function resultLines(content: string, cells: number): string[] {
  const lines = sanitize(content.trimEnd()).replaceAll("\t", "    ").split("\n");
  const left = lines.length - MOST_LINES;
  // One line more costs no more room than saying that there is one.
  const shown = left > 1 ? lines.slice(0, MOST_LINES) : lines;
  return [...shown.map((line) => shorten(line, cells)), ...(left > 1 ? [`… ${left} more lines`] : [])];
}
