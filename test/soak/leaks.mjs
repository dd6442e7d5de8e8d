// What the process still holds: open handles, descriptors, listeners, and memory after a collection.
import { getEventListeners } from "node:events";
import { readdirSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

const count = (names) => {
  const counts = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

function descriptors() {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return 0;
  }
}

/** Pipes lead to the emulators' processes, not to a server; one that stays open would be seen among the descriptors. */
const isOurs = (name) => name !== "PipeWrap" && name !== "ProcessWrap";

/** Everything countable. `signal` is one that all turns were given. */
export function holdings(signal) {
  return {
    ...count(process.getActiveResourcesInfo().filter(isOurs)),
    descriptors: descriptors(),
    signalListeners: getEventListeners(signal, "abort").length,
    processListeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
  };
}

/** What there is now and was not before, once what is being closed has had its time. */
export async function leaks(before, signal) {
  for (let looks = 0; ; looks += 1) {
    const now = holdings(signal);
    const more = Object.entries(now).filter(([name, value]) => value > (before[name] ?? 0));
    if (more.length === 0 || looks === 100) {
      return more.map(([name, value]) => `${name}: ${before[name] ?? 0} before, ${value} after`);
    }
    await setTimeout(20);
  }
}

/** Bytes in use once everything that can be collected is. Needs --expose-gc. */
export function heapInUse() {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
