// `npm test`: every check of the project, one after the other, with one summary at the end.
// `--static` leaves out the suites and runs only what reads the code.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const report = path.join(root, "node_modules", ".cache", "vitest-report.json");
const packages = ["shared", "backends", "diagram", "cli"];

const checks = [
  ["format", ["oxfmt", "--check"]],
  ["lint", ["oxlint", "--type-aware", "--deny-warnings"]],
  ["types", ["tsc", "-b"]],
  ["unused code", ["knip"]],
  ["packed packages", [process.execPath, "scripts/pack-check.mjs"]],
  ...packages.map((name) => [`package ${name}`, ["publint", `packages/${name}`, "--strict"]]),
  ...packages.slice(0, 3).map((name) => [
    `types of ${name}`,
    // That require gets a module is meant so: see docs/runtimes.md.
    [
      "attw",
      "--pack",
      `packages/${name}`,
      "--profile",
      "node16",
      "--ignore-rules",
      "cjs-resolves-to-esm",
      "-q",
    ],
  ]),
];
const suites = [
  ["suites", ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`]],
];

let passed = 0;
let failed = 0;
rmSync(report, { force: true });
for (const [name, [command, ...args]] of process.argv.includes("--static")
  ? checks
  : [...checks, ...suites]) {
  const started = performance.now();
  const result = spawnSync(path.resolve(root, "node_modules", ".bin", command), args, {
    cwd: root,
    encoding: "utf8",
    stdio: name === "suites" ? "inherit" : ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  const ok = result.status === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${ok ? "ok  " : "FAIL"} ${String(name)} (${seconds} s)`);
  if (!ok) console.log(`${result.stdout ?? ""}${result.stderr ?? ""}${result.error ?? ""}`);
  if (name === "suites") {
    const counts = readReport();
    passed += counts.numPassedTests;
    failed += Math.max(counts.numFailedTests, ok ? 0 : 1);
  } else if (ok) passed += 1;
  else failed += 1;
}

function readReport() {
  try {
    return JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0 };
  }
}

console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
