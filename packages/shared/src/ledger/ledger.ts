/**
 * Every request of the user's programs, in private files that only grow, one a month. A line is written by one call of the
 * operating system: a process that is killed loses nothing that had ended, and processes do not mix their lines.
 */
import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readSync, writeSync } from "node:fs";
import path from "node:path";
import { type LedgerEntry, readEntry } from "./entry.js";

const MODE = 0o600;
const FILE = /^\d{4}-\d{2}\.jsonl$/;
const CHUNK = 1 << 16;
const NEWLINE = 10;

/**
 * Every request in private files, one for each month, that only grow. Several processes may write to it at
 * once.
 *
 * @example
 * const ledger = new Ledger("/var/lib/app/ledger");
 * createClient({ onCall: (event) => event.type === "call-end" && ledger.append(ledgerEntry(event, process.cwd())) });
 */
export class Ledger {
  readonly #folder: string;
  /** The file last written to, open, and known to end with a whole line. */
  #current: { file: string; descriptor: number } | undefined;

  /** `folder` is made when the first line is written. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Adds an entry. It is in the file when this returns. */
  append(entry: LedgerEntry): void {
    const file = this.#file(entry.time.slice(0, 7));
    const line = `${JSON.stringify(entry)}\n`;
    if (this.#current?.file === file) return void writeSync(this.#current.descriptor, line);
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    // A line that a power failure tore must not swallow this one.
    const isWhole = endsWithLine(file);
    if (this.#current) closeSync(this.#current.descriptor);
    this.#current = { file, descriptor: openSync(file, "a", MODE) };
    writeSync(this.#current.descriptor, isWhole ? line : `\n${line}`);
  }

  /** The entries from a day on (`2026-11-01`), oldest first; without one, all. Torn lines are passed over. */
  *entries(since = ""): Generator<LedgerEntry> {
    for (const month of this.#months()) {
      if (month < since.slice(0, 7)) continue;
      for (const line of linesFrom(this.#file(month), 0).lines) {
        const entry = readEntry(line);
        if (entry && entry.time >= since) yield entry;
      }
    }
  }

  /** Follows one month: each call gives the entries that have come since the last one, from other processes too. */
  follow(month: string): () => LedgerEntry[] {
    const file = this.#file(month);
    let offset = 0;
    return () => {
      const { lines, end } = linesFrom(file, offset);
      offset = end;
      return lines.flatMap((line) => readEntry(line) ?? []);
    };
  }

  #months(): string[] {
    try {
      return readdirSync(this.#folder)
        .filter((name) => FILE.test(name))
        .map((name) => name.slice(0, 7))
        .sort();
    } catch {
      return [];
    }
  }

  #file(month: string): string {
    return path.join(this.#folder, `${month}.jsonl`);
  }
}

function endsWithLine(file: string): boolean {
  return withFile(file, true, (descriptor) => {
    const { size } = fstatSync(descriptor);
    const last = Buffer.alloc(1);
    return size === 0 || (readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] === NEWLINE);
  });
}

/** The whole lines after an offset, and where they end. */
function linesFrom(file: string, offset: number): { lines: string[]; end: number } {
  return withFile(file, { lines: [], end: offset }, (descriptor) => {
    const pieces: Buffer[] = [];
    for (let position = offset; ;) {
      const piece = Buffer.alloc(CHUNK);
      const count = readSync(descriptor, piece, 0, CHUNK, position);
      if (count === 0) break;
      pieces.push(piece.subarray(0, count));
      position += count;
    }
    const all = Buffer.concat(pieces);
    const whole = all.subarray(0, all.lastIndexOf(NEWLINE) + 1);
    return { lines: whole.toString("utf8").split("\n"), end: offset + whole.length };
  });
}

/** A file that is not there holds nothing. */
function withFile<Result>(file: string, missing: Result, read: (descriptor: number) => Result): Result {
  let descriptor: number;
  try {
    descriptor = openSync(file, "r");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return missing;
    throw error;
  }
  try {
    return read(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
