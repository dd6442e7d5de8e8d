/** Reads whole lines, for terminals that can do nothing but print: no keys, no escape sequences. */
import { createInterface, type Interface } from "node:readline";
import { type Entry, type Prompter, wordOf } from "./prompter.js";

const PROMPT = "> ";
const CONTINUATION = ". ";

export class PlainPrompter implements Prompter {
  readonly #lines: Interface;
  readonly #print: (text: string) => void;
  #queue: string[] = [];
  #hasEnded = false;
  /** Wakes whoever waits for a line: with the line, with an interrupt, or with the end. */
  #wake: ((entry: Entry) => void) | undefined;
  onInterrupt: (() => void) | undefined;

  constructor(input: NodeJS.ReadableStream, print: (text: string) => void) {
    this.#print = print;
    this.#lines = createInterface({ input, terminal: false });
    this.#lines.on("line", (line) => {
      if (this.#wake) this.#wake({ kind: "text", text: line });
      else this.#queue.push(line);
    });
    this.#lines.on("close", () => {
      this.#hasEnded = true;
      this.#wake?.({ kind: "end" });
    });
    process.on("SIGINT", this.#onSignal);
  }

  async close(): Promise<void> {
    process.off("SIGINT", this.#onSignal);
    this.#lines.close();
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
    this.#queue = [];
    for (;;) {
      this.#print(question);
      const entry = await this.#next(signal);
      if (entry.kind === "interrupt") this.onInterrupt?.();
      if (entry.kind !== "text") return undefined;
      const word = wordOf(entry.text, words);
      if (word) return word;
    }
  }

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
