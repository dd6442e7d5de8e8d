/** What the user entered before, kept in a private file from chat to chat. */
import { appendFile, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { sanitize } from "@framework/shared/terminal";
import { jsonIn } from "@framework/shared";

const MOST_ENTRIES = 1000;
/** Longer entries are pasted documents, which nobody looks for with the arrow keys. */
const LONGEST_ENTRY = 20_000;

export class History {
  readonly #file: string | undefined;
  readonly #entries: string[];
  /** Where the user is; one past the last entry is the text being written. */
  #place = 0;
  /** What was changed and left, by place, until something is entered. */
  #drafts = new Map<number, string>();
  #written: Promise<unknown> = Promise.resolve();

  private constructor(file: string | undefined, entries: string[]) {
    this.#file = file;
    this.#entries = entries;
    this.#place = entries.length;
  }

  /** Reads the file; one that is missing or damaged costs entries, never the chat. */
  static async open(file?: string): Promise<History> {
    const text = file === undefined ? "" : await readFile(file, "utf8").catch(() => "");
    const all = text.split("\n").flatMap(parseEntry);
    const entries = all.slice(-MOST_ENTRIES);
    if (file !== undefined && all.length > 2 * MOST_ENTRIES) await rewrite(file, entries).catch(() => {});
    return new History(file, entries);
  }

  /** Remembers an entry, unless it repeats the last one or begins with a space. */
  add(entry: string): void {
    this.#drafts.clear();
    if (!entry.startsWith(" ") && entry.trim() !== "" && entry !== this.#entries.at(-1)) {
      this.#entries.push(entry);
      if (entry.length <= LONGEST_ENTRY) this.#save(entry);
    }
    this.#place = this.#entries.length;
  }

  /** The entry before or after; the text in hand is kept for the way back. Undefined at the ends. */
  move(step: -1 | 1, current: string): string | undefined {
    const next = this.#place + step;
    if (next < 0 || next > this.#entries.length) return undefined;
    this.#drafts.set(this.#place, current);
    this.#place = next;
    return this.#drafts.get(next) ?? this.#entries[next] ?? "";
  }

  /** The latest entry before a place that has the text, in any letter case, and its place; from the end when no place is named. */
  find(text: string, before = this.#entries.length): { place: number; entry: string } | undefined {
    const wanted = text.toLowerCase();
    for (let place = before - 1; place >= 0; place -= 1) {
      const entry = this.#entries[place] ?? "";
      if (entry.toLowerCase().includes(wanted)) return { place, entry };
    }
    return undefined;
  }

  /** Settles when all entries are in the file. */
  async close(): Promise<void> {
    await this.#written;
  }

  /** One write a line, at the end of the file: two chats at once do not disturb each other. */
  #save(entry: string): void {
    const file = this.#file;
    if (file === undefined) return;
    this.#written = this.#written
      .then(() => mkdir(path.dirname(file), { recursive: true, mode: 0o700 }))
      .then(() => appendFile(file, lineOf(entry), { mode: 0o600 }))
      .catch(() => undefined);
  }
}

const lineOf = (entry: string) => `${JSON.stringify(entry)}\n`;

/** Forgets the oldest entries; a chat that appends meanwhile may lose one. */
async function rewrite(file: string, entries: readonly string[]): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  await writeFile(temporary, entries.map(lineOf).join(""), { mode: 0o600, flag: "wx" });
  await rename(temporary, file);
}

function parseEntry(line: string): string[] {
  const value = jsonIn(line);
  return typeof value === "string" ? [sanitize(value)] : [];
}
