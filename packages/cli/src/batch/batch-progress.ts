/** How far a batch is: a line that is drawn again on a terminal, and one now and then elsewhere. */
import { dollars } from "@framework/shared/ledger";
import { canMoveIn } from "../output/can-move.js";
import { type Screen, statusScreen } from "../output/screen.js";
import { bar } from "./bar.js";

const LINE_MS = 30_000;

export class BatchProgress {
  readonly #total: number;
  readonly #terminal: NodeJS.WriteStream;
  readonly #screen: Screen | undefined;
  readonly #startedAt = performance.now();
  #toldAt = performance.now();
  #answered = 0;
  #failed = 0;
  #running = 0;
  #cost = 0;

  /** Tells of so many on a terminal, or on what is none. */
  constructor(total: number, terminal: NodeJS.WriteStream) {
    this.#total = total;
    this.#terminal = terminal;
    if (canMoveIn(terminal)) this.#screen = statusScreen(terminal);
  }

  get failed(): number {
    return this.#failed;
  }

  get cost(): number {
    return this.#cost;
  }

  charge(usd: number): void {
    this.#cost += usd;
  }

  begin(): void {
    this.#screen?.status(() => this.#line());
  }

  count(isAnswered: boolean, running: number): void {
    if (isAnswered) this.#answered += 1;
    else this.#failed += 1;
    this.#running = running;
    const now = performance.now();
    if (this.#screen || now - this.#toldAt < LINE_MS) return;
    this.#toldAt = now;
    this.#terminal.write(`${this.#line()}\n`);
  }

  /** The last line stays. */
  end(): void {
    this.#screen?.status();
    this.#running = 0;
    this.#terminal.write(`${this.#line()}\n`);
  }

  #line(): string {
    const running = this.#running;
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
