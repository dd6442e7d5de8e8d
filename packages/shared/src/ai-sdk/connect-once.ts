/** A connection made by the first call and shared by all. */
import type { Client } from "../session/client.js";

/** Resolves with the connected client, or rejects with the signal's reason as soon as it is aborted. */
export type Connect = (signal?: AbortSignal) => Promise<Client>;

interface Opening {
  done: Promise<void>;
  abort: AbortController;
  /** Those that wait for it or were served by it. */
  callers: number;
}

/** One attempt at a time: it ends when the last call that waits for it is aborted. A failed one is not remembered. */
export function connectOnce(client: Client, model: string): Connect {
  let current: Opening | undefined;

  const begin = (): Opening => {
    const abort = new AbortController();
    return { done: client.connect(model, { signal: abort.signal }), abort, callers: 0 };
  };

  return async (signal) => {
    signal?.throwIfAborted();
    const attempt = (current ??= begin());
    attempt.callers += 1;
    try {
      await untilAborted(attempt.done, signal);
      return client;
    } catch (error) {
      attempt.callers -= 1;
      if (attempt.callers === 0) {
        if (current === attempt) current = undefined;
        attempt.abort.abort();
      }
      throw error;
    }
  };
}

function untilAborted(done: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return done;
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    void done.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
