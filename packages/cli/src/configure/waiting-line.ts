/** Says what is waited for once nothing has been heard for a while. */

/** A person at a terminal is told soon; a log only when something may be wrong. */
const TERMINAL = { firstMs: 2000, nextMs: 1000 };
const LOG = { firstMs: 30_000, nextMs: 30_000 };

export class WaitingLine {
  readonly #say: (text: string) => void;
  readonly #what: string;
  readonly #pace: { firstMs: number; nextMs: number };
  readonly #startedAt = performance.now();
  #timer: NodeJS.Timeout;

  constructor(what: string, hasTerminal: boolean, say: (text: string) => void) {
    this.#what = what;
    this.#say = say;
    this.#pace = hasTerminal ? TERMINAL : LOG;
    this.#timer = setTimeout(this.#tell, this.#pace.firstMs);
  }

  /** Something was heard, and the user was told what. */
  hear(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#tell, this.#pace.firstMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  readonly #tell = () => {
    const seconds = Math.round((performance.now() - this.#startedAt) / 1000);
    this.#say(`${this.#what} · ${seconds} s`);
    this.#timer = setTimeout(this.#tell, this.#pace.nextMs);
  };
}
