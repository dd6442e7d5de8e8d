/**
 * A lock between processes: loading a model twice puts two copies into memory, so only one process may load it at a time.
 * The lock is a file that names its holder. The holder touches it while it lives; a lock whose holder is gone, or has
 * not touched it for long, is set aside.
 */
import { createHash, randomUUID } from "node:crypto";
import { link, lstat, mkdir, open, readFile, rename, stat, unlink, utimes } from "node:fs/promises";
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
  const mark = JSON.stringify({ pid: process.pid, id: randomUUID() });
  for (;;) {
    try {
      const handle = await open(file, "wx", 0o600);
      await handle.writeFile(mark).finally(() => handle.close());
      return held(file, mark);
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
    }
    const stale = await staleMark(file);
    if (stale === undefined) return undefined;
    await setAside(file, stale);
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
      if (isStillOurs) await unlink(file).catch(() => undefined);
    },
  };
}

/** What a lock that nobody holds any more says; undefined while somebody does. */
async function staleMark(file: string): Promise<string | undefined> {
  try {
    const [mark, { mtimeMs }] = await Promise.all([readFile(file, "utf8"), stat(file)]);
    return !isHolderAlive(mark) || Date.now() - mtimeMs > STALE_MS ? mark : undefined;
  } catch (error) {
    // Released in the meantime.
    if (hasCode(error, "ENOENT")) return "";
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

/** Renaming is atomic: of several that find the same stale lock, one gets it. A lock taken anew meanwhile is put back. */
async function setAside(file: string, stale: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  if ((await readFile(aside, "utf8")) !== stale) await link(aside, file).catch(() => undefined);
  await unlink(aside);
}
