// `npm test`: every check of the project, with one summary at the end. First what reads the code, two at a time, then
// the suites, which use all cores themselves. `--static` leaves out the suites.
import { execFile, spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const report = path.join(root, "node_modules", ".cache", "vitest-report.json");
const packages = ["shared", "backends", "diagram", "cli"];
const libraries = packages.slice(0, 3);
const options = { cwd: root, encoding: "utf8", shell: process.platform === "win32" };
const program = (name) => path.resolve(root, "node_modules", ".bin", name);

const checks = [
  ["packed packages", [process.execPath, "scripts/pack-check.mjs"]],
  ["lint", ["oxlint", "--type-aware", "--deny-warnings"]],
  ["format", ["oxfmt", "--check"]],
  ["types", ["tsc", "-b"]],
  ["unused code", ["knip"]],
  ...packages.map((name) => [`package ${name}`, ["publint", `packages/${name}`, "--strict"]]),
  // That require gets a module is meant so: see docs/runtimes.md.
  ...libraries.map((name) => [
    `types of ${name}`,
    `attw --pack packages/${name} --profile node16 --ignore-rules cjs-resolves-to-esm -q`.split(" "),
  ]),
];

let passed = 0;
let failed = 0;

async function timed(name, work) {
  const started = performance.now();
  const { ok, output = "" } = await work();
  console.log(`${ok ? "ok  " : "FAIL"} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (!ok) console.log(output);
  return ok;
}

async function runCheck([command, ...args]) {
  try {
    await promisify(execFile)(program(command), args, { ...options, maxBuffer: 2 ** 26 });
    return { ok: true };
  } catch (error) {
    return { ok: false, output: `${error.stdout ?? ""}${error.stderr ?? ""}${error.message}` };
  }
}

const waiting = [...checks];
async function lane() {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const [name, command] = check;
    if (await timed(name, () => runCheck(command))) passed += 1;
    else failed += 1;
  }
}
await Promise.all([lane(), lane()]);

if (!process.argv.includes("--static")) {
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const ok = await timed("suites", () => ({
    ok: spawnSync(program("vitest"), ["run", ...reporters], { ...options, stdio: "inherit" }).status === 0,
  }));
  const counts = readReport();
  passed += counts.numPassedTests;
  failed += Math.max(counts.numFailedTests, ok ? 0 : 1);
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
