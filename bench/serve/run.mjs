// 1,000 streams at once through `fw serve`, beside the leanest proxy and, where it is installed, LiteLLM's:
// `node bench/serve/run.mjs [--quick]`. Measured is the CPU time of the proxy's process, from the operating system.
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { median, report } from "../lib/report.mjs";

const quick = process.argv.includes("--quick");
const STREAMS = quick ? 200 : 1000;
const CHUNKS = 50;
const rounds = quick ? 1 : 3;
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const litellm = here("../../node_modules/.cache/litellm/bin/litellm");
const folder = mkdtempSync(path.join(os.tmpdir(), "fw-bench-serve-"));

const backend = fork(here("../stream/server.mjs"), { stdio: "inherit" });
const [{ port }] = await once(backend, "message");
const target = `http://127.0.0.1:${port}`;

/** Seconds of CPU that a process has used, its children not counted. */
function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function start(command, args, env = {}) {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let text = "";
  for await (const piece of child.stdout.setEncoding("utf8")) {
    text += piece;
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
    if (url) return { child, url };
  }
  throw new Error(`${command} did not start: ${text}`);
}

async function startLitellm() {
  const config = path.join(folder, "litellm.yaml");
  writeFileSync(
    config,
    `model_list:\n  - model_name: bench\n    litellm_params: { model: openai/bench, api_base: ${target}/v1, api_key: none }\n`,
  );
  const url = "http://127.0.0.1:14000";
  const args = ["--config", config, "--port", "14000", "--host", "127.0.0.1", "--num_workers", "1"];
  const child = spawn(litellm, args, {
    stdio: "ignore",
    env: {
      ...process.env,
      NO_PROXY: "*",
      LITELLM_LOCAL_MODEL_COST_MAP: "True",
      LITELLM_TELEMETRY: "False",
      LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY: "true",
    },
  });
  for (let tries = 0; tries < 240; tries += 1) {
    if (
      await fetch(`${url}/health/liveliness`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return { child, url };
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error("LiteLLM did not start");
}

const agent = new http.Agent({ keepAlive: false });

/** One stream; resolves with whether it ended as a whole. */
function ask(url, model) {
  return new Promise((resolve, reject) => {
    const call = http.request(`${url}/v1/chat/completions`, {
      agent,
      method: "POST",
      headers: { "content-type": "application/json" },
    });
    call.once("error", reject);
    call.once("response", (answer) => {
      let tail = "";
      answer.setEncoding("utf8").on("data", (text) => (tail = (tail + text).slice(-40)));
      answer.once("end", () => resolve(tail.includes("[DONE]")));
      answer.once("error", reject);
    });
    const messages = [{ role: "user", content: `paced ${CHUNKS}` }];
    call.end(JSON.stringify({ model, stream: true, messages }));
  });
}

const contenders = {
  "lower bound": { model: "bench", start: () => start(process.execPath, [here("lean-proxy.mjs"), target]) },
  "framework (fw serve)": {
    model: "default",
    start: () =>
      start(
        process.execPath,
        [
          here("../../packages/cli/bin/fw.js"),
          "serve",
          "--port",
          "0",
          "--provider",
          "selfhost",
          "--model",
          "bench",
          "--concurrency",
          "2000",
        ],
        { SELFHOST_HOST: target, XDG_CONFIG_HOME: folder, FW_LEDGER: "" },
      ),
  },
  ...(existsSync(litellm) && { litellm: { model: "bench", start: startLitellm } }),
};

const rows = [];
for (const [name, { model, start: begin }] of Object.entries(contenders)) {
  const { child, url } = await begin();
  // Warm: connections, compiled code, the model's window.
  await Promise.all(Array.from({ length: 50 }, () => ask(url, model)));
  const seconds = [];
  let whole = 0;
  for (let round = 0; round < rounds; round += 1) {
    const before = cpuSeconds(child.pid);
    const ends = await Promise.all(Array.from({ length: STREAMS }, () => ask(url, model)));
    seconds.push(cpuSeconds(child.pid) - before);
    whole += ends.filter(Boolean).length;
  }
  child.kill();
  await once(child, "exit");
  rows.push({ name, "CPU s": median(seconds), "whole answers": whole / (rounds * STREAMS) });
}
const [bound] = rows;
for (const row of rows) row["of the lower bound"] = row["CPU s"] / bound["CPU s"];
report({
  id: "serve",
  title: `${STREAMS} streams at once through a proxy, ${CHUNKS} chunks each`,
  columns: ["CPU s", "of the lower bound", "whole answers"],
  rows,
  plot: "CPU s",
  bars: [{ column: "of the lower bound", atMost: 2, of: "times the lower bound" }],
  note: existsSync(litellm) ? undefined : "LiteLLM is not installed; see bench/serve/README.md.",
});
backend.kill();
agent.destroy();
rmSync(folder, { recursive: true });
