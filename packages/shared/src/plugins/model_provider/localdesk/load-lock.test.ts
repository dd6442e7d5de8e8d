import { mkdtemp, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadLockFile } from "./load-lock.js";

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
