/** What the Tab key can finish. */

/** A word of the text and what it may become. */
export interface Completion {
  readonly from: number;
  readonly to: number;
  readonly candidates: readonly string[];
}

/** Finds what the word before the cursor may become; undefined when there is nothing to finish. */
export type Complete = (text: string, cursor: number) => Promise<Completion | undefined>;

/** Gives the possible arguments of a command. */
export type Arguments = () => Promise<readonly string[]>;

/** Completes the names of commands at the beginning, and the first argument of those that have known ones. */
export function commandCompletion(commands: ReadonlyMap<string, Arguments | undefined>): Complete {
  return async (text, cursor) => {
    const [, name = "", argument] = /^\/(\S*)(?:\s+(\S*))?$/.exec(text.slice(0, cursor)) ?? [];
    if (!text.startsWith("/")) return undefined;
    if (argument === undefined) {
      const names = [...commands.keys()].map((command) => `/${command}`);
      return matching(names, `/${name}`, cursor);
    }
    const list = await commands.get(name)?.();
    return list && matching(list, argument, cursor);
  };
}

function matching(all: readonly string[], word: string, cursor: number): Completion {
  const candidates = all.filter((candidate) => candidate.startsWith(word));
  return { from: cursor - word.length, to: cursor, candidates };
}

/** The beginning that all candidates share. */
export function commonStart([first = "", ...others]: readonly string[]): string {
  let length = first.length;
  for (const other of others) {
    while (!other.startsWith(first.slice(0, length))) length -= 1;
  }
  return first.slice(0, length);
}

/** Candidates side by side in rows of at most `width` cells, and at most `rows` of them. */
export function inColumns(candidates: readonly string[], width: number, rows: number): string[] {
  const cell = Math.max(...candidates.map(({ length }) => length)) + 2;
  const perRow = Math.max(1, Math.floor(width / cell));
  const lines: string[] = [];
  for (let from = 0; from < candidates.length; from += perRow) {
    if (lines.length === rows - 1 && from + perRow < candidates.length) {
      lines.push(`… ${candidates.length - from} more`);
      break;
    }
    lines.push(
      candidates
        .slice(from, from + perRow)
        .map((text) => text.padEnd(cell))
        .join("")
        .trimEnd(),
    );
  }
  return lines;
}
