/** What the completion scripts of all shells are made from. */
import type { DescribedCommand, Values } from "./described.js";

/** The user's cache folder where no variable names one. */
export const cacheInHome = process.platform === "darwin" ? "Library/Caches" : ".cache";

/** Where `fw models` leaves the names it saw, one file for each provider; in the words of a shell. */
export const modelsFolder = `\${XDG_CACHE_HOME:-$HOME/${cacheInHome}}/fw/models`;

/** A command as it is typed. */
export const placeOf = ({ program, path }: DescribedCommand): string => `${program} ${path}`.trim();

export const programsOf = (commands: readonly DescribedCommand[]): string[] => [
  ...new Set(commands.map(({ program }) => program)),
];

/** The options that take a value; an option takes the same wherever it stands. */
export function valuesByOption(
  commands: readonly DescribedCommand[],
): (readonly [readonly string[], Values])[] {
  const found = new Map<string, readonly [readonly string[], Values]>();
  for (const { names, takes } of commands.flatMap(({ options }) => options)) {
    if (takes !== undefined) found.set(names.join(), [names, takes]);
  }
  return [...found.values()];
}
