/** The keyless tier's limit. */

const MINUTE = 60_000;

/** Counts requests by model within a sliding minute. */
export class RateLimit {
  readonly #perMinute: number;
  readonly #times = new Map<string, number[]>();

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Counts one request; the seconds to wait when it is one too many. */
  take(model: string): number | undefined {
    const now = Date.now();
    const recent = (this.#times.get(model) ?? []).filter((time) => now - time < MINUTE);
    this.#times.set(model, recent);
    const oldest = recent[0];
    if (oldest !== undefined && recent.length >= this.#perMinute) {
      return Math.ceil((oldest + MINUTE - now) / 1000);
    }
    recent.push(now);
    return undefined;
  }
}
