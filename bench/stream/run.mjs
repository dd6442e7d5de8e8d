// Streaming side by side: `node bench/stream/run.mjs [--quick]`. Ratios within one run are what counts.
import { execFileSync, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { contenders } from "./contenders.mjs";

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const quick = process.argv.includes("--quick");
const rounds = quick ? 1 : 5;
const tasks = [
  { title: "50,000 chunks, one stream", task: "text", count: 50_000, parallel: 1 },
  { title: "2,000 chunks, 64 streams", task: "text", count: 2000, parallel: 64 },
  { title: "tool call, 5,000 fragments", task: "tool", count: 5000, parallel: 1 },
  { title: "tool call, 20,000 fragments", task: "tool", count: 20_000, parallel: 1 },
  { title: "tool call, 80,000 fragments", task: "tool", count: 80_000, parallel: 1 },
  { title: "one line of 1 MB", task: "line", count: 1_000_000, parallel: 1 },
  { title: "one line of 5 MB", task: "line", count: 5_000_000, parallel: 1 },
];

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

const server = fork(here("server.mjs"));
const { port } = await new Promise((resolve) => server.once("message", resolve));
const base = `http://127.0.0.1:${port}`;
const results = [];
for (const { title, task, count, parallel } of tasks) {
  const row = { title, contenders: {} };
  const runs = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of Object.keys(contenders)) {
      try {
        const args = [here("one.mjs"), name, base, task, String(count), String(parallel)];
        runs[name].push(
          JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8", timeout: 120_000 })),
        );
      } catch (error) {
        runs[name].push({ cpuMs: Number.NaN, failed: String(error.message).split("\n")[0] });
      }
    }
  }
  const bound = median(runs["lower bound"].map(({ cpuMs }) => cpuMs));
  for (const [name, list] of Object.entries(runs)) {
    const cpuMs = median(list.map((run) => run.cpuMs));
    row.contenders[name] = { cpuMs, ratio: cpuMs / bound, rssMb: median(list.map((run) => run.rssMb)) };
  }
  results.push(row);
  console.log(title);
  for (const [name, { cpuMs, ratio, rssMb }] of Object.entries(row.contenders)) {
    console.log(
      `  ${name.padEnd(24)} ${cpuMs.toFixed(0).padStart(7)} ms CPU  ${ratio.toFixed(2).padStart(6)}x  ${rssMb.toFixed(0).padStart(5)} MB`,
    );
  }
}
server.disconnect();
