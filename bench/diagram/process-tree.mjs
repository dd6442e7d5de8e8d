// Runs a command and measures it with all its children: wall and processor time, or the peak of their memory.
import { spawn } from "node:child_process";
import { readFileSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const sampleEveryMs = 40;

function childrenOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8")
        .trim()
        .split(/\s+/)
        .filter(Boolean)
        .map(Number),
    );
  } catch {
    return [];
  }
}

/** Proportional set size in kilobytes: shared pages are counted once, which is fair to a browser of many processes. */
function memoryOf(pid) {
  let own = 0;
  try {
    own = Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
  } catch {
    // It ended between listing and reading.
  }
  return childrenOf(pid).reduce((sum, child) => sum + memoryOf(child), own);
}

const perfFile = path.join(os.tmpdir(), `diagram-bench-${process.pid}.perf`);
process.on("exit", () => rmSync(perfFile, { force: true }));

/**
 * Wall and processor seconds and peak megabytes of a command; memory is sampled only when asked for, as that costs time.
 * Processor time is what perf counts for the command and everybody it starts.
 */
export function measure(command, args, { env = process.env, memory = false } = {}) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const counted = ["stat", "-x,", "-e", "task-clock", "-o", perfFile, command, ...args];
    const child = spawn("perf", counted, { env, stdio: ["ignore", "ignore", "inherit"] });
    let peak = 0;
    const timer = memory && setInterval(() => (peak = Math.max(peak, memoryOf(child.pid))), sampleEveryMs);
    child.on("error", reject);
    child.on("exit", (code) => {
      clearInterval(timer);
      if (code === 0)
        resolve({
          seconds: (performance.now() - started) / 1000,
          cpuSeconds: Number(/^([\d.]+),/m.exec(readFileSync(perfFile, "utf8"))?.[1]) / 1000,
          megabytes: peak / 1024,
        });
      else reject(new Error(`${command} ${args.join(" ")} ended with ${code}`));
    });
  });
}
