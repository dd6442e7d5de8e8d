/** The keyboard of a terminal in raw mode. Whatever ends the program, the terminal is given back as it was. */
import { writeSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import type { ReadStream, WriteStream } from "node:tty";
import { leaveLateAnswers } from "@framework/shared/terminal";
import { type Key, KeyDecoder } from "./keys.js";

/** Hears what a terminal sends, and that nothing more will come, until the returned function is called. */
export function hear(
  input: ReadStream,
  onData: (data: Buffer | string) => void,
  onEnd: () => void,
): () => void {
  input.on("data", onData).on("end", onEnd).on("close", onEnd).on("error", onEnd).resume();
  return () =>
    void input.off("data", onData).off("end", onEnd).off("close", onEnd).off("error", onEnd).pause();
}

/** Takes keys as they come; all that arrived together, together. */
export type KeyTaker = (keys: readonly Key[]) => void;

const HANG_UP: Key = { kind: "key", name: "hang-up" };
const NEWLINE: Key = { kind: "key", name: "newline" };
const isEnter = (key: Key) => key.kind === "key" && key.name === "enter";
const PASTE_ON = "\x1b[?2004h";
const CLEAR_BELOW = "\x1b[J";
/** Paste marks off, cursor shown, colours off. */
const RESTORE = "\x1b[?2004l\x1b[?25h\x1b[0m";
/** After this long without a next character, an escape was the key of that name. */
const ESCAPE_MS = 50;
/** Typed while nobody takes it; more characters than this nobody types, and they are forgotten. */
const MOST_TYPED_AHEAD = 1_000_000;

export class Keyboard {
  readonly #input: ReadStream;
  readonly #output: WriteStream & { fd: number };
  readonly #bytes = new StringDecoder("utf8");
  readonly #keys = new KeyDecoder();
  #unhear: (() => void) | undefined;
  #escapeTimer: NodeJS.Timeout | undefined;
  #taker: KeyTaker | undefined;
  #typedAhead: Key[] = [];
  #typedCharacters = 0;
  /** Whether somebody has taken keys yet. */
  #hasBegun = false;
  #isOpen = false;
  #hasEnded = false;
  /** Called on Ctrl-C, or an interrupt from outside, while nobody takes keys. */
  onInterrupt: (() => void) | undefined;
  /** Called when the terminal is ours again after the program was stopped. */
  onResume: (() => void) | undefined;

  constructor(input: ReadStream, output: WriteStream & { fd: number }) {
    this.#input = input;
    this.#output = output;
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    leaveLateAnswers();
    this.#input.setRawMode(true);
    this.#output.write(PASTE_ON);
    this.#unhear = hear(this.#input, this.#onData, this.#onEnd);
    process.on("exit", this.#onExit);
    process.on("SIGINT", this.#onInterruptSignal);
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#restore();
    clearTimeout(this.#escapeTimer);
    this.#unhear?.();
    process.off("exit", this.#onExit);
    process.off("SIGINT", this.#onInterruptSignal);
  }

  /** Gives all keys to this taker until the returned function is called. What was typed ahead comes first, but not at once. */
  take(taker: KeyTaker): () => void {
    this.#taker = taker;
    this.#hasBegun = true;
    queueMicrotask(() => {
      if (this.#taker !== taker) return;
      const typed = this.#takeTyped();
      if (typed.length > 0) taker(typed);
      if (this.#hasEnded) taker([HANG_UP]);
    });
    return () => {
      if (this.#taker === taker) this.#taker = undefined;
    };
  }

  /** Puts keys back that were taken but not used. */
  putBack(keys: readonly Key[]): void {
    this.#typedAhead = [...keys, ...this.#typedAhead];
  }

  /** Lays aside what was typed ahead, which cannot have been meant for a question that was not there yet, until it is put back. */
  layAside(): () => void {
    const typed = this.#takeTyped();
    return () => this.putBack(typed);
  }

  #takeTyped(): Key[] {
    this.#typedCharacters = 0;
    return this.#typedAhead.splice(0);
  }

  #restore(more = ""): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    try {
      this.#input.setRawMode(false);
      writeSync(this.#output.fd, RESTORE + more);
    } catch {
      // The terminal is gone; there is nothing left to restore.
    }
  }

  /** The program ends in the middle of something: the shell's prompt gets a line of its own. */
  readonly #onExit = () => this.#restore(`${CLEAR_BELOW}\r\n`);

  readonly #onData = (data: Buffer | string) => {
    clearTimeout(this.#escapeTimer);
    const text = typeof data === "string" ? data : this.#bytes.write(data);
    // What was typed before the terminal was in raw mode has the line break for the Enter key.
    this.#give(this.#keys.decode(this.#hasBegun ? text : text.replaceAll("\n", "\r")));
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

  #give(keys: readonly Key[]): void {
    const stop = keys.findIndex((key) => key.kind === "key" && key.name === "suspend");
    const now = stop < 0 ? keys : keys.slice(0, stop);
    if (this.#taker && now.length > 0) this.#taker(now);
    else for (const key of now) this.#typeAhead(key);
    if (stop >= 0) this.#suspend(() => this.#give(keys.slice(stop + 1)));
  }

  #typeAhead(key: Key): void {
    if (key.kind === "key" && key.name === "interrupt") {
      // What was typed stays for the prompt, but it is not sent by itself after a cancel.
      this.#typedAhead = this.#typedAhead.map((typed) => (isEnter(typed) ? NEWLINE : typed));
      if (this.#typedAhead.at(-1) === NEWLINE) this.#typedAhead.pop();
      this.onInterrupt?.();
      return;
    }
    this.#typedCharacters += key.kind === "key" ? 1 : key.text.length;
    if (this.#typedCharacters <= MOST_TYPED_AHEAD) this.#typedAhead.push(key);
  }

  /** Ctrl-Z, which a terminal in raw mode leaves to us. The whole job stops, as the shell expects. */
  #suspend(afterwards: () => void): void {
    this.close();
    const resume = () => {
      clearTimeout(timer);
      process.off("SIGCONT", resume);
      this.open();
      this.onResume?.();
      afterwards();
    };
    process.once("SIGCONT", resume);
    // Where nobody could continue it, the system does not stop the program at all.
    const timer = setTimeout(resume, 200);
    process.kill(0, "SIGTSTP");
  }
}
