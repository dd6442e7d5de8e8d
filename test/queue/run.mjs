/**
 * `npm run queue`: batches over a real Redis, with workers that are killed at random. Every line must be answered exactly once in
 * the output. Needs redis-server on the path (Debian: redis-server); installs BullMQ into a folder that is not tracked.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startBackend } from "../../packages/backends/dist/index.js";

const LINES = Number(process.env.QUEUE_LINES ?? 2000);
const WORKERS = 3;
const PORT = 16_379;
const root = fileURLToPath(new URL("../..", import.meta.url));
const fw = path.join(root, "packages/cli/bin/fw.js");
const config = path.join(root, "node_modules/.cache/queue");

if (spawnSync("redis-server", ["--version"]).error) {
  console.log("skipped: redis-server is not on the path (Debian: apt-get install redis-server)");
  process.exit(0);
}
const packages = path.join(config, "fw", "packages");
if (!existsSync(path.join(packages, "node_modules", "bullmq"))) {
  mkdirSync(packages, { recursive: true });
  const args = [
    "install",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--prefix",
    packages,
    "bullmq",
    "ioredis",
  ];
  if (spawnSync("npm", args, { stdio: "inherit" }).status !== 0) process.exit(1);
}

const folder = mkdtempSync(path.join(tmpdir(), "fw-queue-"));
const redis = spawn(
  "redis-server",
  ["--port", String(PORT), "--save", "", "--appendonly", "no", "--bind", "127.0.0.1"],
  {
    cwd: folder,
    stdio: "ignore",
  },
);
const backend = await startBackend("selfhost", { reply: { text: "An answer.", chunkDelayMs: 5 } });
const env = {
  PATH: process.env.PATH,
  HOME: folder,
  XDG_CONFIG_HOME: config,
  FW_LEDGER: "off",
  SELFHOST_HOST: backend.url,
};
const queue = `redis://127.0.0.1:${PORT}`;
const flags = ["--queue", queue, "--provider", "selfhost", "--model", "demo-model", "--retries", "0"];
const start = (args) =>
  spawn(process.execPath, [fw, ...args], { env, stdio: ["ignore", "ignore", "inherit"] });
const startWorker = () => start(["worker", "--concurrency", "8", ...flags]);

const input = path.join(folder, "in.jsonl");
const output = path.join(folder, "out.jsonl");
const lines = Array.from({ length: LINES }, (_, id) => {
  const body = { messages: [{ role: "user", content: `Question ${id}` }] };
  return JSON.stringify({ custom_id: `line-${id}`, body });
});
writeFileSync(input, `${lines.join("\n")}\n`);

let kills = 0;
let batchKills = 0;
const workers = Array.from({ length: WORKERS }, startWorker);
const killer = setInterval(() => {
  const place = Math.floor(Math.random() * WORKERS);
  workers[place].kill("SIGKILL");
  workers[place] = startWorker();
  kills += 1;
}, 1500);
let status;
for (;;) {
  const batch = start(["batch", input, "-o", output, ...flags]);
  // The one that collects is killed too, once, in the middle.
  const timer = batchKills === 0 ? setTimeout(() => batch.kill("SIGKILL"), 4000) : undefined;
  const [code] = await once(batch, "exit");
  clearTimeout(timer);
  if (code !== null) {
    status = code;
    break;
  }
  batchKills += 1;
}
clearInterval(killer);
for (const worker of workers) {
  const exit = once(worker, "exit");
  if (worker.kill("SIGTERM")) await exit;
}
redis.kill();
await backend.close();

const ids = readFileSync(output, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line))
  .filter(({ error }) => error === null)
  .map(({ custom_id }) => custom_id);
const different = new Set(ids);
const asked = backend.requests.filter(({ method }) => method === "POST").length;
rmSync(folder, { recursive: true });
console.log(
  `${LINES} lines, ${ids.length} answers of ${different.size} lines, ${kills} workers and ${batchKills} collector killed, ` +
    `${asked} requests, exit ${status}`,
);
const isGood = status === 0 && ids.length === LINES && different.size === LINES;
console.log(isGood ? "1 passed, 0 failed" : "0 passed, 1 failed");
process.exitCode = isGood ? 0 : 1;
