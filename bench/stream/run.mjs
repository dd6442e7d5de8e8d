// Streaming side by side with the lower bound and with peers: `node bench/stream/run.mjs [--quick]`.
import { execFileSync, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { median, report } from "../lib/report.mjs";
import { contenders } from "./contenders.mjs";

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const rounds = process.argv.includes("--quick") ? 1 : 3;
const tasks = [
  { id: "stream-1-long", title: "One stream of 50,000 chunks", task: "text", count: 50_000, parallel: 1 },
  {
    id: "stream-2-parallel-64",
    title: "64 streams of 2,000 chunks",
    task: "text",
    count: 2000,
    parallel: 64,
  },
  {
    id: "stream-3-parallel-1000",
    title: "1,000 streams of 100 chunks",
    task: "text",
    count: 100,
    parallel: 1000,
  },
  { id: "stream-4-tool-5k", title: "A tool call in 5,000 fragments", task: "tool", count: 5000, parallel: 1 },
  {
    id: "stream-5-tool-20k",
    title: "A tool call in 20,000 fragments",
    task: "tool",
    count: 20_000,
    parallel: 1,
  },
  {
    id: "stream-6-tool-80k",
    title: "A tool call in 80,000 fragments",
    task: "tool",
    count: 80_000,
    parallel: 1,
  },
  { id: "stream-7-line-1mb", title: "One line of 1 MB", task: "line", count: 1_000_000, parallel: 1 },
  { id: "stream-8-line-5mb", title: "One line of 5 MB", task: "line", count: 5_000_000, parallel: 1 },
];

const server = fork(here("server.mjs"));
const { port } = await new Promise((resolve) => server.once("message", resolve));

function runOnce(name, { task, count, parallel }) {
  const args = [here("one.mjs"), name, `http://127.0.0.1:${port}`, task, String(count), String(parallel)];
  try {
    return JSON.parse(
      execFileSync(process.execPath, args, {
        encoding: "utf8",
        timeout: 60_000,
        stdio: ["ignore", "pipe", "ignore"],
      }),
    );
  } catch {
    return undefined;
  }
}

for (const task of tasks) {
  const runs = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  // Round by round, so that a slow moment of the machine hits all of them.
  for (let round = 0; round < rounds; round += 1) {
    for (const name of Object.keys(contenders)) {
      // What takes this long once says enough.
      const isSlow = runs[name].some((run) => run === undefined || run.wallMs > 8000);
      if (!isSlow) runs[name].push(runOnce(name, task));
    }
  }
  const middle = (name, field) =>
    runs[name].includes(undefined) ? undefined : median(runs[name].map((run) => run[field]));
  const bound = middle("lower bound", "cpuMs");
  report({
    id: task.id,
    title: task.title,
    columns: ["CPU ms", "x lower bound", "wall ms", "first token ms", "peak MB"],
    plot: "x lower bound",
    rows: Object.keys(contenders).map((name) => ({
      name,
      "CPU ms": middle(name, "cpuMs"),
      "x lower bound": middle(name, "cpuMs") === undefined ? undefined : middle(name, "cpuMs") / bound,
      "wall ms": middle(name, "wallMs"),
      "first token ms": middle(name, "firstMs"),
      "peak MB": middle(name, "rssMb"),
    })),
  });
}
server.disconnect();
