/** How long silence is let be before it is told. */
const QUIET_MS = 5000;

/** A deadline that is fed instead of re-armed: feeding costs one clock reading, not a timer. */
export class Watchdog {
  #timer: NodeJS.Timeout | undefined;
  #armedMs = Infinity;
  #fedAt = performance.now();
  #paused = false;
  #limitMs: number;
  readonly #onExpire: () => void;
  readonly #onQuiet: ((seconds: number) => void) | undefined;

  /** A limit of 0 never expires. `onQuiet` is told of silence every five seconds, so that a person sees that the program lives. */
  constructor(limitMs: number, onExpire: () => void, onQuiet?: (seconds: number) => void) {
    this.#limitMs = limitMs;
    this.#onExpire = onExpire;
    this.#onQuiet = onQuiet;
    this.#arm(limitMs);
  }

  feed(): void {
    this.#fedAt = performance.now();
  }

  /** Begins anew with another limit. A timer that goes off too early costs less than another one. */
  restart(limitMs: number): void {
    this.#limitMs = limitMs;
    this.feed();
    if (limitMs === 0 || limitMs >= this.#armedMs) return;
    this.stop();
    this.#arm(limitMs);
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

  /** Looks again when the limit may be reached, `left` milliseconds from now, or when there may be silence to tell. */
  #arm(left: number): void {
    const limit = this.#limitMs > 0 ? Math.max(left, 1) : Infinity;
    this.#armedMs = this.#onQuiet ? Math.min(limit, QUIET_MS) : limit;
    if (this.#armedMs < Infinity) this.#timer = setTimeout(() => this.#check(), this.#armedMs);
  }

  #check(): void {
    const quietMs = performance.now() - this.#fedAt;
    const left = this.#paused ? this.#limitMs : this.#limitMs - quietMs;
    if (this.#limitMs > 0 && left <= 0) {
      this.#onExpire();
      return;
    }
    const seconds = Math.round(quietMs / 1000);
    if (seconds * 1000 >= QUIET_MS) this.#onQuiet?.(seconds);
    this.#arm(left);
  }
}
