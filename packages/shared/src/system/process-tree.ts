/** Everything that a program has started, as far as the system tells. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A process and everything it starts, to be signalled as one. The process must lead a group of its own. */
export class ProcessTree {
  readonly #leader: number;
  /** What stands in the environment of all that belong to it: `NAME=value`. */
  readonly #mark: string;
  /** Found so far: once a parent has ended, its children can no longer be told apart. */
  readonly #descendants = new Set<number>();

  constructor(leader: number, mark: string) {
    this.#leader = leader;
    this.#mark = mark;
  }

  signal(signal: "SIGTERM" | "SIGKILL"): void {
    if (process.platform === "win32") {
      const options = { stdio: "ignore", windowsHide: true } as const;
      spawn("taskkill", ["/PID", String(this.#leader), "/T", "/F"], options).on("error", () => {});
      return;
    }
    if (process.platform === "linux")
      for (const id of descendants(this.#leader, this.#mark)) this.#descendants.add(id);
    for (const target of [-this.#leader, ...this.#descendants]) {
      try {
        process.kill(target, signal);
      } catch {
        // It has ended already.
      }
    }
  }
}

/**
 * Some programs put what they start into a group of its own, where a signal to ours does not reach it, or let its parent end, so
 * that it belongs to nobody. The mark in the environment tells those; only one that has wiped its environment is not found.
 */
function descendants(processId: number, mark: string): number[] {
  const children = new Map<number, number[]>();
  const marked: number[] = [];
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    if (environmentOf(name).includes(mark)) marked.push(Number(name));
    const parent = parentOf(name);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found: number[] = [...marked];
  const queue = [processId, ...marked];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const own = children.get(next) ?? [];
    found.push(...own);
    queue.push(...own);
  }
  return found;
}

function environmentOf(processId: string): string {
  try {
    return readFileSync(`/proc/${processId}/environ`, "latin1");
  } catch {
    // Another user's, or gone.
    return "";
  }
}

function parentOf(processId: string): number | undefined {
  try {
    // `id (name) state parent …`, where the name may contain anything.
    const status = readFileSync(`/proc/${processId}/stat`, "utf8");
    return Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}
