/** Full-jitter retries within a bound on the whole, ended at once by cancel. */
import { durationWords } from "../provider/duration.js";
import { CancelledError, FrameworkError } from "../provider/errors.js";
import type { StopSignal } from "../provider/stop.js";

const BASE_MS = 1000;
const CAP_MS = 30_000;
const SECOND_MS = 1000;
/** Tries after the first one. */
export const DEFAULT_RETRIES = 4;
/** A server's hint is waited for up to here; the person who waits should decide about more. */
export const LONGEST_HINT_MS = 60_000;
/** No try begins later than this after the first. */
export const TOTAL_MS = 600_000;

export interface RetryOptions {
  retries: number;
  signal?: StopSignal | undefined;
  /** The longest wait that a server may ask for, in milliseconds. */
  longestHintMs?: number | undefined;
  /** No try begins later than so many milliseconds after the first. */
  totalMs?: number | undefined;
  /** The caller's own deadline, a moment of `performance.now`. */
  deadlineAt?: number | undefined;
  /** The longest wait before the first retry; it doubles from there. */
  baseMs?: number | undefined;
  /** A failure that is not to be tried again although it could be. */
  isFinal?: (error: FrameworkError) => boolean;
  /** Told before each wait. */
  onRestart?: (restart: { attempt: number; waitMs: number; error: FrameworkError }) => void;
  /** Told every second of a wait how many are left. */
  onWaiting?: (seconds: number) => void;
}

/** Milliseconds before try number `attempt` (the first retry is 1). A longer hint is obeyed. */
export function retryDelay(
  attempt: number,
  retryAfter: number | undefined,
  random: () => number = Math.random,
  baseMs = BASE_MS,
): number {
  const backOff = random() * Math.min(CAP_MS, baseMs * 2 ** (attempt - 1));
  return Math.round(Math.max(backOff, (retryAfter ?? 0) * 1000));
}

function wait(
  ms: number,
  signal: StopSignal | undefined,
  onWaiting: ((seconds: number) => void) | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const until = performance.now() + ms;
    const tell = () => onWaiting?.(Math.max(1, Math.ceil((until - performance.now()) / SECOND_MS)));
    const ticking = ms > SECOND_MS ? setInterval(tell, SECOND_MS) : undefined;
    const leave = (settle: () => void) => {
      clearTimeout(timer);
      clearInterval(ticking);
      signal?.removeEventListener("abort", onAbort);
      settle();
    };
    const onAbort = () => leave(() => reject(new CancelledError()));
    const timer = setTimeout(() => leave(resolve), ms);
    if (ticking !== undefined) tell();
    if (signal?.aborted) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
  });
}

const shown = (ms: number): string => durationWords(ms / SECOND_MS);

/** Why a failure is not worth the wait; undefined when it is. */
function whyNotWait(
  error: FrameworkError,
  waitMs: number,
  { longestHintMs = LONGEST_HINT_MS, totalMs = TOTAL_MS, deadlineAt }: RetryOptions,
  startedAt: number,
): string | undefined {
  const at = performance.now() + waitMs;
  if ((error.retryAfter ?? 0) * 1000 > longestHintMs) return `that is longer than ${shown(longestHintMs)}`;
  if (deadlineAt !== undefined && at > deadlineAt) return `waiting ${shown(waitMs)} would pass the deadline`;
  return at - startedAt > totalMs ? `${shown(totalMs)} are the most that one call may take` : undefined;
}

/** Runs `attempt` until it succeeds, fails for good, or the tries are used up. */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  options: RetryOptions,
): Promise<Result> {
  const { retries, signal, isFinal, onRestart, onWaiting } = options;
  const startedAt = performance.now();
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof FrameworkError) || !error.retryable || tries >= retries) throw error;
      if (isFinal?.(error)) throw error;
      const waitMs = retryDelay(tries + 1, error.retryAfter, Math.random, options.baseMs);
      const why = whyNotWait(error, waitMs, options, startedAt);
      if (why !== undefined) {
        error.message += ` Not tried again: ${why}.`;
        throw error;
      }
      onRestart?.({ attempt: tries + 2, waitMs, error });
      await wait(waitMs, signal, onWaiting);
    }
  }
}
