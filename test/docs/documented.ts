/** The commands of the documentation, each with the one place where it is run. */
import { type Block, blocksOf, pages } from "./blocks.js";

/** Commands that are not run, and why. */
const skipped: readonly (readonly [RegExp, string])[] = [
  [/^npm test\b/, "it would run this very test"],
  [/^npm run (bench|faults)\b/, "takes minutes, and has results of its own"],
  [/^npm install\b/, "the packages are not published; scripts/pack-check.mjs installs them as a user would"],
];

/** The commands of a block, one line each; what a synopsis leaves open is filled in, what it leaves out is left out. */
export function commandsOf({ language, text }: Block): string[] {
  const lines = text.replaceAll("\\\n", " ").split("\n");
  const commands = language === "console" ? lines.flatMap((line) => /^\$ (.*)/.exec(line)?.[1] ?? []) : lines;
  return commands
    .map((line) =>
      line
        .replaceAll(/ \[[^\]]*\]/g, "")
        .replaceAll(/\bDIR\b/g, ".")
        .replaceAll(/(?<=--env-file )FILE\b/g, ".env")
        .replace(/^ +/, ""),
    )
    .filter((line) => line !== "" && !skipped.some(([pattern]) => pattern.test(line)));
}

export const isShell = ({ language }: Block): boolean => ["sh", "console", ""].includes(language);

/** What later commands of the same page may stand on, or what means something else on each page. */
const BELONGS_TO_ITS_PAGE =
  /^(?:export|cd|source|\w+=)|-auth\b|\.yaml\b|^fw (?:alias|auth|init|log|profile|role|serve)\b/;

const plain = (command: string): string => command.trim().replace(/\s+#.*$/, "");
const placeOf = ({ page, line }: Block): string => `${page}:${line}`;

/** Where each command stands first. */
const firstPlaces = new Map(
  pages
    .flatMap(blocksOf)
    .filter(isShell)
    .flatMap((block) => commandsOf(block).map((command) => [plain(command), placeOf(block)] as const))
    .toReversed(),
);

/** Of commands that stand on nothing but their world, those that no page runs as they are. */
export const onNoPage = (commands: readonly string[]): string[] =>
  commands.filter((command) => BELONGS_TO_ITS_PAGE.test(command) || !firstPlaces.has(plain(command)));

/** Of commands that follow each other, those that must be run here: all, where one may stand on another. */
const ownOf = (commands: readonly string[], isElsewhere: (command: string) => boolean): string[] =>
  commands.some((command) => BELONGS_TO_ITS_PAGE.test(command))
    ? [...commands]
    : commands.filter((command) => !isElsewhere(command));

/** The commands of a block that are not run elsewhere. */
export const toRun = (block: Block): string[] =>
  ownOf(commandsOf(block), (command) => firstPlaces.get(plain(command)) !== placeOf(block));
