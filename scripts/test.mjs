// `npm test`: every check of the project, with one summary at the end. What reads the code runs beside the suites, which often
// wait. `--static` leaves out the suites.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const report = path.join(root, "node_modules", ".cache", "vitest-report.json");
const packages = ["shared", "backends", "diagram", "cli"];
const packed = path.join(root, "node_modules", ".cache", "packed");
const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const tarball = (name) => path.join(packed, `framework-${name}-${version}.tgz`);
const options = { cwd: root, encoding: "utf8", shell: process.platform === "win32" };
const program = (name) => (name === "npm" ? name : path.resolve(root, "node_modules", ".bin", name));

/** What may change the built packages: nothing else runs before it has ended. */
const types = ["types", ["tsc", "-b"]];

const checks = [
  ["lint", ["oxlint", "--type-aware", "--deny-warnings"]],
  ["format", ["oxfmt", "--check"]],
  ["unused code", ["knip", "--cache"]],
];

/** What looks at the tarballs, which are packed once for all. */
const packedChecks = [
  ["packed packages", [process.execPath, "scripts/pack-check.mjs", packed]],
  ["packages and their types", [process.execPath, "scripts/package-checks.mjs", ...packages.map(tarball)]],
];

let passed = 0;
let failed = 0;

/** What is to be told once the suites have the terminal no longer. */
let held;

async function timed(name, work) {
  const started = performance.now();
  const { ok, output } = await work();
  const line = `${ok ? "ok  " : "FAIL"} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`;
  const told = ok ? line : `${line}\n${output}`;
  if (held) held.push(told);
  else console.log(told);
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

async function runSuites() {
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const vitest = spawn(program("vitest"), ["run", ...reporters], { ...options, stdio: "inherit" });
  const [status] = await once(vitest, "close");
  return { ok: status === 0, output: "" };
}

async function suites() {
  held = [];
  const ok = await timed("suites", runSuites);
  for (const told of held) console.log(told);
  held = undefined;
  const counts = readReport();
  passed += counts.numPassedTests;
  failed += Math.max(counts.numFailedTests, ok ? 0 : 1);
}

await count(types);
const packing = pack();
const isStatic = process.argv.includes("--static");
await Promise.all([lane().then(() => packing.then(lane)), packing.then(isStatic ? lane : suites)]);

function readReport() {
  try {
    return JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0 };
  }
}

console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
