/** Runs documented commands in their order; within this process those that need neither a shell nor a terminal. */
import { call } from "../support/called.js";
import { runScript } from "./shell.js";
import type { World } from "./world.js";

/** What changes the shell that the commands after it run in. */
const CHANGES_THE_SHELL = /^(?:export|cd|source|\w+=)/;
const NEEDS_A_SHELL = /[|<>$;&`'*~\\]/;
/** Commands that ask nothing, draw no pictures into the terminal and end by themselves. */
const ASKS_NOTHING =
  /^(?:fw (?:alias|batch|doctor|explain|log|models|profile|role|usage|mcp|auth \w+ (?:status|help))\b|fw chat\b(?!.*diagram).* "[^"]+"$|fw diagram\b.* -o |framework-(?:doctor|scaffold)\b)(?!.*--watch)/;

const isCalled = (command: string): boolean => ASKS_NOTHING.test(command) && !NEEDS_A_SHELL.test(command);

/** The words that a shell would make of it. */
const wordsOf = (command: string): string[] =>
  Array.from(command.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word);

/** The exit status, and all that was shown. The first command that fails is the last. */
export async function runCommands(
  documented: readonly string[],
  world: World,
): Promise<{ status: number | null; shown: string }> {
  const commands = documented.map((command) => world.translate(`${command}\n`).trimEnd());
  const isOneScript = commands.some((command) => CHANGES_THE_SHELL.test(command));
  const parts = isOneScript
    ? [commands.join("\n")]
    : commands.map((command) => command.replace(/\s+#.*$/, ""));
  let all = "";
  for (const part of parts) {
    const { status, shown } =
      isOneScript || !isCalled(part) ? await runScript(part, world) : await called(part, world);
    all += shown;
    if (status !== 0) return { status, shown: all };
  }
  return { status: 0, shown: all };
}

async function called(
  command: string,
  { folder, env }: World,
): Promise<{ status: number | null; shown: string }> {
  const [program = "", ...args] = wordsOf(command);
  const { status, stdout, stderr } = await call(program, args, { cwd: folder, env });
  return { status, shown: stdout + stderr };
}
