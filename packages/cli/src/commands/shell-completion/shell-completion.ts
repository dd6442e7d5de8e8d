/** `fw completion SHELL`: prints a script that finishes commands, options, providers and models. */
import { loadProvider, providerNames } from "@framework/shared";
import type { Command } from "commander";
import { say } from "../../output/print.js";
import { describeProgram, otherPrograms } from "./described.js";

export async function completion(shell: string, program: Command): Promise<void> {
  const definitions = await Promise.all(providerNames.map(loadProvider));
  const fw = describeProgram(program);
  const commands = [...fw, ...otherPrograms(fw, definitions)];
  const hints = new Map(definitions.map(({ name, product }) => [name, product]));
  switch (shell) {
    case "zsh":
      say((await import("./zsh.js")).zshScript(commands).trimEnd());
      return;
    case "fish":
      say((await import("./fish.js")).fishScript(commands, hints).trimEnd());
      return;
    default:
      say((await import("./bash.js")).bashScript(commands).trimEnd());
  }
}
