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
  const scripts: Readonly<Record<string, () => Promise<string>>> = {
    bash: async () => (await import("./bash.js")).bashScript(commands),
    fish: async () => (await import("./fish.js")).fishScript(commands, hints),
    zsh: async () => (await import("./zsh.js")).zshScript(commands),
  };
  const script = await scripts[shell]?.();
  if (script !== undefined) say(script.trimEnd());
}
