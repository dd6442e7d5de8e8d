/** Waiting that ends early with a signal. */
import { setTimeout as sleep } from "node:timers/promises";

/** Waits, unless the signal is aborted before. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  ms <= 0 ? Promise.resolve() : sleep(ms, undefined, { signal }).catch(() => undefined);
