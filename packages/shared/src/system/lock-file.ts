/**
 * A lock between processes: a file that names its holder. The holder touches it while it lives; a lock whose holder is gone,
 * or has not touched it for long, is removed. Without waiting for the disk, because a conversation is begun without waiting.
 */
import { randomUUID } from "node:crypto";
import { closeSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { CancelledError } from "../provider/errors.js";
import { codeOf } from "./system-error.js";

const HEARTBEAT_MS = 5000;
const STALE_MS = 30_000;
const POLL_MS = 200;

export interface Lock {
  /** False when another process took it over, because this one seemed to be gone. */
  isOurs(): boolean;
  release(): void;
}

/** Takes the lock if it is free or its holder is gone; throws where no file can be made. */
export function tryLock(file: string): Lock | undefined {
  return create(file) ?? (removeStale(file) ? create(file) : undefined);
}

/** Waits until the lock is ours. */
export async function waitForLock(file: string, signal: AbortSignal | undefined): Promise<Lock> {
  for (;;) {
    const lock = tryLock(file);
    if (lock) return lock;
    try {
      await sleep(POLL_MS, undefined, { signal });
    } catch {
      throw new CancelledError();
    }
  }
}

/** Who holds the lock, in words. */
export function holderOf(file: string): string {
  const { pid, host } = parseMark(readMark(file));
  if (pid === undefined) return "another process";
  return host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`;
}

/** What a process that ends by itself still holds then. */
const held = new Set<Lock>();
const releaseAll = () => {
  for (const lock of held) lock.release();
};

function create(file: string): Lock | undefined {
  const mark = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() });
  const descriptor = openNew(file);
  if (descriptor === undefined) return undefined;
  try {
    writeFileSync(descriptor, mark);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS).unref();
  const isOurs = () => readMark(file) === mark;
  const lock: Lock = {
    isOurs,
    release: () => {
      clearInterval(heartbeat);
      held.delete(lock);
      if (held.size === 0) process.off("exit", releaseAll);
      if (!isOurs()) return;
      try {
        rmSync(file, { force: true });
      } catch {
        // The folder can no longer be written to; whoever comes next finds that the holder is gone.
      }
    },
  };
  if (held.size === 0) process.on("exit", releaseAll);
  held.add(lock);
  return lock;
}

/** Undefined when the file is there already: of several processes, one makes it. */
function openNew(file: string): number | undefined {
  try {
    return openSync(file, "wx", 0o600);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return undefined;
    throw error;
  }
}

function touch(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // It was removed by hand; the holder finds out when it asks.
  }
}

/**
 * Removes a lock that nobody holds any more; true when the way is free. Only who made the guard file may remove, after
 * looking again: otherwise a lock that was taken anew in the meantime could be lost.
 */
function removeStale(file: string): boolean {
  const seen = stateOf(file);
  if (seen !== "stale") return seen === "free";
  const guard = `${file}.guard`;
  const descriptor = openNew(guard);
  if (descriptor === undefined) {
    if (stateOf(guard) === "stale") rmSync(guard, { force: true });
    return false;
  }
  try {
    const state = stateOf(file);
    if (state === "stale") rmSync(file, { force: true });
    return state !== "held";
  } finally {
    closeSync(descriptor);
    rmSync(guard, { force: true });
  }
}

function stateOf(file: string): "free" | "held" | "stale" {
  try {
    const mark = readFileSync(file, "utf8");
    const isOld = Date.now() - statSync(file).mtimeMs > STALE_MS;
    return isOld || !isHolderAlive(mark) ? "stale" : "held";
  } catch (error) {
    if (codeOf(error) === "ENOENT") return "free";
    throw error;
  }
}

function readMark(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** A mark that cannot be read is one that is being written. */
function parseMark(mark: string): { pid?: number; host?: string } {
  const pid = Number(/"pid":(\d+)/.exec(mark)?.[1]);
  const host = /"host":"([\w.-]+)"/.exec(mark)?.[1];
  return { ...(Number.isSafeInteger(pid) && pid > 0 && { pid }), ...(host !== undefined && { host }) };
}

/** Of a process on another machine only the touches tell. */
function isHolderAlive(mark: string): boolean {
  const { pid, host } = parseMark(mark);
  if (pid === undefined || host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}
