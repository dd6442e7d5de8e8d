// `npm test`: every check of the project, with one summary at the end. First what reads the code, a few at a time, then
// the suites, which use all cores themselves. `--static` leaves out the suites.
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const report = path.join(root, "node_modules", ".cache", "vitest-report.json");
const packages = ["shared", "backends", "diagram", "cli"];
const libraries = packages.slice(0, 3);
const packed = path.join(root, "node_modules", ".cache", "packed");
const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const tarball = (name) => path.join(packed, `framework-${name}-${version}.tgz`);
const options = { cwd: root, encoding: "utf8", shell: process.platform === "win32" };
const program = (name) => (name === "npm" ? name : path.resolve(root, "node_modules", ".bin", name));

const checks = [
  ["lint", ["oxlint", "--type-aware", "--deny-warnings"]],
  ["format", ["oxfmt", "--check"]],
  ["types", ["tsc", "-b"]],
  ["unused code", ["knip"]],
];

/** What looks at the tarballs, which are packed once for all. */
const packedChecks = [
  ["packed packages", [process.execPath, "scripts/pack-check.mjs", packed]],
  ...packages.map((name) => [`package ${name}`, ["publint", tarball(name), "--strict"]]),
  // That require gets a module is meant so: see docs/runtimes.md.
  ...libraries.map((name) => [
    `types of ${name}`,
    ["attw", tarball(name), ..."--profile node16 --ignore-rules cjs-resolves-to-esm -q".split(" ")],
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

async function count([name, command]) {
  if (await timed(name, () => runCheck(command))) passed += 1;
  else failed += 1;
}

const waiting = [...checks];
async function lane() {
  for (let check = waiting.shift(); check; check = waiting.shift()) await count(check);
}

async function pack() {
  rmSync(packed, { recursive: true, force: true });
  mkdirSync(packed, { recursive: true });
  await count(["packing", ["npm", "pack", "--workspaces", "--pack-destination", packed]]);
  waiting.unshift(...packedChecks);
}
// Three, since installing waits for the network.
await Promise.all([pack().then(lane), lane(), lane()]);

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
