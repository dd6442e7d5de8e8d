// A cold process that asks one question, beside the peers: CPU time of the whole process, Node's own start included.
// `node bench/cold/run.mjs [--quick]`
import { execFileSync, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { median, report } from "../lib/report.mjs";
import { contenders } from "../stream/contenders.mjs";

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const rounds = process.argv.includes("--quick") ? 3 : 15;
const QUESTION = "text 20";
const server = fork(here("../stream/server.mjs"));
const { port } = await new Promise((resolve) => server.once("message", resolve));
const base = `http://127.0.0.1:${port}`;
const home = mkdtempSync(path.join(tmpdir(), "bench-cold-"));
const fw = here("../../packages/cli/bin/fw.js");
const chat = [fw, "chat", "--provider", "selfhost", "--host", base, "--model", "bench"];

const programs = {
  "node alone": ["-e", ""],
  ...Object.fromEntries(
    Object.keys(contenders).map((name) => [name, [here("one.mjs"), name, base, QUESTION]]),
  ),
  "framework, fw chat": [...chat, QUESTION],
  "framework, fw chat --json": [...chat, "--json", QUESTION],
};

/** CPU seconds of a whole process as its shell sees them: start and end of Node count too. */
function cpuMs(args) {
  const env = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
  const out = execFileSync(
    "bash",
    [
      "-c",
      'TIMEFORMAT="%U %S"; { time "$@" >/dev/null 2>/dev/null </dev/null || echo failed; } 2>&1',
      "-",
      process.execPath,
      ...args,
    ],
    { encoding: "utf8", env },
  );
  if (out.startsWith("failed")) throw new Error(`node ${args.join(" ")} failed`);
  const [user, system] = out.trim().split(" ").map(Number);
  return (user + system) * 1000;
}

const names = Object.keys(programs);
const runs = Object.fromEntries(names.map((name) => [name, []]));
// Round by round, so that a slow moment of the machine hits all of them; the first round only warms the disk.
for (let round = 0; round <= rounds; round += 1) {
  for (const name of names) {
    const cpu = cpuMs(programs[name]);
    if (round > 0) runs[name].push(cpu);
  }
}
const openai = median(runs.openai);
report({
  id: "cold",
  title: "One question from a cold process",
  columns: ["CPU ms", "x openai"],
  plot: "CPU ms",
  bars: [{ column: "x openai", atMost: 0.6, of: "x openai" }],
  rows: names.map((name) => ({
    name,
    "CPU ms": median(runs[name]),
    "x openai": median(runs[name]) / openai,
  })),
  note: `Median of ${rounds}, turn and turn about; user and system time of the whole process.`,
});
server.disconnect();
rmSync(home, { recursive: true, force: true });
