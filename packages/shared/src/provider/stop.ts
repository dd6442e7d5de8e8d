/**
 * An end that can be called out, with its listeners. Every call makes some, and an AbortController with its signal costs more than
 * the rest of a short request; so the links inside of a call use this. What the caller gives, and what a tool is given, is an
 * AbortSignal; whoever listens need not know which of the two it is.
 */

/** What listeners need of an AbortSignal. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void, options?: { once: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

export class Stop implements StopSignal {
  aborted = false;
  reason: unknown;
  readonly #listeners = new Set<() => void>();

  /** Only the first reason counts. */
  abort(reason?: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.delete(listener);
  }
}
