import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { TestContext } from "vitest";

const writerFile = fileURLToPath(new URL("writer.mjs", import.meta.url));

/** A folder that is gone when the scope is left. */
export interface Folder extends Disposable {
  path: string;
}

export function temporaryFolder(): Folder {
  const folder = mkdtempSync(path.join(tmpdir(), "crash-"));
  return { path: folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A process that writes until it is killed. */
export class Writer {
  /** What it said was done, in order. */
  readonly done: string[] = [];
  readonly #process: ChildProcess;
  readonly #lines: ReturnType<typeof createInterface>;
  #errors = "";

  constructor(...args: string[]) {
    this.#process = spawn(process.execPath, [writerFile, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    const { stdout, stderr } = this.#process;
    if (!stdout || !stderr) throw new Error("no pipes");
    stderr.on("data", (text: Buffer) => (this.#errors += text.toString()));
    this.#lines = createInterface({ input: stdout });
    this.#lines.on("line", (line) => this.done.push(line));
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Settles when it has written so many times. */
  async wrote(writes: number): Promise<void> {
    const closed = once(this.#process, "close");
    while (this.done.length < writes) {
      const ended = await Promise.race([
        once(this.#lines, "line").then(() => false),
        closed.then(() => true),
      ]);
      if (ended) throw new Error(`the writer ended by itself: ${this.#errors}`);
    }
  }

  /** Kills it this long after so many writes, and waits until nothing of it is left. */
  async killAfter(writes: number, milliseconds: number): Promise<void> {
    const closed = once(this.#process, "close");
    await this.wrote(writes);
    await setTimeout(milliseconds);
    this.#process.kill("SIGKILL");
    await closed;
  }
}

/** Moments that differ from round to round, in milliseconds, the same in every run. */
export const moments = (rounds: number): number[] =>
  Array.from({ length: rounds }, (_, round) => (round * 7.3) % 23);

function mount(folder: string, options: string): void {
  const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`no tmpfs could be mounted: ${stderr.trim()}`);
}

const isRoot = process.getuid?.() === 0;

function skipped(context: TestContext, reason: string): never {
  console.warn(`${context.task.name}: not checked, ${reason}`);
  return context.skip(reason);
}

/** A disk of this size, so that it can be full; skips the test where none can be made. */
export function smallDisk(context: TestContext, kilobytes: number): Folder {
  if (!isRoot) return skipped(context, "a small disk can be mounted by root only");
  const folder = temporaryFolder();
  try {
    mount(folder.path, `size=${kilobytes}k`);
  } catch (error) {
    folder[Symbol.dispose]();
    return skipped(context, String(error));
  }
  return unmounting(folder);
}

function unmounting(folder: Folder): Folder {
  return {
    path: folder.path,
    [Symbol.dispose]: () => {
      spawnSync("umount", [folder.path]);
      folder[Symbol.dispose]();
    },
  };
}

/**
 * A folder that cannot be written to after `fill` has put something in it; `fill` says which part of it is meant. Root is
 * not held by permissions, so it needs a mount.
 */
export async function readOnlyFolder(
  context: TestContext,
  fill: (folder: string) => Promise<string>,
): Promise<Folder> {
  const folder = isRoot ? smallDisk(context, 1024) : temporaryFolder();
  const part = await fill(folder.path);
  if (!isRoot) {
    chmodSync(part, 0o500);
    return {
      path: folder.path,
      [Symbol.dispose]: () => {
        chmodSync(part, 0o700);
        folder[Symbol.dispose]();
      },
    };
  }
  const { status, stderr } = spawnSync("mount", ["-o", "remount,ro", folder.path], { encoding: "utf8" });
  if (status === 0) return folder;
  folder[Symbol.dispose]();
  return skipped(context, `no read-only mount: ${stderr.trim()}`);
}
