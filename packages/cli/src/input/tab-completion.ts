/** What the Tab key can finish. */

/** What a word may become, with a few words about it where there are any. */
export interface Proposal {
  readonly text: string;
  readonly help?: string;
}

/** A word of the text and what it may become. */
export interface TabCompletion {
  readonly from: number;
  readonly to: number;
  readonly candidates: readonly Proposal[];
}

/** Finds what the word before the cursor may become; undefined when there is nothing to finish. */
export type Complete = (text: string, cursor: number) => Promise<TabCompletion | undefined>;

/** Gives the possible arguments of a command, of which a part is typed already. */
export type Arguments = (typed: string) => Promise<readonly string[]>;

/** A command as Tab knows it. */
export interface CompletedCommand {
  readonly help: string;
  readonly complete?: Arguments | undefined;
}

/** Completes the names of commands at the beginning, the argument of those that have known ones, and files in any text. */
export function commandCompletion(
  commands: ReadonlyMap<string, CompletedCommand>,
  files: Arguments,
): Complete {
  return async (text, cursor) => {
    const before = text.slice(0, cursor);
    const [, name, argument] = /^\/(\S*)(?:\s+(?:.*\s)?(\S*))?$/.exec(before) ?? [];
    if (name !== undefined && argument === undefined) {
      const all = [...commands].map(([command, { help }]) => ({ text: `/${command}`, help }));
      return matching(all, `/${name}`, cursor);
    }
    const command = name === undefined ? undefined : commands.get(name);
    const word = argument ?? /\S*$/.exec(before)?.[0] ?? "";
    if (command ? !command.complete : word === "") return undefined;
    const list = await (command?.complete ?? files)(word);
    const all = list.map((candidate) => ({ text: candidate }));
    return matching(all, word, cursor);
  };
}

function matching(all: readonly Proposal[], word: string, cursor: number): TabCompletion {
  const candidates = all.filter((candidate) => candidate.text.startsWith(word));
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

/** Candidates below each other with what is said about them, at most `rows` of them. */
export function inRows(candidates: readonly Proposal[], rows: number): string[] {
  const width = Math.max(...candidates.map(({ text }) => text.length)) + 2;
  const lines = candidates.map(({ text, help = "" }) => `${text.padEnd(width)}${help}`.trimEnd());
  return lines.length <= rows ? lines : [...lines.slice(0, rows - 1), `… ${lines.length - rows + 1} more`];
}
