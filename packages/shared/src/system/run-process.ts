/** Programs that are run to their end, with everything they start. */
import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { KeptOutput } from "./kept-output.js";
import { ProcessTree } from "./process-tree.js";

export interface ProcessOptions {
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds until the process and all it started are ended. */
  timeLimit: number;
  /** Bytes of output to keep. */
  outputLimit: number;
  signal?: AbortSignal | undefined;
}

export interface ProcessOutcome {
  /** Both streams, as they came. */
  output: string;
  end:
    | { kind: "exited"; status: number }
    | { kind: "signalled"; signal: string }
    | { kind: "time-limit" | "cancelled" }
    | { kind: "not-started"; cause: unknown };
}

const MARK = "FW_CALL";
/** What has been asked to end gets this long before it is made to. */
const GRACE = 1000;
/** After the program ended, something it left running may hold its output open; it is waited for this long. */
const LINGER = 500;

/** What runs now. It has a group of its own, so that nothing else would end it together with this process. */
const running = new Set<ProcessTree>();
const endAll = () => {
  for (const tree of running) tree.signal("SIGKILL");
};

/** Runs a program without a shell and without input. Never throws: every end is an outcome. */
export function runProcess(
  program: string,
  args: readonly string[],
  { folder, env, timeLimit, outputLimit, signal }: ProcessOptions,
): Promise<ProcessOutcome> {
  const output = new KeptOutput(outputLimit);
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve({ output: "", end: { kind: "cancelled" } });
    let child: ChildProcess;
    // What a program starts has this in its environment too, wherever it puts itself.
    const mark = `${MARK}=${randomBytes(12).toString("hex")}`;
    try {
      child = spawn(program, args, {
        cwd: folder,
        env: { ...env, [MARK]: mark.slice(MARK.length + 1) },
        stdio: ["ignore", "pipe", "pipe"],
        // A group of its own, so that one signal reaches all of it.
        detached: process.platform !== "win32",
        windowsHide: true,
      });
    } catch (cause) {
      return resolve({ output: "", end: { kind: "not-started", cause } });
    }

    const timers: NodeJS.Timeout[] = [];
    const tree = child.pid === undefined ? undefined : new ProcessTree(child.pid, mark);
    if (running.size === 0) process.on("exit", endAll);
    if (tree) running.add(tree);
    let stopped: "time-limit" | "cancelled" | undefined;
    const stop = (reason: "time-limit" | "cancelled") => {
      stopped ??= reason;
      tree?.signal("SIGTERM");
      timers.push(setTimeout(() => tree?.signal("SIGKILL"), GRACE));
    };
    const onAbort = () => stop("cancelled");
    const finish = (end: ProcessOutcome["end"]) => {
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      // The program itself has ended; what it started, and what ignored the first signal, gets no more time.
      tree?.signal("SIGKILL");
      if (tree) running.delete(tree);
      if (running.size === 0) process.off("exit", endAll);
      resolve({ output: output.toString(), end: stopped ? { kind: stopped } : end });
    };

    timers.push(setTimeout(() => stop("time-limit"), timeLimit));
    signal?.addEventListener("abort", onAbort, { once: true });
    child.stdout?.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => output.push(chunk));
    child.on("error", (cause) => finish({ kind: "not-started", cause }));
    child.on("exit", () => {
      timers.push(
        setTimeout(() => {
          tree?.signal("SIGKILL");
          child.stdout?.destroy();
          child.stderr?.destroy();
        }, LINGER),
      );
    });
    child.on("close", (status, signalName) =>
      finish(
        status === null ? { kind: "signalled", signal: signalName ?? "unknown" } : { kind: "exited", status },
      ),
    );
  });
}
