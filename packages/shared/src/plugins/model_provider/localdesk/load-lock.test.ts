import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadLockFile, tryLock, waitForLock } from "./load-lock.js";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "fw-lock-"));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const fileFor = (server: string, model = "m") =>
  loadLockFile({ XDG_CACHE_HOME: home }, new URL(server), model);

describe("the lock's place", () => {
  it("is a private folder of the user", async () => {
    const file = await fileFor("http://localhost:1234");
    expect(file.startsWith(path.join(home, "fw", "locks"))).toBe(true);
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
    const lock = await tryLock(file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await lock?.release();
  });

  it("is one per server and model, whatever loopback is called", async () => {
    const file = await fileFor("http://localhost:1234");
    expect(await fileFor("http://127.0.0.1:1234")).toBe(file);
    expect(await fileFor("http://[::1]:1234")).toBe(file);
    expect(await fileFor("http://localhost:1235")).not.toBe(file);
    expect(await fileFor("http://other:1234")).not.toBe(file);
    expect(await fileFor("http://localhost:1234", "n")).not.toBe(file);
  });

  it("is refused when it is a link", async () => {
    const elsewhere = path.join(home, "elsewhere");
    await loadLockFile({ XDG_CACHE_HOME: elsewhere }, new URL("http://x"), "m");
    await rm(path.join(elsewhere, "fw", "locks"), { recursive: true });
    await symlink(home, path.join(elsewhere, "fw", "locks"));
    await expect(loadLockFile({ XDG_CACHE_HOME: elsewhere }, new URL("http://x"), "m")).rejects.toThrow(
      /not a folder of this user/,
    );
  });
});

describe("the lock", () => {
  it("has one holder, and the next one gets it on release", async () => {
    const file = await fileFor("http://localhost:1234");
    const first = await tryLock(file);
    expect(first).toBeDefined();
    expect(await tryLock(file)).toBeUndefined();
    const waiting = waitForLock(file, undefined);
    await first?.release();
    const second = await waiting;
    expect(await tryLock(file)).toBeUndefined();
    await second.release();
    expect(await readdir(path.dirname(file))).toEqual([]);
  });

  it("ends a wait at once when cancelled", async () => {
    const file = await fileFor("http://localhost:1234");
    const lock = await tryLock(file);
    const abort = new AbortController();
    const waiting = waitForLock(file, abort.signal);
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ name: "CancelledError" });
    await lock?.release();
  });

  it("of a process that is gone is taken over, by one of many", async () => {
    const file = await fileFor("http://localhost:1234");
    const child = spawn(process.execPath, ["-e", ""]);
    await once(child, "exit");
    for (let round = 0; round < 50; round += 1) {
      await writeFile(file, JSON.stringify({ pid: child.pid, id: "gone" }));
      const locks = await Promise.all(Array.from({ length: 16 }, () => tryLock(file)));
      expect(locks.filter((lock) => lock !== undefined)).toHaveLength(1);
      for (const lock of locks) await lock?.release();
    }
    expect(await readdir(path.dirname(file))).toEqual([]);
  });

  it("that was not touched for long is taken over, also when its process number lives on", async () => {
    const file = await fileFor("http://localhost:1234");
    await writeFile(file, JSON.stringify({ pid: process.pid, id: "asleep" }));
    expect(await tryLock(file)).toBeUndefined();
    const past = new Date(Date.now() - 31_000);
    await utimes(file, past, past);
    const lock = await tryLock(file);
    expect(lock).toBeDefined();
    await lock?.release();
  });

  it("that is just being written is respected", async () => {
    const file = await fileFor("http://localhost:1234");
    await writeFile(file, "");
    expect(await tryLock(file)).toBeUndefined();
  });

  it("is not removed by a holder that lost it", async () => {
    const file = await fileFor("http://localhost:1234");
    const first = await tryLock(file);
    await writeFile(file, JSON.stringify({ pid: process.pid, id: "other" }));
    await first?.release();
    expect(await readdir(path.dirname(file))).toHaveLength(1);
  });
});
