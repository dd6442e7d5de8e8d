/** Progress of work that gives no sign of life by itself. */

const TICK_MS = 1000;

/** Runs `work` and tells at once, then every second, how long it has been going on: `Loading "qwen": 12 s`. */
export async function reportElapsed<Result>(
  what: string,
  onProgress: ((text: string) => void) | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!onProgress) return work();
  const startedAt = performance.now();
  const tell = () => onProgress(`${what}: ${elapsed(performance.now() - startedAt)}`);
  tell();
  const timer = setInterval(tell, TICK_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** `45 s`, `2 min 5 s`. */
export function elapsed(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
