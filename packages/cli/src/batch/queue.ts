/**
 * The lines of a batch on a queue in Redis, for workers on any number of machines. BullMQ keeps a line until its answer is in the
 * output: a worker that dies gives it back after a few seconds, and a line that was answered twice is written once.
 */
import { createHash } from "node:crypto";
import path from "node:path";
import { ConfigurationError, type Environment } from "@framework/shared";
import { pause } from "./pause.js";
import { optionalPackage } from "../configure/optional-package.js";
import type { BatchRequest, BatchResult } from "./batch-line.js";

const QUEUE = "fw-batch";
/** A worker that is not heard of for so long is taken for dead. */
const LOCK_MS = 10_000;
const STALLED_MS = 3_000;
/** How often a line may change workers, or be refused for the moment, before it counts as failed. */
const ATTEMPTS = 50;

/** What is used of BullMQ. */
interface Job {
  id?: string;
  data: BatchRequest & { batch: string };
  /** Null while there is none. */
  returnvalue: BatchResult | null;
  failedReason?: string;
  remove(): Promise<void>;
}
interface Queue {
  addBulk(jobs: readonly object[]): Promise<unknown>;
  getJobs(states: readonly string[], start: number, end: number): Promise<Job[]>;
  close(): Promise<void>;
}
interface Worker {
  on(event: "error", listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}
interface BullMq {
  Queue: new (name: string, options: object) => Queue;
  Worker: new (name: string, run: (job: Job) => Promise<BatchResult>, options: object) => Worker;
}

async function open(url: string, env: Environment): Promise<{ bullmq: BullMq; connection: object }> {
  if (!/^rediss?:\/\//.test(url)) {
    throw new ConfigurationError(
      "--queue takes the address of a Redis server, such as redis://localhost:6379.",
    );
  }
  const bullmq = (await optionalPackage(["bullmq", "ioredis"], "--queue", env)) as BullMq;
  return { bullmq, connection: { url, maxRetriesPerRequest: null } };
}

/** The same files are the same batch, so that a second run finds what the first one left. */
export const batchName = (input: string, output: string): string =>
  digest(`${path.resolve(input)}\n${path.resolve(output)}`);

export interface QueuedBatch {
  url: string;
  env: Environment;
  batch: string;
  requests: AsyncIterable<BatchRequest>;
  onResult: (result: BatchResult) => void;
  failure: (request: BatchRequest, error: unknown) => BatchResult;
  signal: AbortSignal;
}

const CHUNK = 500;
const POLL_MS = 200;

/** Puts the lines on the queue and writes the answers that workers bring. */
export async function runQueued(run: QueuedBatch): Promise<void> {
  const { bullmq, connection } = await open(run.url, run.env);
  const queue = new bullmq.Queue(QUEUE, { connection });
  const waiting = new Map<string, BatchRequest>();
  const { signal } = run;
  try {
    let chunk: BatchRequest[] = [];
    const flush = async () => {
      await queue.addBulk(chunk.map((request) => jobOf(request, run.batch)));
      for (const request of chunk) waiting.set(jobId(request, run.batch), request);
      chunk = [];
    };
    for await (const request of run.requests) {
      if (signal.aborted) break;
      chunk.push(request);
      if (chunk.length >= CHUNK) await flush();
    }
    await flush();
    while (waiting.size > 0 && !signal.aborted) {
      if ((await collect(queue, waiting, run)) === 0) await pause(POLL_MS, signal);
    }
  } finally {
    await queue.close();
  }
}

/** Writes the answers that are there, and only then takes them off the queue. Gives how many there were. */
async function collect(queue: Queue, waiting: Map<string, BatchRequest>, run: QueuedBatch): Promise<number> {
  let count = 0;
  for (let start = 0; ; start += CHUNK) {
    const jobs = await queue.getJobs(["completed", "failed"], start, start + CHUNK - 1);
    for (const job of jobs) {
      const request = waiting.get(job.id ?? "");
      if (!request || job.data.batch !== run.batch) continue;
      waiting.delete(job.id ?? "");
      run.onResult(job.returnvalue ?? run.failure(request, new Error(job.failedReason)));
      await job.remove();
      count += 1;
    }
    if (jobs.length < CHUNK) return count;
  }
}

const jobId = ({ custom_id }: BatchRequest, batch: string): string => `${batch}-${digest(custom_id)}`;

const jobOf = (request: BatchRequest, batch: string): object => ({
  name: "line",
  data: { ...request, batch },
  opts: { jobId: jobId(request, batch), attempts: ATTEMPTS, backoff: { type: "exponential", delay: 500 } },
});

export interface WorkerOptions {
  url: string;
  env: Environment;
  concurrency: number;
  ask: (request: BatchRequest, signal: AbortSignal) => Promise<BatchResult>;
  failure: (request: BatchRequest, error: unknown) => BatchResult;
  /** A failure that another try may mend: the line goes back to the queue. */
  mayPass: (error: unknown) => boolean;
  onResult: (result: BatchResult) => void;
  signal: AbortSignal;
}

/** Answers lines from the queue until the signal is aborted; those under way are given back at once. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { bullmq, connection } = await open(options.url, options.env);
  const { signal, ask, failure, mayPass, onResult } = options;
  const worker = new bullmq.Worker(
    QUEUE,
    async ({ data: { custom_id, body } }) => {
      const request = { custom_id, body };
      try {
        const result = await ask(request, signal);
        onResult(result);
        return result;
      } catch (error) {
        if (signal.aborted || mayPass(error)) throw error;
        const result = failure(request, error);
        onResult(result);
        return result;
      }
    },
    {
      connection,
      concurrency: options.concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_MS,
      maxStalledCount: ATTEMPTS,
    },
  );
  worker.on("error", () => undefined);
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  await worker.close();
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 24);
