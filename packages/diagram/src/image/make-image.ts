/** The process that makes an image: `make-image.cjs KIND FILE`. Nobody waits for it, and it says nothing. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { IMAGE_FLAGS } from "./image-files.js";

const [kind = "", file = ""] = process.argv.slice(2);
const script = path.join(path.dirname(fileURLToPath(import.meta.url)), "image.cjs");
const LONGEST_MS = 60_000;
const lock = `${file}.lock`;
const part = `${file}.part`;

function node(...args: string[]): void {
  execFileSync(process.execPath, [...IMAGE_FLAGS, "--snapshot-blob", part, ...args, script, kind], {
    env: {},
    stdio: "ignore",
    timeout: LONGEST_MS,
    killSignal: "SIGKILL",
  });
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ETIMEDOUT";

/** One at a time; a lock that is older than the work may take was left by one that was killed. */
function hasLock(): boolean {
  try {
    writeFileSync(lock, "", { flag: "wx" });
    return true;
  } catch {
    const isOld = Date.now() - statSync(lock).mtimeMs > 3 * LONGEST_MS;
    if (isOld) rmSync(lock, { force: true });
    return false;
  }
}

// Whatever the umask says: what others could write here would be run.
mkdirSync(path.dirname(file), { recursive: true, mode: 0o755 });
// Another process may have had it made meanwhile.
if (!existsSync(file) && hasLock()) {
  try {
    node("--build-snapshot");
    node();
    renameSync(part, file);
  } catch (error) {
    // An empty one says that there is none to be had from this version of Node; that it took too long says nothing.
    if (!isTimeout(error)) writeFileSync(file, "");
    rmSync(part, { force: true });
  } finally {
    rmSync(lock, { force: true });
  }
}
