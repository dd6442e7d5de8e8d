// `npm run bench`: installs the peers in their own folder, runs every measurement, and writes bench/results and
// docs/benchmarks.md. `--quick` only prints a first look.
import { execFileSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const quick = process.argv.includes("--quick");
if (!existsSync(here("peers/node_modules"))) {
  console.log("Installing the peers ...");
  execFileSync("npm", ["install", "--no-audit", "--no-fund"], {
    cwd: here("peers"),
    stdio: ["ignore", 2, 2],
  });
}
if (!quick) rmSync(here("results"), { recursive: true, force: true });
const env = quick ? process.env : { ...process.env, BENCH_RESULTS: here("results") };
const parts = [
  "stream/run.mjs",
  "stream/cancel.mjs",
  "stream/conversation.mjs",
  "stream/import.mjs",
  "cold/run.mjs",
  "format/pipeline.mjs",
  "format/pictures.mjs",
];
// Where mermaid-cli and its browser are installed, see bench/diagram/README.md.
if (!quick && existsSync(here("diagram/node_modules/.bin/mmdc"))) parts.push("diagram/run.mjs");
for (const part of parts) {
  console.log(`\n# bench/${part}`);
  execFileSync(process.execPath, [here(part), ...process.argv.slice(2)], { stdio: "inherit", env });
}
if (!quick) (await import("./lib/document.mjs")).writeDocuments();
