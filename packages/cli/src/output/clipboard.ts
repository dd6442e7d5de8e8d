/** Copying: by the system's program for it, and by the terminal's own sequence, which works across ssh too. */
import { spawn } from "node:child_process";
import type { Environment } from "@framework/shared";

/** Programs that put standard input on the clipboard, where their surroundings are there. */
function programs(env: Environment): (readonly [program: string, ...args: string[]])[] {
  if (process.platform === "darwin") return [["pbcopy"]];
  if (process.platform === "win32") return [["clip"]];
  return [
    ...(env["TMUX"] ? [["tmux", "load-buffer", "-w", "-"] as const] : []),
    ...(env["WAYLAND_DISPLAY"] ? [["wl-copy"] as const] : []),
    ...(env["DISPLAY"]
      ? [["xclip", "-selection", "clipboard"] as const, ["xsel", "--clipboard", "--input"] as const]
      : []),
    ...(env["WSL_DISTRO_NAME"] ? [["clip.exe"] as const] : []),
  ];
}

/** Terminals ignore longer sequences. */
const LONGEST_SEQUENCE = 100_000;
const LIMIT_MS = 3000;

/** Copies a text and says by which ways; the terminal does not answer whether it took it. */
export async function copy(
  text: string,
  env: Environment,
  write: (sequence: string) => void,
): Promise<string[]> {
  const ways: string[] = [];
  for (const [program, ...args] of programs(env)) {
    if (await feed(program, args, text, env)) {
      ways.push(program);
      break;
    }
  }
  const data = Buffer.from(text).toString("base64");
  if (data.length <= LONGEST_SEQUENCE) {
    write(`\x1b]52;c;${data}\x07`);
    ways.push("the terminal");
  }
  return ways;
}

function feed(program: string, args: readonly string[], text: string, env: Environment): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ["pipe", "ignore", "ignore"],
      env: { ...env },
      timeout: LIMIT_MS,
    });
    child.once("error", () => resolve(false));
    child.once("exit", (status) => resolve(status === 0));
    child.stdin.on("error", () => undefined);
    child.stdin.end(text);
  });
}
