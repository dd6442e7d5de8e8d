/** Tool calls and their results as short lines for a person. */
import { exactText } from "@framework/shared";
import { sanitize } from "@framework/shared/terminal";
import { shorten } from "./layout.js";

const MOST_LINES = 8;

/** Text of any origin as one safe line. */
export const oneLine = (text: string): string => sanitize(text).replaceAll(/\s*\n\s*/g, " ⏎ ");

/** The arguments as a person would name them: `path: "a.txt", text: "…"`, cut to `cells`. */
export function argumentsLine(args: Readonly<Record<string, unknown>>, cells: number): string {
  const pairs = Object.entries(args).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  // Escaped rather than cleaned: this line stands above the question whether the call may run.
  return shorten(exactText(pairs.join(", ")).text.replaceAll("\n", " ⏎ ").replaceAll("\t", " "), cells);
}

/** The beginning of a result, each line cut to `cells`, and how much more there is. */
export function resultLines(content: string, cells: number): string[] {
  const lines = sanitize(content.trimEnd()).replaceAll("\t", "    ").split("\n");
  const left = lines.length - MOST_LINES;
  // One line more costs no more room than saying that there is one.
  const shown = left > 1 ? lines.slice(0, MOST_LINES) : lines;
  return [...shown.map((line) => shorten(line, cells)), ...(left > 1 ? [`… ${left} more lines`] : [])];
}
