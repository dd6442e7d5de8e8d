/** A connection made by the first call and shared by all. */
import type { Client } from "../session/client.js";

/** Resolves with the connected client, or rejects with the signal's reason as soon as it is aborted. */
export type Connect = (signal?: AbortSignal) => Promise<Client>;

interface Attempt {
  done: Promise<void>;
  abort: AbortController;
  waiting: number;
}

/** One attempt at a time: it ends when the last call that waits for it is aborted. A failed one is not remembered. */
export function connectOnce(client: Client, model: string): Connect {
  let connected = false;
  let running: Attempt | undefined;

  const begin = (): Attempt => {
    const abort = new AbortController();
    const done = client.connect(null, null, model, { signal: abort.signal });
    const attempt: Attempt = { done, abort, waiting: 0 };
    const end = () => {
      if (running === attempt) running = undefined;
    };
    done.then(() => (connected = true), end);
    return attempt;
  };

  return async (signal) => {
    signal?.throwIfAborted();
    if (connected) return client;
    const attempt = (running ??= begin());
    attempt.waiting += 1;
    try {
      await untilAborted(attempt.done, signal);
    } finally {
      attempt.waiting -= 1;
      if (attempt.waiting === 0 && !connected) {
        running = undefined;
        attempt.abort.abort();
      }
    }
    return client;
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
