/**
 * Keeps a backend that fails again and again out of the way for a while. When the time is over one request may probe it: if that
 * one succeeds all may follow, if not the time is doubled.
 */
import { durationWords } from "../provider/duration.js";

const FAILURES_TO_OPEN = 3;
const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 300_000;

export class Breaker {
  #failures = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #opensAt = 0;
  #isProbing = false;

  /** Why the backend is to be left alone now; undefined when it may be asked. */
  refusal(now = performance.now()): string | undefined {
    if (this.#failures < FAILURES_TO_OPEN) return undefined;
    const waitMs = this.#opensAt - now;
    if (waitMs <= 0 && !this.#isProbing) return undefined;
    const next = this.#isProbing
      ? "it is being probed"
      : `next try in ${durationWords(Math.ceil(waitMs / 1000))}`;
    return `it failed ${this.#failures} times in a row (${next})`;
  }

  /** A request goes out; after a pause it is the one that probes. */
  begin(): void {
    if (this.#failures >= FAILURES_TO_OPEN) this.#isProbing = true;
  }

  succeed(): void {
    this.#failures = 0;
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#isProbing = false;
  }

  /** `retryAfter` is the backend's own hint in seconds. */
  fail(retryAfter?: number, now = performance.now()): void {
    this.#failures += 1;
    this.#isProbing = false;
    if (this.#failures < FAILURES_TO_OPEN) return;
    const pause = Math.max(this.#pauseMs, (retryAfter ?? 0) * 1000);
    this.#opensAt = now + Math.min(pause, LONGEST_PAUSE_MS);
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }

  /** The request was neither a success nor the backend's fault: a cancel, or a fault of its own. */
  leave(): void {
    this.#isProbing = false;
  }
}
