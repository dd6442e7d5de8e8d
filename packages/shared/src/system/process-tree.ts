import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A process and everything it starts, to be signalled as one. The process must lead a group of its own. */
export class ProcessTree {
  readonly #leader: number;
  /** Found so far: once a parent has ended, its children can no longer be told apart. */
  readonly #descendants = new Set<number>();

  constructor(leader: number) {
    this.#leader = leader;
  }

  signal(signal: "SIGTERM" | "SIGKILL"): void {
    if (process.platform === "win32") {
      const options = { stdio: "ignore", windowsHide: true } as const;
      spawn("taskkill", ["/PID", String(this.#leader), "/T", "/F"], options).on("error", () => {});
      return;
    }
    if (process.platform === "linux") for (const id of descendants(this.#leader)) this.#descendants.add(id);
    for (const target of [-this.#leader, ...this.#descendants]) {
      try {
        process.kill(target, signal);
      } catch {
        // It has ended already.
      }
    }
  }
}

/** Some programs put what they start into a group of its own, where a signal to ours does not reach it. */
function descendants(processId: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(name);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found: number[] = [];
  const queue = [processId];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const own = children.get(next) ?? [];
    found.push(...own);
    queue.push(...own);
  }
  return found;
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
