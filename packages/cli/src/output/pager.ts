/** A pager for output that is longer than the screen. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Writable } from "node:stream";

export interface Pager {
  readonly input: Writable;
  /** Ends the output, and settles when the reader has left. */
  close(): Promise<void>;
}

/** Starts `less`, which shows styles as they are and leaves by itself when all fits; undefined where there is none. */
export async function openPager(): Promise<Pager | undefined> {
  const child = spawn("less", ["-R", "-F", "-X"], { stdio: ["pipe", "inherit", "inherit"] });
  try {
    await once(child, "spawn");
  } catch {
    return undefined;
  }
  const left = once(child, "close");
  // A reader that leaves early is no failure.
  child.stdin.on("error", () => {});
  return {
    input: child.stdin,
    close: async () => {
      child.stdin.end();
      await left;
    },
  };
}
