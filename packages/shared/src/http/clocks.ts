/** A deadline that is fed instead of re-armed: feeding costs one clock reading, not a timer. */
export class Watchdog {
  #timer: NodeJS.Timeout | undefined;
  #fedAt = performance.now();
  #paused = false;
  readonly #limitMs: number;
  readonly #onExpire: () => void;

  /** A limit of 0 never expires. */
  constructor(limitMs: number, onExpire: () => void) {
    this.#limitMs = limitMs;
    this.#onExpire = onExpire;
    this.#arm(limitMs);
  }

  feed(): void {
    this.#fedAt = performance.now();
  }

  /** Milliseconds since it was fed. */
  get quietMs(): number {
    return performance.now() - this.#fedAt;
  }

  /** While the reader is the slow side, silence is not the server's fault. */
  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.feed();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #arm(ms: number): void {
    if (this.#limitMs <= 0) return;
    this.#timer = setTimeout(() => this.#check(), ms);
  }

  #check(): void {
    const left = this.#paused ? this.#limitMs : this.#fedAt + this.#limitMs - performance.now();
    if (left > 0) this.#arm(Math.max(left, 1));
    else this.#onExpire();
  }
}
