/** Says what is waited for once nothing has been heard for a while. */

/** A person at a terminal is told soon; a log only when something may be wrong. */
const TERMINAL_MS = { first: 2000, then: 1000 };
const LOG_MS = { first: 30_000, then: 30_000 };

export class WaitingLine {
  readonly #say: (text: string) => void;
  readonly #what: string;
  readonly #pace: { first: number; then: number };
  readonly #startedAt = performance.now();
  #timer: NodeJS.Timeout;

  constructor(what: string, hasTerminal: boolean, say: (text: string) => void) {
    this.#what = what;
    this.#say = say;
    this.#pace = hasTerminal ? TERMINAL_MS : LOG_MS;
    this.#timer = setTimeout(this.#tell, this.#pace.first);
  }

  /** Something was heard, and the user was told what. */
  hear(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#tell, this.#pace.first);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  readonly #tell = () => {
    const seconds = Math.round((performance.now() - this.#startedAt) / 1000);
    this.#say(`${this.#what} · ${seconds} s`);
    this.#timer = setTimeout(this.#tell, this.#pace.then);
  };
}
