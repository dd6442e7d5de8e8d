/** `fw worker`: answers the lines that `fw batch --queue` puts on a queue. */
import { type BackendFlags, readConfiguration } from "@framework/shared";
import { isOverload } from "../../batch/batch-run.js";
import { runWorker } from "../../batch/queue.js";
import { recording } from "../../configure/recorded.js";
import { remark } from "../../output/print.js";
import { openUpstreams } from "../../serve/open-upstreams.js";
import { ask, failure } from "./batch.js";

export interface WorkerFlags extends BackendFlags {
  queue: string;
  concurrency: number;
  retries: number;
}

export async function worker(flags: WorkerFlags): Promise<void> {
  const configuration = await readConfiguration(flags);
  const record = recording({ ...configuration, budget: configuration.profile?.budget }, remark);
  const upstreams = await openUpstreams(flags, configuration, record);
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  let lines = 0;
  remark(
    `Working on what ${new URL(flags.queue).host} has. Ctrl-C stops; lines under way go back to the queue.`,
  );
  try {
    await runWorker({
      url: flags.queue,
      env: configuration.env,
      concurrency: flags.concurrency,
      ask: (request, signal) => ask(request, upstreams, flags, signal),
      failure,
      mayPass: isOverload,
      onResult: () => (lines += 1),
      signal: stopping.signal,
    });
  } finally {
    await upstreams.close();
    remark(`${lines} ${lines === 1 ? "line was" : "lines were"} answered here.`);
  }
}
