/** Runs the real commands as a user would: as processes of their own, from the built packages. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const bin = (name: string): string =>
  fileURLToPath(new URL(`../../packages/cli/bin/${name}.js`, import.meta.url));

export interface Outcome {
  status: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env?: Record<string, string>;
  input?: string;
  cwd?: string;
  /** Called with all of stdout so far, each time more arrives. */
  onStdout?: (stdout: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** The environment of a command: nothing of this machine's settings leaks in. */
export const cleanEnv = (env: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  FW_LEDGER: "off",
  FW_CONVERSATIONS: "off",
  NO_COLOR: "1",
  ...env,
});

export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--", bin(command), ...args], {
      env: cleanEnv(options.env),
      ...(options.cwd !== undefined && { cwd: options.cwd }),
    });
    const outcome: Outcome = { status: null, stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      outcome.stdout += text;
      options.onStdout?.(outcome.stdout, (signal) => child.kill(signal));
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => (outcome.stderr += text));
    child.once("error", reject);
    child.once("close", (status) => resolve({ ...outcome, status }));
    child.stdin.on("error", () => undefined);
    child.stdin.end(options.input ?? "");
  });
}

/** The events of `--json`. */
export const eventsOf = (stdout: string): Record<string, unknown>[] =>
  stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Whether a process is there and not merely waiting to be forgotten by its parent. */
export function isRunning(id: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${id}/stat`, "utf8"));
  } catch {
    return false;
  }
}
