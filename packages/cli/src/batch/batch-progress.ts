/** How far a batch is: a line that is drawn again on a terminal, and one now and then elsewhere. */
import { dollars } from "@framework/shared/ledger";
import { bar } from "./bar.js";

const REDRAW_MS = 200;
const LINE_MS = 30_000;

export class BatchProgress {
  readonly #total: number;
  readonly #isTerminal: boolean;
  readonly #write: (text: string) => void;
  readonly #startedAt = performance.now();
  #drawnAt: number;
  #answered = 0;
  #failed = 0;
  #cost = 0;

  constructor(total: number, { isTerminal, write }: { isTerminal: boolean; write: (text: string) => void }) {
    this.#total = total;
    this.#isTerminal = isTerminal;
    this.#write = write;
    this.#drawnAt = isTerminal ? 0 : performance.now();
  }

  get failed(): number {
    return this.#failed;
  }

  get answered(): number {
    return this.#answered;
  }

  get cost(): number {
    return this.#cost;
  }

  charge(usd: number): void {
    this.#cost += usd;
  }

  count(isAnswered: boolean, running: number): void {
    if (isAnswered) this.#answered += 1;
    else this.#failed += 1;
    const now = performance.now();
    if (now - this.#drawnAt < (this.#isTerminal ? REDRAW_MS : LINE_MS)) return;
    this.#drawnAt = now;
    this.#write(this.#isTerminal ? `\r\u001b[K${this.#line(running)}` : `${this.#line(running)}\n`);
  }

  /** The last line stays. */
  end(): void {
    this.#write(`${this.#isTerminal ? "\r\u001b[K" : ""}${this.#line(0)}\n`);
  }

  #line(running: number): string {
    const done = this.#answered + this.#failed;
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const rate = done / Math.max(seconds, 0.001);
    const share = this.#total === 0 ? 1 : done / this.#total;
    const left = rate > 0 && done < this.#total ? `, ${duration((this.#total - done) / rate)} left` : "";
    return (
      `${bar(share, 20)} ${done}/${this.#total}, ${this.#failed} failed, ` +
      `${rate.toFixed(1)}/s${running > 0 ? ` (${running} at once)` : ""}, ${dollars(this.#cost)}${left}`
    );
  }
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
