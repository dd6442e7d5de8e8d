/**
 * A lock between processes: loading a model twice puts two copies into memory, so only one process may load it at a time.
 * The lock is a file that names its holder. The holder touches it while it lives; a lock whose holder is gone, or has
 * not touched it for long, is removed.
 */
import { createHash, randomUUID } from "node:crypto";
import { chmod, type FileHandle, lstat, mkdir, open, readFile, rm, stat, utimes } from "node:fs/promises";
import { homedir, hostname } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CancelledError } from "../../../provider/errors.js";
import type { Environment } from "../../../provider/settings.js";

const HEARTBEAT_MS = 5000;
const STALE_MS = 30_000;
const POLL_MS = 200;

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;

/** The user's own folder for locks. */
function lockFolder(env: Environment): string {
  const chosen = env["XDG_CACHE_HOME"];
  const base =
    process.platform === "win32"
      ? env["LOCALAPPDATA"] || path.join(homedir(), "AppData", "Local")
      : chosen && path.isAbsolute(chosen)
        ? chosen
        : path.join(env["HOME"] || homedir(), process.platform === "darwin" ? "Library/Caches" : ".cache");
  return path.join(base, "fw", "locks");
}

/** The lock of one model on one server, its folder made private; rejects when there can be no such folder. */
export async function loadLockFile(env: Environment, server: URL, model: string): Promise<string> {
  const folder = lockFolder(env);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  const isOurs = process.getuid === undefined || found.uid === process.getuid();
  if (!found.isDirectory() || !isOurs) throw new Error(`${folder} is not a folder of this user`);
  await chmod(folder, 0o700);
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(server.hostname);
  // The machine is part of the name: a home folder may be shared, "localhost" never is.
  const address = isLoopback ? `localhost:${server.port}` : server.host;
  const key = [hostname(), server.protocol, address, server.pathname, model].join("\n");
  return path.join(folder, `load-${createHash("sha256").update(key).digest("hex").slice(0, 32)}.lock`);
}

export interface Lock {
  release(): Promise<void>;
}

/** Takes the lock if it is free or its holder is gone. */
export async function tryLock(file: string): Promise<Lock | undefined> {
  return (await create(file)) ?? ((await removeStale(file)) ? create(file) : undefined);
}

async function create(file: string): Promise<Lock | undefined> {
  const mark = JSON.stringify({ pid: process.pid, id: randomUUID() });
  const handle = await openNew(file);
  await handle?.writeFile(mark).finally(() => handle.close());
  return handle && held(file, mark);
}

/** Undefined when the file is there already: of several processes, one makes it. */
async function openNew(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, "wx", 0o600);
  } catch (error) {
    if (hasCode(error, "EEXIST")) return undefined;
    throw error;
  }
}

/** Waits until the lock is ours. */
export async function waitForLock(file: string, signal: AbortSignal | undefined): Promise<Lock> {
  for (;;) {
    const lock = await tryLock(file);
    if (lock) return lock;
    try {
      await sleep(POLL_MS, undefined, { signal });
    } catch {
      throw new CancelledError();
    }
  }
}

function held(file: string, mark: string): Lock {
  const touch = () => {
    const now = new Date();
    void utimes(file, now, now).catch(() => undefined);
  };
  const heartbeat = setInterval(touch, HEARTBEAT_MS).unref();
  return {
    release: async () => {
      clearInterval(heartbeat);
      const isStillOurs = (await readFile(file, "utf8").catch(() => "")) === mark;
      if (isStillOurs) await rm(file, { force: true }).catch(() => undefined);
    },
  };
}

/**
 * Removes a lock that nobody holds any more; true when the way is free. Only who made the guard file may remove, after
 * looking again: otherwise a lock that was taken anew in the meantime could be lost.
 */
async function removeStale(file: string): Promise<boolean> {
  const seen = await stateOf(file);
  if (seen !== "stale") return seen === "free";
  const guard = `${file}.guard`;
  const handle = await openNew(guard);
  if (!handle) {
    if ((await stateOf(guard)) === "stale") await rm(guard, { force: true });
    return false;
  }
  try {
    const state = await stateOf(file);
    if (state === "stale") await rm(file, { force: true });
    return state !== "held";
  } finally {
    await handle.close();
    await rm(guard, { force: true });
  }
}

async function stateOf(file: string): Promise<"free" | "held" | "stale"> {
  try {
    const [mark, { mtimeMs }] = await Promise.all([readFile(file, "utf8"), stat(file)]);
    return !isHolderAlive(mark) || Date.now() - mtimeMs > STALE_MS ? "stale" : "held";
  } catch (error) {
    if (hasCode(error, "ENOENT")) return "free";
    throw error;
  }
}

/** A mark that cannot be read is one that is being written. */
function isHolderAlive(mark: string): boolean {
  const pid = Number(/"pid":(\d+)/.exec(mark)?.[1]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, "ESRCH");
  }
}
