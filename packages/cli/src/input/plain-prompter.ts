/** Reads whole lines, for terminals that can do nothing but print: no keys, no escape sequences. */
import { StringDecoder } from "node:string_decoder";
import { setTimeout as sleep } from "node:timers/promises";
import type { ReadStream } from "node:tty";
import { READING_MS } from "./key-question.js";
import { type Entry, type Prompter, wordOf } from "./prompter.js";
import { hear } from "./keyboard.js";

const PROMPT = "> ";
const CONTINUATION = ". ";
const INTERRUPT = "\x03";

export class PlainPrompter implements Prompter {
  readonly #input: ReadStream;
  readonly #unhear: () => void;
  readonly #print: (text: string) => void;
  readonly #bytes = new StringDecoder("utf8");
  /** A line that has not ended yet. */
  #begun = "";
  #queue: string[] = [];
  #hasEnded = false;
  /** Set while everything typed is dropped. */
  #isDeaf = false;
  /** Wakes whoever waits for a line: with the line, with an interrupt, or with the end. */
  #wake: ((entry: Entry) => void) | undefined;
  onInterrupt: (() => void) | undefined;

  constructor(input: ReadStream, print: (text: string) => void) {
    this.#print = print;
    this.#input = input;
    this.#unhear = hear(input, this.#onData, this.#onEnd);
    process.on("SIGINT", this.#onSignal);
  }

  async lend<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#input.pause();
    try {
      return await work();
    } finally {
      this.#input.resume();
    }
  }

  async close(): Promise<void> {
    process.off("SIGINT", this.#onSignal);
    this.#unhear();
  }

  async read(): Promise<Entry> {
    this.#print(PROMPT);
    let text = "";
    for (;;) {
      const entry = await this.#next();
      if (entry.kind !== "text") {
        this.#print("\n");
        return entry;
      }
      text += entry.text;
      if (!text.endsWith("\\")) return { kind: "text", text };
      text = `${text.slice(0, -1)}\n`;
      this.#print(CONTINUATION);
    }
  }

  async choose<Word extends string>(
    question: string,
    words: readonly Word[],
    signal: AbortSignal,
  ): Promise<Word | undefined> {
    await this.#dropTyped(signal);
    for (;;) {
      const text = await this.#answer(question, signal);
      if (text === undefined) return undefined;
      const word = wordOf(text, words);
      if (word) return word;
    }
  }

  async line(question: string, signal: AbortSignal): Promise<string | undefined> {
    await this.#dropTyped(signal);
    return this.#answer(question, signal);
  }

  async #answer(question: string, signal: AbortSignal): Promise<string | undefined> {
    if (signal.aborted) return undefined;
    this.#print(question);
    const entry = await this.#next(signal);
    if (entry.kind === "interrupt") this.onInterrupt?.();
    return entry.kind === "text" ? entry.text : undefined;
  }

  /**
   * Drops what was typed, and what is typed in the first moment. The terminal keeps a line that has not ended to itself; without
   * its line mode it gives that out.
   */
  async #dropTyped(signal: AbortSignal): Promise<void> {
    const isTerminal = this.#input.isTTY;
    this.#isDeaf = true;
    if (isTerminal) this.#input.setRawMode(true);
    try {
      await sleep(READING_MS, undefined, { signal }).catch(() => undefined);
    } finally {
      if (isTerminal) this.#input.setRawMode(false);
      this.#isDeaf = false;
      this.#begun = "";
      this.#queue = [];
    }
  }

  readonly #onData = (data: Buffer | string) => {
    const text = typeof data === "string" ? data : this.#bytes.write(data);
    if (this.#isDeaf) {
      // Without line mode, Ctrl-C is a character.
      if (text.includes(INTERRUPT)) this.#onSignal();
      return;
    }
    const lines = (this.#begun + text).split(/\r\n|\n|\r/);
    this.#begun = lines.pop() ?? "";
    for (const line of lines) {
      if (this.#wake) this.#wake({ kind: "text", text: line });
      else this.#queue.push(line);
    }
  };

  readonly #onEnd = () => {
    this.#hasEnded = true;
    this.#wake?.({ kind: "end" });
  };

  readonly #onSignal = () => {
    if (this.#wake) this.#wake({ kind: "interrupt" });
    else this.onInterrupt?.();
  };

  #next(signal?: AbortSignal): Promise<Entry> {
    const line = this.#queue.shift();
    if (line !== undefined) return Promise.resolve({ kind: "text", text: line });
    if (this.#hasEnded) return Promise.resolve({ kind: "end" });
    return new Promise((resolve) => {
      const onAbort = () => this.#wake?.({ kind: "end" });
      this.#wake = (entry) => {
        this.#wake = undefined;
        signal?.removeEventListener("abort", onAbort);
        resolve(entry);
      };
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }
}
