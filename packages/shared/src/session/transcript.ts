/**
 * A conversation as a file of JSON lines, written as it happens. Each line is on the disk before the session goes on: a line is a
 * request or a tool run, and both take far longer than that. Only the pieces of an answer that is still coming are gathered
 * for a moment and left to the operating system, which keeps them when the process is killed.
 */
import { appendFileSync, chmodSync, closeSync, openSync } from "node:fs";
import path from "node:path";
import type { Lock } from "../system/lock-file.js";
import { reasonOf } from "../system/system-error.js";
import { ConfigurationError } from "../provider/errors.js";
import { redact } from "../provider/secrets.js";
import { claimFile } from "./transcript-claim.js";
import type { SavedConversation } from "./transcript-read.js";
import type { TranscriptLine } from "./transcript-line.js";

/** Only the owner may read a conversation. */
const MODE = 0o600;
const GATHER_MS = 100;

export class Transcript {
  readonly file: string;
  readonly #secrets: readonly string[];
  #claim: Lock | undefined;
  #gathered = "";
  #timer: NodeJS.Timeout | undefined;
  #failure: string | undefined;
  #isBroken = false;

  private constructor(file: string, secrets: readonly string[], claim: Lock | undefined) {
    this.file = path.resolve(file);
    this.#secrets = secrets;
    this.#claim = claim;
  }

  /** A new file; one that is there already is never overwritten. */
  static create(file: string, secrets: readonly string[]): Transcript {
    let claim: Lock | undefined;
    try {
      claim = claimFile(file);
      closeSync(openSync(file, "ax", MODE));
    } catch (cause) {
      claim?.release();
      if (cause instanceof ConfigurationError) throw cause;
      const exists = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
      const why = exists ? "it exists already; load it, or choose another name" : reasonOf(cause);
      throw new ConfigurationError(`${file}: the conversation cannot be saved there: ${why}.`, { cause });
    }
    return new Transcript(file, secrets, claim);
  }

  /** Goes on with a file that is there, and gives what it holds. Refused while another process writes to it. */
  static async resume(
    file: string,
    secrets: readonly string[],
  ): Promise<{ transcript: Transcript; saved: SavedConversation }> {
    const claim = claimIfPossible(file);
    try {
      const { readTranscript } = await import("./transcript-read.js");
      const saved = await readTranscript(file);
      if (!claim) saved.notice = [saved.notice ?? [], unlocked(file)].flat().join(" ");
      const transcript = new Transcript(file, secrets, claim);
      transcript.#attempt(() => chmodSync(file, MODE));
      return { transcript, saved };
    } catch (error) {
      claim?.release();
      throw error;
    }
  }

  /** Nothing more is saved, and another process may go on with the file. */
  close(): void {
    this.flush();
    this.#isBroken = true;
    this.#claim?.release();
    this.#claim = undefined;
  }

  write(line: TranscriptLine): void {
    this.flush();
    this.#append(line, true);
  }

  /** More of the answer that is coming. */
  partial(text: string): void {
    this.#gathered += text;
    this.#timer ??= setTimeout(() => this.flush(), GATHER_MS).unref();
  }

  /** Writes what was gathered. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.#gathered;
    this.#gathered = "";
    if (text !== "") this.#append({ type: "partial", text }, false);
  }

  /** Why the file could not be written, told once; the conversation goes on without it. */
  takeFailure(): string | undefined {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure;
  }

  #append(line: TranscriptLine, flush: boolean): void {
    const text = JSON.stringify(line, (_name, value: unknown) =>
      typeof value === "string" ? redact(value, this.#secrets) : value,
    );
    this.#attempt(() => appendFileSync(this.file, `${text}\n`, { mode: MODE, flush }));
  }

  #attempt(write: () => void): void {
    if (this.#isBroken) return;
    // A process that was stopped for long seems to be gone.
    if (this.#claim && !this.#claim.isOurs()) return this.#giveUp("another process has taken it over");
    try {
      write();
    } catch (error) {
      this.#giveUp(reasonOf(error));
    }
  }

  #giveUp(why: string): void {
    this.#isBroken = true;
    this.#failure = `The conversation is no longer saved to ${this.file}: ${why}.`;
  }
}

const unlocked = (file: string) =>
  `No lock could be made beside ${file}: see that no other process goes on with it.`;

/** Undefined where no lock can be made. The file may still be read, and perhaps written. */
function claimIfPossible(file: string): Lock | undefined {
  try {
    return claimFile(file);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    return undefined;
  }
}
