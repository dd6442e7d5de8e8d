/**
 * `npm run runtimes`: the packed packages under the runtimes and bundlers that people use, each installed from npm into a folder that is
 * not tracked. The same programs run everywhere and must tell the same, the pictures down to their pixels. Writes docs/runtimes.md.
 */
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { BUNDLERS, bundle } from "./bundles.mjs";
import { zippedFunction } from "./lambda.mjs";
import { installPacked } from "./packed.mjs";
import { writePage } from "./page.mjs";
import { startBackend } from "../../packages/backends/dist/index.js";
import { findRuntime, RUNTIMES } from "./tools.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "fw-runtimes-"));
const app = installPacked();
const rows = [];
let failed = 0;

/** Runs a program with nothing of the user's own around it; resolves with what it printed as JSON. */
function run(command, args, cwd, env = {}) {
  return new Promise((resolve) => {
    const scratch = path.join(folder, "tmp");
    mkdirSync(scratch, { recursive: true });
    const child = spawn(command, args, {
      cwd,
      env: { PATH: process.env.PATH, HOME: folder, TMPDIR: scratch, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    let complaint = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (complaint += text));
    child.once("error", (error) => resolve({ error: error.message }));
    child.once("close", (status, signal) => {
      try {
        resolve(JSON.parse(out.trim().split("\n").at(-1)));
      } catch {
        resolve({ error: `ended with ${signal ?? status}: ${complaint.trim() || out}` });
      }
    });
  });
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** What of an outcome differs from that of the Node that runs this. */
function differences(found, expected) {
  if (found.error) return [found.error];
  const { draw = {} } = found;
  const wrong = [];
  for (const name of ["ask", "draw", "format"]) if (found[name]?.error) wrong.push(found[name].error);
  for (const name of ["ask", "format"])
    if (!same(found[name], expected[name])) wrong.push(`${name}: ${JSON.stringify(found[name])}`);
  for (const part of ["svg", "pixels", "text", "fault"])
    if (!same(draw[part], expected.draw[part])) wrong.push(`${part}: ${JSON.stringify(draw[part])}`);
  return wrong;
}

function note(kind, name, version, wrong, remark = "") {
  if (wrong.length > 0) failed += 1;
  console.log(`${wrong.length > 0 ? "FAIL" : "ok  "} ${name} ${version}${remark && ` (${remark})`}`);
  for (const line of wrong) console.log(`     ${line}`);
  rows.push({ kind, name, version, isGood: wrong.length === 0, remark });
}

function skip(kind, name, reason) {
  console.log(`skipped ${name}: ${reason}`);
  rows.push({ kind, name, missing: reason });
}

const remarkOf = (found, expected) =>
  same(found.draw?.png, expected.draw.png) ? "PNG files the same" : "pixels the same, packed differently";

const backend = await startBackend("selfhost", { reply: { text: "asked by fw" } });
const FW = path.join(app, "node_modules/@framework/cli/bin/fw.js");
const CHAT = [FW, "chat", "--json", "--provider", "selfhost", "--model", "demo-model", "Hello"];
const CHAT_ENV = { SELFHOST_HOST: backend.url, FW_LEDGER: "off", FW_CONVERSATIONS: "off" };

const nodes = [];
const expected = await run(process.execPath, ["all.mjs"], app);
if (expected.error) throw new Error(expected.error);
for (const candidates of RUNTIMES) {
  const { name, version, command, args, missing } = findRuntime(candidates);
  if (missing) {
    skip("runtime", name, missing);
    continue;
  }
  const found = await run(command, [...args, "all.mjs"], app);
  const isNode = name.startsWith("Node");
  const wrong = differences(found, expected);
  if (isNode && !same(found.draw?.png, expected.draw.png))
    wrong.push(`png: ${JSON.stringify(found.draw?.png)}`);
  note("runtime", name, version, wrong, remarkOf(found, expected));
  const required = await run(command, [...args, "required.cjs"], app);
  const wanted = { text: "required", kind: "flowchart", error: "RateLimitError", pipeline: "function" };
  note("require", `require in ${name}`, version, same(required, wanted) ? [] : [JSON.stringify(required)]);
  const ended = await run(command, [...args, ...CHAT], app, CHAT_ENV);
  note("command", `fw chat in ${name}`, version, ended.reason === "stop" ? [] : [JSON.stringify(ended)]);
  if (isNode) nodes.push({ name, command });
}
await backend.close();

const bundles = path.join(folder, "bundles");
mkdirSync(bundles);
const made = [];
for (const bundler of BUNDLERS) made.push(await bundle(bundler, app, bundles));
// A bundle has to do without the packages it was made of, wherever they were.
const away = `${app}-away`;
rmSync(away, { recursive: true, force: true });
renameSync(app, away);
for (const { name, version, outfile, isProgram, missing, error } of made) {
  if (missing) skip("bundle", name, missing);
  else if (error) note("bundle", name, version, [error]);
  else {
    const found = await (isProgram ? run(outfile, [], bundles) : run(process.execPath, [outfile], bundles));
    const size = `${(statSync(outfile).size / 1e6).toFixed(1)} MB`;
    note("bundle", name, version, differences(found, expected), `${size}, ${remarkOf(found, expected)}`);
  }
}

const { place, caller, missing } = zippedFunction(made, folder);
if (missing) skip("lambda", "a function in a zip file", missing);
for (const { name, command } of missing ? [] : nodes) {
  const found = await run(command, [caller, place], folder, {
    AWS_LAMBDA_FUNCTION_NAME: "f",
    HOME: "/nonexistent",
  });
  note("lambda", "a function in a zip file", name, differences(found, expected));
}
if (place) chmodSync(place, 0o700);
renameSync(away, app);
rmSync(folder, { recursive: true, force: true });
writePage(rows);
console.log(`\n${rows.filter(({ isGood }) => isGood).length} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
