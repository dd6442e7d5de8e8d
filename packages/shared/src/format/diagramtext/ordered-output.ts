/** Output in its order although some of it takes longer to make. */
import type { FormatterOutput, Rendered } from "../formatter.js";

/** Work in the background that puts its output out when its turn has come. */
type Job = (target: FormatterOutput) => Promise<void>;

/**
 * Keeps output in order around work in the background: what comes while a job runs waits until it is done. Jobs
 * run one after the other. With no job running, output goes straight through.
 */
export class OrderedOutput implements FormatterOutput {
  #waiting: (string | Rendered | Job)[] = [];
  #running: Promise<void> | undefined;

  constructor(readonly target: FormatterOutput) {}

  text(text: string): void {
    if (this.#running) this.#waiting.push(text);
    else this.target.text(text);
  }

  rendered(piece: Rendered): void {
    if (this.#running) this.#waiting.push(piece);
    else this.target.rendered(piece);
  }

  run(job: Job): void {
    this.#waiting.push(job);
    if (this.#running) return;
    this.#running = this.#drain();
    // A failure of the output is reported to whoever awaits `pending`.
    this.#running.catch(() => {});
  }

  /** Settles when no job is running and nothing waits. */
  get pending(): Promise<void> | undefined {
    return this.#running;
  }

  async #drain(): Promise<void> {
    try {
      for (let index = 0; index < this.#waiting.length; index += 1) {
        const item = this.#waiting[index];
        if (typeof item === "function") await item(this.target);
        else if (typeof item === "string") this.target.text(item);
        else if (item) this.target.rendered(item);
      }
    } finally {
      this.#waiting = [];
      this.#running = undefined;
    }
  }
}
