import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { holderOf, tryLock, waitForLock } from "./lock-file.js";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "fw-lock-"));
  file = path.join(folder, "a.lock");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const mark = (pid: number | undefined, host = hostname()) =>
  writeFile(file, JSON.stringify({ pid, host, id: "other" }));

async function untouchedFor(milliseconds: number): Promise<void> {
  const past = new Date(Date.now() - milliseconds);
  await utimes(file, past, past);
}

it("has one holder, who is named, and the next one gets it on release", async () => {
  const first = tryLock(file);
  expect(first?.isOurs()).toBe(true);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(tryLock(file)).toBeUndefined();
  expect(holderOf(file)).toBe(`process ${process.pid}`);
  const waiting = waitForLock(file, undefined);
  first?.release();
  const second = await waiting;
  expect(tryLock(file)).toBeUndefined();
  second.release();
  expect(await readdir(folder)).toEqual([]);
});

it("ends a wait at once when cancelled", async () => {
  const lock = tryLock(file);
  const abort = new AbortController();
  const waiting = waitForLock(file, abort.signal);
  abort.abort();
  await expect(waiting).rejects.toMatchObject({ name: "CancelledError" });
  lock?.release();
});

it("of a process that is gone is taken over, by one of many processes", async () => {
  const gone = spawn(process.execPath, ["-e", ""]);
  await once(gone, "exit");
  const built = fileURLToPath(new URL("../../dist/system/lock-file.js", import.meta.url));
  const program = `import { createInterface } from "node:readline";
    const { tryLock } = await import(process.argv[1]);
    let lock;
    for await (const line of createInterface({ input: process.stdin })) {
      if (line === "take") lock = tryLock(process.argv[2]);
      else lock?.release();
      console.log(line + " " + Boolean(lock));
    }`;
  const children = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ["--input-type=module", "-e", program, built, file], {
      stdio: ["pipe", "pipe", "inherit"],
    }),
  );
  const rivals = children.map((child) => {
    const lines = createInterface({ input: child.stdout });
    return async (command: string) => {
      const answer = once(lines, "line");
      child.stdin.write(`${command}\n`);
      return String((await answer)[0]);
    };
  });
  await Promise.all(rivals.map((tell) => tell("warm up")));
  for (let round = 0; round < 20; round += 1) {
    await mark(gone.pid);
    const answers = await Promise.all(rivals.map((tell) => tell("take")));
    expect(answers.filter((answer) => answer === "take true")).toHaveLength(1);
    await Promise.all(rivals.map((tell) => tell("release")));
  }
  for (const child of children) child.stdin.end();
  expect(await readdir(folder)).toEqual([]);
});

it("that was not touched for long is taken over, also when its process number lives on", async () => {
  await mark(process.pid);
  expect(tryLock(file)).toBeUndefined();
  await untouchedFor(31_000);
  const lock = tryLock(file);
  expect(lock).toBeDefined();
  lock?.release();
});

it("of another machine is judged by its touches alone", async () => {
  await mark(2 ** 30, "elsewhere");
  expect(tryLock(file)).toBeUndefined();
  expect(holderOf(file)).toBe(`process ${2 ** 30} on elsewhere`);
  await untouchedFor(31_000);
  const lock = tryLock(file);
  expect(lock).toBeDefined();
  lock?.release();
});

it("that is just being written is respected", async () => {
  await writeFile(file, "");
  expect(tryLock(file)).toBeUndefined();
  expect(holderOf(file)).toBe("another process");
});

it("is not removed by a holder that lost it, who can tell", async () => {
  const first = tryLock(file);
  await mark(process.pid);
  expect(first?.isOurs()).toBe(false);
  first?.release();
  expect(await readdir(folder)).toHaveLength(1);
});

it("goes with a process that ends by itself", async () => {
  const built = new URL("../../dist/system/lock-file.js", import.meta.url).href;
  const program = `const { tryLock } = await import(${JSON.stringify(built)}); tryLock(process.argv[1]); process.exit(1);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, file]);
  expect(await once(child, "exit")).toEqual([1, null]);
  expect(await readdir(folder)).toEqual([]);
});
