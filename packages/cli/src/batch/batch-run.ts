/** Runs the requests of a batch, as many at once as the backend bears. */
import { FrameworkError } from "@framework/shared";
import type { AdaptiveLimit } from "./adaptive-limit.js";
import type { BatchRequest, BatchResult } from "./batch-line.js";
import { pause } from "./pause.js";

/** A rate limit is waited out so many times for one request before it counts as its failure. */
const PATIENCE = 20;

export interface BatchRun {
  requests: AsyncIterable<BatchRequest>;
  limit: AdaptiveLimit;
  /** Answers one request; rejects with what failed. */
  ask: (request: BatchRequest, signal: AbortSignal) => Promise<BatchResult>;
  /** A failure as a line of output. */
  failure: (request: BatchRequest, error: unknown) => BatchResult;
  onResult: (result: BatchResult) => void;
  signal: AbortSignal;
}

/** Settles when every request has a line of output, or when the signal is aborted and the running ones have ended. */
export async function runBatch(run: BatchRun): Promise<void> {
  const { requests, limit, signal } = run;
  const stopping = new AbortController();
  // A signal for each: one that hundreds listen to is slow to listen to.
  const running = new Set<AbortController>();
  let wake = () => {};
  let fatal: { error: unknown } | undefined;
  const oneEnds = () => new Promise<void>((resolve) => (wake = resolve));
  const stop = () => {
    stopping.abort();
    for (const controller of running) controller.abort();
  };
  const begin = async (request: BatchRequest) => {
    const controller = new AbortController();
    running.add(controller);
    try {
      await answer(run, request, controller.signal);
    } catch (error) {
      fatal ??= { error };
      stop();
    }
    running.delete(controller);
    wake();
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    for await (const request of requests) {
      while (running.size >= limit.limit) await oneEnds();
      await pause(limit.waitMs(), stopping.signal);
      if (stopping.signal.aborted) break;
      void begin(request);
    }
  } finally {
    while (running.size > 0) await oneEnds();
    signal.removeEventListener("abort", stop);
  }
  if (fatal) throw fatal.error;
}

/** Only a failure that would stop every other request too is thrown. */
async function answer(run: BatchRun, request: BatchRequest, signal: AbortSignal): Promise<void> {
  const { limit, ask, failure, onResult } = run;
  for (let tries = 0; ; tries += 1) {
    const startedAt = performance.now();
    try {
      const result = await ask(request, signal);
      limit.succeed(performance.now() - startedAt);
      onResult(result);
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (stopsAll(error)) throw error;
      if (isOverload(error) && tries < PATIENCE) {
        limit.overload(error.retryAfter);
        await pause(limit.waitMs(), signal);
        if (signal.aborted) return;
        continue;
      }
      onResult(failure(request, error));
      return;
    }
  }
}

const STOPS_ALL: ReadonlySet<string> = new Set([
  "configuration",
  "credentials-missing",
  "credentials-rejected",
  "credits-exhausted",
]);
const stopsAll = (error: unknown): boolean => error instanceof FrameworkError && STOPS_ALL.has(error.code);
export const isOverload = (error: unknown): error is FrameworkError =>
  error instanceof FrameworkError && (error.code === "rate-limit" || error.status === 503);
