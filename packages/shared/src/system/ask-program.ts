/** Programs that are given something and answer with something: no shell, no trace of the input on the command line. */
import { spawn } from "node:child_process";

export interface AskOptions {
  env: Readonly<Record<string, string | undefined>>;
  /** What it gets on standard input. Without it, the program has this process's own, so that it can ask the user. */
  input?: string;
  timeLimit: number;
}

const MOST_OUTPUT = 64 * 1024;

/** What the program wrote; an error says why there is nothing. Neither repeats the input. */
export function askProgram(program: string, args: readonly string[], options: AskOptions): Promise<string> {
  const { env, input, timeLimit } = options;
  return new Promise((resolve, reject) => {
    const isAsking = input === undefined;
    const child = spawn(program, args, {
      env: { ...env },
      stdio: [isAsking ? "inherit" : "pipe", "pipe", isAsking ? "inherit" : "ignore"],
      windowsHide: true,
    });
    let output = "";
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`it did not answer within ${timeLimit / 1000} s`));
    }, timeLimit);
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      if (output.length < MOST_OUTPUT) output += text;
    });
    child.stdin?.on("error", () => undefined);
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on("close", (status) => {
      clearTimeout(timer);
      if (status === 0) resolve(output);
      else reject(new Error(status === null ? "it was ended" : `it failed with status ${status}`));
    });
    child.stdin?.end(input);
  });
}
