// Processor time of single threads on Linux: what one waits for, however busy the machine is.
import { readdirSync, readFileSync } from "node:fs";

const read = (file) => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};

/** Milliseconds that a thread has run. */
const timeOf = (process, thread) =>
  Number(read(`/proc/${process}/task/${thread}/schedstat`).split(" ")[0]) / 1e6;

/** The processes that a process has started, and those that they have. */
export function descendantsOf(process) {
  const children = read(`/proc/${process}/task/${process}/children`).trim().split(" ").filter(Boolean);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

export const commandOf = (process) => read(`/proc/${process}/cmdline`);

/** A clock of the first threads of some processes. */
export const mainThreads = (processes) => () =>
  processes.reduce((sum, process) => sum + timeOf(process, process), 0);

/** Milliseconds of the first thread of a process and of the busiest other one, while `work` is done. */
export async function firstAndBusiest(process, work) {
  const clock = () =>
    new Map(readdirSync(`/proc/${process}/task`).map((thread) => [thread, timeOf(process, thread)]));
  const before = clock();
  await work();
  const spent = [...clock()].map(([thread, time]) => [thread, time - (before.get(thread) ?? 0)]);
  const others = spent.filter(([thread]) => thread !== process).map(([, time]) => time);
  return Math.max(0, ...others) + (spent.find(([thread]) => thread === process)?.[1] ?? 0);
}
