// Installs and builds when something is missing or older than its source; does nothing otherwise.
// Uses Node's own modules only: it is what runs first on a fresh clone.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const marks = path.join(root, "node_modules", ".cache", "ready");
const at = (...parts) => path.join(root, ...parts);

function run(command, args, label) {
  process.stderr.write(`${label}\n`);
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (result.error) throw result.error;
  if (result.status !== 0) {
    process.stderr.write(`"${command} ${args.join(" ")}" failed; see above.\n`);
    process.exit(result.status ?? 1);
  }
}

const readMark = (name) => {
  try {
    return readFileSync(path.join(marks, name), "utf8");
  } catch {
    return "";
  }
};
const writeMark = (name, value) => {
  mkdirSync(marks, { recursive: true });
  writeFileSync(path.join(marks, name), value);
};

function* sourceFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== "node_modules" && entry.name !== "dist") yield* sourceFiles(full);
    } else if (/\.(ts|json|mjs)$/.test(entry.name) && !entry.name.endsWith(".test.ts")) yield full;
  }
}

/** One line per file with its size and time: changes whenever a rebuild could give another result. */
function sourceState() {
  const hash = createHash("sha256");
  for (const file of [...sourceFiles(at("packages")), at("tsconfig.base.json")]) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

const major = Number(process.versions.node.split(".")[0]);
if (major < 20) {
  process.stderr.write(`Node.js 20.19 or newer is needed; this is ${process.version}.\n`);
  process.exit(2);
}

const lock = createHash("sha256")
  .update(readFileSync(at("package-lock.json")))
  .digest("hex");
if (readMark("lock") !== lock || !existsSync(at("node_modules", "typescript"))) {
  run("npm", ["install", "--no-audit", "--no-fund"], "Installing dependencies ...");
  writeMark("lock", lock);
}

const state = sourceState();
const built = readdirSync(at("packages")).every((name) => existsSync(at("packages", name, "dist")));
if (!built || readMark("source") !== state) {
  run(process.execPath, [at("node_modules", "typescript", "bin", "tsc"), "-b"], "Building ...");
  // What a package builds beyond its own TypeScript, such as a bundled library.
  for (const name of readdirSync(at("packages"))) {
    const script = at("packages", name, "scripts", "build.mjs");
    if (existsSync(script)) run(process.execPath, [script], `Building ${name} ...`);
  }
  writeMark("source", state);
}
