/**
 * Listening to the signals above. The listeners are removed when the work is done: a signal that lives for days keeps nothing of what
 * ran under it, as `AbortSignal.any` would (nodejs/node#54614).
 */
import type { StopSignal } from "./stop.js";

/** Calls back when one of the signals aborts, or at once where one has; the function that is returned ends the listening. */
export function onAbort(callback: () => void, ...signals: readonly (StopSignal | undefined)[]): () => void {
  for (const signal of signals) {
    if (signal?.aborted) callback();
    else signal?.addEventListener("abort", callback, { once: true });
  }
  return () => {
    for (const signal of signals) signal?.removeEventListener("abort", callback);
  };
}
