/** `fw batch`: many requests from a file, their answers to another; run again, it goes on. */
import { constants } from "node:os";
import { type BackendFlags, type Configuration, readConfiguration } from "@framework/shared";
import { BudgetExceededError, dollars } from "@framework/shared/ledger";
import { AdaptiveLimit } from "../../batch/adaptive-limit.js";
import { countBatch, readBatch } from "../../batch/batch-input.js";
import { answered, type BatchRequest, type BatchResult, failed } from "../../batch/batch-line.js";
import { BatchOutput } from "../../batch/batch-output.js";
import { BatchProgress } from "../../batch/batch-progress.js";
import { runBatch } from "../../batch/batch-run.js";
import { recording } from "../../configure/recorded.js";
import { remark, say } from "../../output/print.js";
import { apiError, RefusedRequest } from "../../serve/api-error.js";
import { readChatRequest } from "../../serve/chat-request.js";
import { ChatResponse, checkCalls } from "../../serve/chat-response.js";
import { openUpstreams } from "../../serve/open-upstreams.js";
import type { Upstreams } from "../../serve/upstreams.js";

export interface BatchFlags extends BackendFlags {
  output: string;
  template?: string;
  concurrency: number | "auto";
  budget?: number;
  retries: number;
  queue?: string;
  dryRun?: boolean;
}

export async function batch(file: string, flags: BatchFlags): Promise<void> {
  const input = { file, template: flags.template };
  // All of it is read once before anything is sent: a fault in the last line is told now, not after hours.
  const total = await countBatch(input);
  const configuration = await readConfiguration(flags);
  const { env } = configuration;
  if (flags.dryRun) return dryRun(readBatch(input), flags, configuration);
  const output = await BatchOutput.open(flags.output);
  if (output.answered.size > 0) remark(`${output.answered.size} of ${total} are answered already.`);
  const progress = new BatchProgress(total - output.answered.size, process.stderr);
  const record = recording({ ...configuration, budget: configuration.profile?.budget }, remark);
  const upstreams = await openUpstreams(flags, configuration, (event) => {
    if (event.type === "call-start") checkBudget(flags.budget, progress.cost);
    record(event);
    if (event.type === "call-end") progress.charge(event.cost?.usd ?? 0);
  });
  const limit = new AdaptiveLimit(flags.concurrency);
  const stopping = new AbortController();
  const stop = (signal: NodeJS.Signals) => {
    if (stopping.signal.aborted) process.exit(128 + constants.signals[signal]);
    stopping.abort();
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  try {
    progress.begin();
    const requests = unanswered(readBatch(input), output);
    const { signal } = stopping;
    const onResult = (result: BatchResult) => {
      output.write(result);
      progress.count(result.error === null, flags.queue === undefined ? limit.limit : 0);
    };
    if (flags.queue === undefined) {
      await runBatch({
        requests,
        limit,
        ask: (request, left) => ask(request, upstreams, flags, left),
        failure,
        onResult,
        signal,
      });
    } else {
      const { batchName, runQueued } = await import("../../batch/queue.js");
      const name = batchName(file, flags.output);
      await runQueued({ url: flags.queue, env, batch: name, requests, failure, onResult, signal });
    }
  } finally {
    progress.end();
    process.off("SIGINT", stop).off("SIGTERM", stop);
    output.close();
    await upstreams.close();
  }
  if (stopping.signal.aborted) {
    remark("Stopped. The same command goes on with what is left.");
    process.exitCode = 130;
  } else if (progress.failed > 0) process.exitCode = 1;
}

/** Connects, for the prices; sends no request of the batch. */
async function dryRun(
  requests: AsyncIterable<BatchRequest>,
  flags: BatchFlags,
  configuration: Configuration,
): Promise<void> {
  const { estimateBatch, estimateLines } = await import("../../batch/dry-run.js");
  const upstreams = await openUpstreams(flags, configuration, () => undefined);
  const never = new AbortController().signal;
  try {
    const pricesOf = async (model: string) => (await upstreams.find(model, never)).client.prices;
    estimateLines(await estimateBatch(requests, pricesOf)).forEach(say);
  } finally {
    await upstreams.close();
  }
}

async function* unanswered(requests: AsyncIterable<BatchRequest>, { answered: done }: BatchOutput) {
  for await (const request of requests) if (!done.has(request.custom_id)) yield request;
}

export async function ask(
  { custom_id, body }: BatchRequest,
  upstreams: Upstreams,
  { retries }: { retries: number },
  signal: AbortSignal,
): Promise<BatchResult> {
  const request = readChatRequest({ model: "default", ...body });
  const { client } = await upstreams.find(request.model, signal);
  const { tools, ...options } = request.options;
  const turn = await client.complete(request.messages, tools, { ...options, retries, signal });
  checkCalls(turn);
  return answered(custom_id, new ChatResponse(request.model).whole(turn));
}

export function failure({ custom_id }: BatchRequest, error: unknown): BatchResult {
  const { status, body } = error instanceof RefusedRequest ? error.answer : apiError(error);
  return failed(custom_id, status, body);
}

function checkBudget(budget: number | undefined, cost: number): void {
  if (budget === undefined || cost < budget) return;
  throw new BudgetExceededError(
    `The budget of ${dollars(budget)} is used up. What was answered is in the output; a larger --budget goes on with the rest.`,
  );
}
