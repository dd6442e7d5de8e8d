/** Retries with full jitter, obeying the server's hint, ended at once by a cancel. */
import { CancelledError, FrameworkError } from "../provider/errors.js";

const BASE_MS = 1000;
const CAP_MS = 30_000;
/** A timer set for longer fires at once, which would be the opposite of waiting. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Tries after the first one. */
export const DEFAULT_RETRIES = 4;

export interface RetryOptions {
  retries: number;
  signal: AbortSignal;
  /** The moment (performance.now) by which all must be done. */
  deadlineAt?: number | undefined;
  /** A failure that is not to be tried again although it could be. */
  isFinal?: (error: FrameworkError) => boolean;
  /** Told before each wait; what was shown so far is void. */
  onRestart: (restart: { attempt: number; waitMs: number; error: FrameworkError }) => void;
}

/** Milliseconds before try number `attempt` (the first retry is 1). A longer hint is obeyed, never capped. */
export function retryDelay(
  attempt: number,
  retryAfter: number | undefined,
  random: () => number = Math.random,
): number {
  const backOff = random() * Math.min(CAP_MS, BASE_MS * 2 ** (attempt - 1));
  return Math.round(Math.max(backOff, (retryAfter ?? 0) * 1000));
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(new CancelledError());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
}

/** Runs `attempt` until it succeeds, fails for good, or the tries are used up. */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  { retries, signal, deadlineAt, isFinal, onRestart }: RetryOptions,
): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof FrameworkError) || !error.retryable || tries >= retries) throw error;
      if (isFinal?.(error)) throw error;
      const waitMs = retryDelay(tries + 1, error.retryAfter);
      const passesDeadline = deadlineAt !== undefined && performance.now() + waitMs > deadlineAt;
      if (passesDeadline || waitMs > LONGEST_TIMER_MS) {
        const why = passesDeadline ? "would pass the deadline" : "is too long";
        error.message += ` Not tried again: waiting ${(waitMs / 1000).toFixed(1)} s ${why}.`;
        throw error;
      }
      onRestart({ attempt: tries + 2, waitMs, error });
      await wait(waitMs, signal);
    }
  }
}
