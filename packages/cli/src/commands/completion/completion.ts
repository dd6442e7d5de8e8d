/** `fw completion SHELL`: prints a script that finishes commands, options, providers and models. */
import type { Command } from "commander";
import { describeProgram, otherPrograms } from "./described.js";

export async function completion(shell: string, program: Command): Promise<void> {
  const commands = [...describeProgram(program), ...otherPrograms];
  switch (shell) {
    case "zsh":
      process.stdout.write((await import("./zsh.js")).zshScript(commands));
      return;
    case "fish":
      process.stdout.write((await import("./fish.js")).fishScript(commands));
      return;
    default:
      process.stdout.write((await import("./bash.js")).bashScript(commands));
  }
}
