/** Tells that nothing comes, so that a person who waits sees that the program lives. */

const TICK_MS = 5000;

/** Calls `onSilence` with the seconds of silence, every five of them, until it is fed or stopped. */
export class Silence {
  #fedAt = performance.now();
  readonly #timer: NodeJS.Timeout;

  constructor(onSilence: (seconds: number) => void) {
    this.#timer = setInterval(() => {
      const seconds = Math.round((performance.now() - this.#fedAt) / 1000);
      if (seconds * 1000 >= TICK_MS) onSilence(seconds);
    }, TICK_MS);
  }

  feed(): void {
    this.#fedAt = performance.now();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
