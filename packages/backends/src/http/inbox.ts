/** Things that happened, to be waited for. */

interface Waiter<T> {
  readonly matches: (item: T) => boolean;
  readonly resolve: (item: T) => void;
  readonly reject: (reason: Error) => void;
}

/** A list of things that happened, each of which one caller can wait for, also after the fact. */
export class Inbox<T> {
  readonly items: T[] = [];
  #unseen: T[] = [];
  #waiters: Waiter<T>[] = [];
  #closed: Error | undefined;

  push(item: T): void {
    this.items.push(item);
    const position = this.#waiters.findIndex((waiter) => waiter.matches(item));
    if (position === -1) this.#unseen.push(item);
    else this.#waiters.splice(position, 1)[0]?.resolve(item);
  }

  /** The oldest matching item that no earlier call was given, or else the next one to come. */
  next(matches: (item: T) => boolean = () => true): Promise<T> {
    const position = this.#unseen.findIndex(matches);
    const found = position === -1 ? undefined : this.#unseen.splice(position, 1)[0];
    if (found !== undefined) return Promise.resolve(found);
    const promise = new Promise<T>((resolve, reject) => {
      if (this.#closed) reject(this.#closed);
      else this.#waiters.push({ matches, resolve, reject });
    });
    // Whoever awaits the promise still sees the rejection; one that nobody awaits must not end the process.
    promise.catch(() => {});
    return promise;
  }

  /** Ends every wait, now and later, with this reason. */
  close(reason: Error): void {
    this.#closed = reason;
    for (const waiter of this.#waiters.splice(0)) waiter.reject(reason);
  }
}
