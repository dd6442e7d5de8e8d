// Streaming side by side with the lower bound and with peers: `node bench/stream/run.mjs [--quick] [--only=stream-1]`.
import { execFileSync, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { median, report } from "../lib/report.mjs";
import { contenders } from "./contenders.mjs";

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const rounds = process.argv.includes("--quick") ? 1 : 3;
const text = (id, title, count, parallel) => ({ id, title, task: "text", count, parallel, turns: 1 });
const tool = (id, title, count) => ({ id, title, task: "tool", count, parallel: 1, turns: 1 });
const line = (id, title, count) => ({ id, title, task: "line", count, parallel: 1, turns: 1 });
const cpu = "CPU ms";
const half = [{ column: cpu, atMost: 0.5, of: "peer" }];
const asGood = (column) => ({ column, atMost: 1, of: "peer" });
const tasks = [
  { ...text("stream-1-long", "One stream of 50,000 chunks", 50_000, 1), bars: half },
  { ...text("stream-2-parallel-64", "64 streams of 2,000 chunks", 2000, 64), bars: [asGood(cpu)] },
  { ...text("stream-3-parallel-1000", "1,000 streams of 100 chunks", 100, 1000), bars: [asGood(cpu)] },
  {
    ...text("stream-4-first-token", "200 short answers, one after the other", 20, 1),
    turns: 200,
    plot: "first token ms",
    bars: [asGood(cpu), asGood("first token ms")],
  },
  tool("stream-5-tool-5k", "A tool call in 5,000 fragments", 5000),
  tool("stream-6-tool-20k", "A tool call in 20,000 fragments", 20_000),
  tool("stream-7-tool-80k", "A tool call in 80,000 fragments", 80_000),
  { ...line("stream-8-line-1mb", "Ten answers of one line of 1 MB", 1_000_000), turns: 10 },
  line("stream-9-line-5mb", "One line of 5 MB", 5_000_000),
];

const server = fork(here("server.mjs"));
const { port } = await new Promise((resolve) => server.once("message", resolve));

function runOnce(name, { task, count, parallel, turns }) {
  const numbers = [count, parallel, turns].map(String);
  const args = [here("one.mjs"), name, `http://127.0.0.1:${port}`, task, ...numbers];
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

const only = process.argv.find((flag) => flag.startsWith("--only="))?.slice("--only=".length) ?? "";
for (const task of tasks.filter(({ id }) => id.startsWith(only))) {
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
  const chunks = task.count * task.parallel * task.turns;
  const perChunk = (ms) => (task.task === "line" || ms === undefined ? undefined : (ms / chunks) * 1000);
  const columns = [cpu, "x lower bound", "wall ms", "CPU µs per chunk", "wall µs per chunk", "peak MB"];
  const plot = task.plot ?? "x lower bound";
  if (!columns.includes(plot)) columns.push(plot);
  report({
    id: task.id,
    title: task.title,
    columns,
    plot,
    bars: [...(task.bars ?? [asGood(cpu)]), asGood("wall ms"), asGood("peak MB")],
    rows: Object.keys(contenders).map((name) => ({
      name,
      [cpu]: middle(name, "cpuMs"),
      "x lower bound": middle(name, "cpuMs") === undefined ? undefined : middle(name, "cpuMs") / bound,
      "wall ms": middle(name, "wallMs"),
      "CPU µs per chunk": perChunk(middle(name, "cpuMs")),
      "wall µs per chunk": perChunk(middle(name, "wallMs")),
      "peak MB": middle(name, "rssMb"),
      "first token ms": middle(name, "firstMs"),
    })),
  });
}
server.disconnect();
