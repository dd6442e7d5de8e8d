/**
 * How many requests a backend bears at once, found by trying: one more for every round that went well, half as many when it says
 * that it is too much, and none before the moment it names.
 */

const START = 4;
const MOST = 256;
/** An answer that takes so many times as long as the quickest ones means a queue at the backend, not more work done. */
const SLOW = 4;

export class AdaptiveLimit {
  #limit: number;
  readonly #isFixed: boolean;
  #sinceChange = 0;
  #quickestMs = Number.POSITIVE_INFINITY;
  #notBefore = 0;

  /** A number is kept as it is; `auto` adapts. */
  constructor(limit: number | "auto") {
    this.#isFixed = limit !== "auto";
    this.#limit = limit === "auto" ? START : limit;
  }

  get limit(): number {
    return this.#limit;
  }

  /** Milliseconds until the next request may go out. */
  waitMs(now = performance.now()): number {
    return Math.max(0, this.#notBefore - now);
  }

  succeed(durationMs: number): void {
    this.#quickestMs = Math.min(this.#quickestMs, durationMs);
    if (this.#isFixed) return;
    this.#sinceChange += 1;
    if (this.#sinceChange < this.#limit) return;
    this.#sinceChange = 0;
    if (durationMs < this.#quickestMs * SLOW)
      this.#limit = Math.min(MOST, this.#limit + Math.ceil(this.#limit / 4));
  }

  /** The backend said that it is too much; `retryAfter` is its hint in seconds. */
  overload(retryAfter: number | undefined, now = performance.now()): void {
    this.#notBefore = Math.max(this.#notBefore, now + (retryAfter ?? 1) * 1000);
    if (this.#isFixed || this.#sinceChange < 0) return;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
    // Those that are under way will say the same; they count once.
    this.#sinceChange = -this.#limit;
  }
}
