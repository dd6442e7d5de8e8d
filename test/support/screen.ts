/** A command in a real pseudo-terminal, seen through a terminal emulator: what a person would see, not the bytes. */
import { spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { bin, cleanEnv } from "./command.js";

export interface ScreenOptions {
  env?: Record<string, string>;
  columns?: number;
  rows?: number;
  /** Runs this shell text instead, with the command as `"$@"`. */
  shell?: string;
}

export interface ScreenProgram {
  readonly emulator: InstanceType<typeof xterm.Terminal>;
  /** Every line in the emulator's memory, what scrolled away too, without the empty ones at the end. */
  lines(): string[];
  text(): string;
  /** Waits until what is to be seen matches or satisfies, and gives it. */
  until(expected: string | RegExp | ((text: string) => boolean)): Promise<string>;
  type(keys: string): void;
  resize(columns: number, rows: number): void;
  readonly pid: number;
  readonly exit: Promise<number>;
}

/**
 * A shell that waits for Enter after the command: what is written right before the last process of a pseudo-terminal ends may
 * be lost on its way.
 */
export const HOLDING = `"$@"; status=$?; read -r line; exit $status`;

/** How long something expected may take before the test fails. */
const LIMIT_MS = 20_000;

export function openScreen(
  command: string,
  args: readonly string[],
  options: ScreenOptions = {},
): ScreenProgram {
  const { columns: cols = 80, rows = 24, shell } = options;
  const emulator = new xterm.Terminal({ cols, rows, scrollback: 5000, allowProposedApi: true });
  const line = [process.execPath, "--", bin(command), ...args];
  const [file = "", ...rest] = shell === undefined ? line : ["sh", "-c", shell, "sh", ...line];
  const child = spawn(file, rest, { cols, rows, env: cleanEnv({ TERM: "xterm-256color", ...options.env }) });
  const waiting = new Set<() => void>();
  child.onData((data) => emulator.write(data, () => waiting.forEach((check) => check())));
  // The emulator answers the program's questions, as a real one does.
  emulator.onData((data) => child.write(data));

  const lines = () => {
    const buffer = emulator.buffer.active;
    const all = Array.from(
      { length: buffer.length },
      (_, row) => buffer.getLine(row)?.translateToString(true) ?? "",
    );
    return all.slice(0, all.findLastIndex((text) => text !== "") + 1);
  };
  const text = () => lines().join("\n");
  return {
    emulator,
    lines,
    text,
    until: (expected) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const shown = text();
          const isThere =
            typeof expected === "string"
              ? shown.includes(expected)
              : typeof expected === "function"
                ? expected(shown)
                : expected.test(shown);
          if (!isThere) return;
          clearTimeout(timer);
          waiting.delete(check);
          resolve(shown);
        };
        const timer = setTimeout(() => {
          waiting.delete(check);
          reject(
            new Error(
              `${String(expected)} did not appear; the screen ends in:\n${lines().slice(-30).join("\n")}`,
            ),
          );
        }, LIMIT_MS);
        waiting.add(check);
        check();
      }),
    type: (keys) => child.write(keys),
    resize: (columns, height) => {
      emulator.resize(columns, height);
      child.resize(columns, height);
    },
    pid: child.pid,
    exit: new Promise((resolve) => child.onExit(({ exitCode }) => resolve(exitCode))),
  };
}
