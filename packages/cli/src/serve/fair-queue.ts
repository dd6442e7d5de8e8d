/** Who may go next when all places are taken: one request of each client in turn, so that nobody is shut out by a busy neighbour. */

export interface QueueLimits {
  /** Requests that run at the same time. */
  running: number;
  /** Requests that may wait, of all clients together. */
  waiting: number;
  /** And of one client. */
  waitingPerClient: number;
}

interface Waiter {
  enter: (release: () => void) => void;
  leave: () => void;
}

/** There is no room to wait either. */
export class QueueFullError extends Error {}

export class FairQueue {
  readonly #limits: QueueLimits;
  /** Clients in the order of their next turn; a client without waiters is not in it. */
  readonly #clients = new Map<string, Waiter[]>();
  #running = 0;
  #waiting = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Resolves with the function that gives the place back. Rejects when there is no room, or when the signal is aborted. */
  enter(client: string, signal: AbortSignal): Promise<() => void> {
    if (this.#running < this.#limits.running) return Promise.resolve(this.#take());
    const line = this.#clients.get(client) ?? [];
    if (this.#waiting >= this.#limits.waiting || line.length >= this.#limits.waitingPerClient) {
      return Promise.reject(new QueueFullError());
    }
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        line.splice(line.indexOf(waiter), 1);
        if (line.length === 0) this.#clients.delete(client);
        this.#waiting -= 1;
        reject(signal.reason instanceof Error ? signal.reason : new Error("The client left."));
      };
      const waiter: Waiter = { enter: resolve, leave: () => signal.removeEventListener("abort", onAbort) };
      line.push(waiter);
      this.#clients.set(client, line);
      this.#waiting += 1;
      if (signal.aborted) onAbort();
      else signal.addEventListener("abort", onAbort, { once: true });
    });
  }

  #take(): () => void {
    this.#running += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#running -= 1;
      this.#next();
    };
  }

  #next(): void {
    const [entry] = this.#clients;
    if (!entry || this.#running >= this.#limits.running) return;
    const [client, line] = entry;
    const waiter = line.shift();
    // To the end of the order, behind all others that wait.
    this.#clients.delete(client);
    if (line.length > 0) this.#clients.set(client, line);
    this.#waiting -= 1;
    waiter?.leave();
    waiter?.enter(this.#take());
  }
}
