/** A thread and a process as the same kind of partner. */
import { fork } from "node:child_process";
import { Worker } from "node:worker_threads";
import { DiagramRenderError } from "../errors.js";
import { workOf } from "./process-work.js";

/** Someone who answers one message after the other: a thread or a process. */
export interface Peer<Request, Response> {
  /** How many milliseconds it has worked, others in its process included; 0 for one that counts its own. */
  workMs(): number;
  post(request: Request): void;
  /** Ends it at once, whatever it does. */
  kill(): void;
  /** Whether it keeps our process alive: only while it works for somebody. */
  hold(alive: boolean): void;
  onMessage(listener: (response: Response) => void): void;
  /** Called once, however it ended. */
  onEnd(listener: (reason: string) => void): void;
}

const HEAP_LIMIT_MB = 512;
const STACK_LIMIT_MB = 8;

/** What a thread is told when it starts. */
export interface ThreadStart {
  /** What it will draw first. */
  readonly kind: string;
  /** Whether the process is there for the drawing alone, so that its settings are ours. */
  readonly ownsProcess: boolean;
}

/** A worker thread running the built module `file`. */
export function startThread<Request, Response>(file: URL, workerData: ThreadStart): Peer<Request, Response> {
  const worker = new Worker(file, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB, stackSizeMb: STACK_LIMIT_MB },
    // Nothing of it reaches the user's terminal; and the environment may hold secrets.
    stdout: true,
    stderr: true,
    env: {},
    execArgv: [],
  });
  return {
    workMs: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    },
    // The rule is about windows; a thread has no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    post: (request) => worker.postMessage(request),
    kill: () => void worker.terminate(),
    hold: (alive) => (alive ? worker.ref() : worker.unref()),
    onMessage: (listener) => worker.on("message", listener),
    onEnd: (listener) => {
      let reason = "it ended";
      worker.on("error", (error) => (reason = error.message));
      worker.on("exit", () => listener(reason));
    },
  };
}

/** Set in our processes: one that starts another is a program that was started again. */
const MARK = "FRAMEWORK_DIAGRAM_PROCESS";

/**
 * A program that was made into one executable with its runtime would be started again in place of the module; and again
 * by that one, without end.
 */
function checkRuntime(): void {
  // Only Node has this module.
  const executable: { isSea(): boolean } | undefined = process.getBuiltinModule("node:sea");
  if (!executable?.isSea() && process.env[MARK] === undefined) return;
  throw new DiagramRenderError(
    "pictures cannot be drawn inside of a single executable, which cannot start another process of its runtime; text can, or run the program with node",
  );
}

const nameOf = (signal: string): string =>
  signal === "SIGABRT" ? "signal SIGABRT, as when memory runs out" : `signal ${signal}`;

/** How a process is started. */
export interface ProcessStart {
  readonly args?: readonly string[];
  /** All of its environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Node's own, for one that works in its first thread: there it cannot count its own work. */
  readonly flags?: readonly string[];
}

/** A Node process running the built module `file`. */
export function startProcess<Request extends object, Response>(
  file: URL,
  { args = [], env = {}, flags }: ProcessStart = {},
): Peer<Request, Response> {
  checkRuntime();
  const child = fork(file, args, {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    // An executable made by Bun is Bun itself when it is told so.
    env: { ...env, [MARK]: "1", BUN_BE_BUN: "1" },
    execArgv: [...(flags ?? [])],
  });
  // Bun has no such methods here, and needs none.
  const channel: { ref?(): void; unref?(): void } | null | undefined = child.channel;
  const hold = (alive: boolean): void => {
    if (alive) {
      child.ref();
      channel?.ref?.();
    } else {
      child.unref();
      channel?.unref?.();
    }
  };
  return {
    workMs: () => (flags ? workOf(child.pid) : 0),
    // A process that is gone reports its end; the failed send says nothing new.
    post: (request) => void child.send(request, () => {}),
    kill: () => void child.kill("SIGKILL"),
    hold,
    // Both ends are ours, and the child only ever sends responses.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    onMessage: (listener) => child.on("message", (message) => listener(message as Response)),
    onEnd: (listener) => {
      let ended = false;
      const end = (reason: string): void => {
        if (!ended) listener(reason);
        ended = true;
      };
      child.on("error", (error) => end(error.message));
      child.on("exit", (code, signal) => end(signal ? nameOf(signal) : `exit code ${code}`));
    },
  };
}
