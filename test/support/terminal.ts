/** A command in a real pseudo-terminal, with a virtual screen that shows what a person would see. */
import { spawn } from "@lydell/node-pty";
import { cleanEnv, bin } from "./command.js";

export interface TerminalProgram {
  /** Everything written so far, escapes included. */
  readonly output: string;
  /** Resolves once the output after the last wait contains the text. */
  waitFor(text: string | RegExp): Promise<string>;
  type(keys: string): void;
  exit: Promise<number>;
}

const LIMIT_MS = 20_000;
const DEVICE_ATTRIBUTES = "\x1b[c";

export function openTerminal(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): TerminalProgram {
  const child = spawn(process.execPath, ["--", bin(command), ...args], {
    cols: 100,
    rows: 30,
    env: cleanEnv({ TERM: "xterm-256color", ...env }),
  });
  let output = "";
  let seen = 0;
  let check: (() => void) | undefined;
  let isAsked = false;
  child.onData((data) => {
    output += data;
    // As every terminal does: without an answer the program would wait for one.
    if (!isAsked && output.includes(DEVICE_ATTRIBUTES)) {
      isAsked = true;
      child.write("\x1b[?62;22c");
    }
    check?.();
  });
  return {
    get output() {
      return output;
    },
    waitFor: (text) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          check = undefined;
          reject(
            new Error(`"${text}" did not appear; the terminal shows:\n${output.slice(seen).slice(-2000)}`),
          );
        }, LIMIT_MS);
        check = () => {
          const rest = output.slice(seen);
          const found = typeof text === "string" ? rest.indexOf(text) : rest.search(text);
          if (found < 0) return;
          clearTimeout(timer);
          check = undefined;
          const length = typeof text === "string" ? text.length : (text.exec(rest)?.[0].length ?? 0);
          seen += found + length;
          resolve(rest.slice(0, found + length));
        };
        check();
      }),
    type: (keys) => child.write(keys),
    exit: new Promise((resolve) => child.onExit(({ exitCode }) => resolve(exitCode))),
  };
}
