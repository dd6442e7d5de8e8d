/** The keyboard of a terminal in raw mode. Whatever ends the program, the terminal is given back as it was. */
import { writeSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import type { ReadStream, WriteStream } from "node:tty";
import { type Key, KeyDecoder } from "./keys.js";

/** Takes keys as they come; all that arrived together, together. */
export type KeyTaker = (keys: readonly Key[]) => void;

const HANG_UP: Key = { kind: "key", name: "hang-up" };
const PASTE_ON = "\x1b[?2004h";
/** Paste marks off, cursor shown, colours off. */
const RESTORE = "\x1b[?2004l\x1b[?25h\x1b[0m";
const ENDING_SIGNALS = ["SIGTERM", "SIGHUP", "SIGQUIT"] as const;
/** After this long without a next character, an escape was the key of that name. */
const ESCAPE_MS = 50;
/** Keys typed while nobody takes them; more than this are forgotten. */
const MOST_TYPED_AHEAD = 1000;

export class Keyboard {
  readonly #input: ReadStream;
  readonly #output: WriteStream & { fd: number };
  readonly #bytes = new StringDecoder("utf8");
  readonly #keys = new KeyDecoder();
  #escapeTimer: NodeJS.Timeout | undefined;
  #taker: KeyTaker | undefined;
  #typedAhead: Key[] = [];
  #isOpen = false;
  #hasEnded = false;
  /** Called on Ctrl-C while nobody takes keys, and on an interrupt from outside at any time. */
  onInterrupt: (() => void) | undefined;
  /** Called before the program ends by a signal. */
  onEnding: (() => void) | undefined;
  /** Called when the terminal is ours again after the program was stopped. */
  onResume: (() => void) | undefined;

  constructor(input: ReadStream, output: WriteStream & { fd: number }) {
    this.#input = input;
    this.#output = output;
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#input.setRawMode(true);
    this.#output.write(PASTE_ON);
    this.#input
      .on("data", this.#onData)
      .on("end", this.#onEnd)
      .on("close", this.#onEnd)
      .on("error", this.#onEnd)
      .resume();
    process.on("exit", this.#restore);
    process.on("SIGINT", this.#onInterruptSignal);
    for (const signal of ENDING_SIGNALS) process.on(signal, this.#onEndingSignal);
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#restore();
    clearTimeout(this.#escapeTimer);
    this.#input
      .off("data", this.#onData)
      .off("end", this.#onEnd)
      .off("close", this.#onEnd)
      .off("error", this.#onEnd)
      .pause();
    process.off("exit", this.#restore);
    process.off("SIGINT", this.#onInterruptSignal);
    for (const signal of ENDING_SIGNALS) process.off(signal, this.#onEndingSignal);
  }

  /** Gives all keys to this taker until the returned function is called. What was typed ahead comes first, but not at once. */
  take(taker: KeyTaker): () => void {
    this.#taker = taker;
    queueMicrotask(() => {
      if (this.#taker !== taker) return;
      const typed = this.#typedAhead;
      this.#typedAhead = [];
      if (typed.length > 0) taker(typed);
      if (this.#hasEnded) taker([HANG_UP]);
    });
    return () => {
      if (this.#taker === taker) this.#taker = undefined;
    };
  }

  /** Puts keys back that were taken but not used. */
  putBack(keys: readonly Key[]): void {
    this.#typedAhead.unshift(...keys);
  }

  /** Forgets what was typed ahead: it cannot have been meant for a question that was not there yet. */
  forget(): void {
    this.#typedAhead = [];
  }

  readonly #restore = () => {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    try {
      this.#input.setRawMode(false);
      writeSync(this.#output.fd, RESTORE);
    } catch {
      // The terminal is gone; there is nothing left to restore.
    }
  };

  readonly #onData = (data: Buffer | string) => {
    clearTimeout(this.#escapeTimer);
    this.#give(this.#keys.decode(typeof data === "string" ? data : this.#bytes.write(data)));
    if (this.#keys.isWaiting) {
      this.#escapeTimer = setTimeout(() => this.#give(this.#keys.flush()), ESCAPE_MS);
    }
  };

  /** The terminal went away. */
  readonly #onEnd = () => {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#taker?.([HANG_UP]);
  };

  readonly #onInterruptSignal = () => {
    if (this.#taker) this.#taker([{ kind: "key", name: "interrupt" }]);
    else this.onInterrupt?.();
  };

  readonly #onEndingSignal = (signal: NodeJS.Signals) => {
    this.onEnding?.();
    this.close();
    process.kill(process.pid, signal);
  };

  #give(keys: readonly Key[]): void {
    const rest = keys.filter((key) => {
      const isSuspend = key.kind === "key" && key.name === "suspend";
      if (isSuspend) this.#suspend();
      return !isSuspend;
    });
    if (rest.length === 0) return;
    if (this.#taker) this.#taker(rest);
    else for (const key of rest) this.#typeAhead(key);
  }

  #typeAhead(key: Key): void {
    if (key.kind === "key" && key.name === "interrupt") {
      this.#typedAhead = [];
      this.onInterrupt?.();
    } else if (this.#typedAhead.length < MOST_TYPED_AHEAD) this.#typedAhead.push(key);
  }

  /** Ctrl-Z, which a terminal in raw mode leaves to us. The whole job stops, as the shell expects. */
  #suspend(): void {
    this.close();
    const resume = () => {
      clearTimeout(timer);
      process.off("SIGCONT", resume);
      this.open();
      this.onResume?.();
    };
    process.once("SIGCONT", resume);
    // Where nobody could continue it, the system does not stop the program at all.
    const timer = setTimeout(resume, 200);
    process.kill(0, "SIGTSTP");
  }
}
