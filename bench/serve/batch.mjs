// 100,000 short requests through `fw batch` in one process: CPU time of a request, and whether the memory stays level:
// `node bench/serve/batch.mjs [--quick]`.
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "../../packages/shared/dist/index.js";
import { report } from "../lib/report.mjs";

const LINES = process.argv.includes("--quick") ? 10_000 : 100_000;
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const folder = mkdtempSync(path.join(os.tmpdir(), "fw-bench-batch-"));
const input = path.join(folder, "in.jsonl");
const output = path.join(folder, "out.jsonl");
const file = createWriteStream(input);
for (let id = 0; id < LINES; id += 1) {
  const body = { messages: [{ role: "user", content: "text 3" }] };
  if (!file.write(`${JSON.stringify({ custom_id: `line-${id}`, body })}\n`)) await once(file, "drain");
}
await new Promise((resolve) => file.end(resolve));

const backend = fork(here("../stream/server.mjs"), { stdio: "inherit" });
const [{ port }] = await once(backend, "message");
const host = `http://127.0.0.1:${port}`;

// What the same requests take in the library alone, in this process, as many at once as a batch comes to.
const client = createClient({ providerName: "selfhost", config: { host }, env: {} });
await client.connect(null, null, "bench");
const ask = () => client.complete([{ role: "user", content: "text 3" }]);
const SAMPLE = 5000;
const run = async (count) => {
  let left = count;
  const lane = async () => {
    while ((left -= 1) >= 0) await ask();
  };
  await Promise.all(Array.from({ length: 64 }, lane));
};
await run(SAMPLE);
const before = process.cpuUsage();
await run(SAMPLE);
const { user, system } = process.cpuUsage(before);
const library = (user + system) / 1000 / SAMPLE;
await client.close();

const child = spawn(
  process.execPath,
  [
    here("../../packages/cli/bin/fw.js"),
    "batch",
    input,
    "-o",
    output,
    "--provider",
    "selfhost",
    "--model",
    "bench",
  ],
  {
    env: { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: folder, SELFHOST_HOST: host },
    stdio: ["ignore", "ignore", "ignore"],
  },
);
const samples = [];
let cpu = 0;
const timer = setInterval(() => {
  try {
    const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]) / 1024;
    const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1].split(" ");
    cpu = (Number(fields[11]) + Number(fields[12])) * 10;
    samples.push(rss);
  } catch {
    // It has just ended.
  }
}, 200);
const [status] = await once(child, "exit");
clearInterval(timer);
backend.kill();
const answered = readFileSync(output, "utf8").trim().split("\n").length;
rmSync(folder, { recursive: true });
const half = Math.floor(samples.length / 2);
const most = (list) => Math.max(...list);
report({
  id: "batch",
  title: `${LINES} short requests in one process (exit ${status}, ${answered} answers)`,
  columns: ["CPU ms a request", "of the library", "MB, first half", "MB, second half"],
  rows: [
    { name: "lower bound", "CPU ms a request": library, "of the library": 1 },
    {
      name: "framework (fw batch)",
      "CPU ms a request": cpu / LINES,
      "of the library": cpu / LINES / library,
      "MB, first half": most(samples.slice(0, half)),
      "MB, second half": most(samples.slice(half)),
    },
  ],
  bars: [{ column: "of the library", rows: ["framework (fw batch)"], atMost: 1.5, of: "times the library" }],
});
