/** Tells that nothing comes, so that a person who waits sees that the program lives. */

const TICK_MS = 5000;

/** Calls `onSilence` with the seconds of silence, every five of them, until the function that is returned is called. */
export function watchSilence(quietMs: () => number, onSilence: (seconds: number) => void): () => void {
  const timer = setInterval(() => {
    const seconds = Math.round(quietMs() / 1000);
    if (seconds * 1000 >= TICK_MS) onSilence(seconds);
  }, TICK_MS);
  return () => clearInterval(timer);
}
