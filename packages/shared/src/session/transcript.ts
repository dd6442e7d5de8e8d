/**
 * A conversation as a file of JSON lines, written as it happens. Each line is on the disk before the session goes on: a line is a
 * request or a tool run, and both take far longer than that. Only the pieces of an answer that is still coming are gathered
 * for a moment and left to the operating system, which keeps them when the process is killed.
 */
import { appendFileSync, chmodSync, closeSync, openSync } from "node:fs";
import path from "node:path";
import { reasonOf } from "../config/system-error.js";
import { ConfigurationError } from "../provider/errors.js";
import type { Usage } from "../provider/events.js";
import type { Message } from "../provider/messages.js";
import { redact } from "../provider/secrets.js";
import type { Payload } from "./completion/payload.js";

/** One line of the file. The messages are those of the history; `system` stands apart from them. */
export type TranscriptRecord =
  | { type: "session"; version: 1; provider: string; model: string; time: string }
  | { type: "system"; text: string | null }
  | { type: "message"; message: Message }
  | { type: "cut"; length: number }
  | { type: "replace"; place: number; message: Message }
  | { type: "usage"; usage: Usage }
  | { type: "completion"; payload: Payload }
  /** More of an answer that has not ended yet; the message that follows takes its place. */
  | { type: "partial"; text: string }
  | { type: "restart" };

/** Only the owner may read a conversation. */
const MODE = 0o600;
const GATHER_MS = 100;

export class Transcript {
  readonly file: string;
  readonly #secrets: readonly string[];
  #gathered = "";
  #timer: NodeJS.Timeout | undefined;
  #failure: string | undefined;
  #isBroken = false;

  private constructor(file: string, secrets: readonly string[]) {
    this.file = path.resolve(file);
    this.#secrets = secrets;
  }

  /** A new file; one that is there already is never overwritten. */
  static create(file: string, secrets: readonly string[]): Transcript {
    try {
      closeSync(openSync(file, "ax", MODE));
    } catch (cause) {
      const exists = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
      const why = exists ? "it exists already; load it, or choose another name" : reasonOf(cause);
      throw new ConfigurationError(`${file}: the conversation cannot be saved there: ${why}.`, { cause });
    }
    return new Transcript(file, secrets);
  }

  /** Goes on at the end of a file that was read and mended. */
  static append(file: string, secrets: readonly string[]): Transcript {
    const transcript = new Transcript(file, secrets);
    transcript.#attempt(() => chmodSync(file, MODE));
    return transcript;
  }

  write(record: TranscriptRecord): void {
    this.flush();
    this.#append(record, true);
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

  #append(record: TranscriptRecord, flush: boolean): void {
    const line = JSON.stringify(record, (_name, value: unknown) =>
      typeof value === "string" ? redact(value, this.#secrets) : value,
    );
    this.#attempt(() => appendFileSync(this.file, `${line}\n`, { mode: MODE, flush }));
  }

  #attempt(write: () => void): void {
    if (this.#isBroken) return;
    try {
      write();
    } catch (error) {
      this.#isBroken = true;
      this.#failure = `The conversation is no longer saved to ${this.file}: ${reasonOf(error)}.`;
    }
  }
}
