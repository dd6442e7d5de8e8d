/** The commands that tell what holds and what is wrong, under `fw` and under names of their own. */
import type { Command } from "commander";
import { withBackend, withFiles, withKnobs } from "./backend-options.js";
import { createProgram } from "./program.js";

/** `called` is what the command is called by in its examples. */
const addDoctor = (command: Command, called: string): Command =>
  withKnobs(withBackend(command))
    .option("--json", "print JSON")
    .description("Checks files, credentials, endpoint, model and window, and says how to mend what is wrong.")
    .addHelpText(
      "after",
      `
Examples:
  ${called} --workspace . --env-file .env
  ${called} --provider selfhost --profile review.yaml --json

Nothing is changed and no model is loaded; a key may be tried with a chat of one token.
Exit status: 0 nothing failed, 1 a check failed, 2 usage.`,
    )
    .action(async (flags) => (await import("./doctor.js")).doctor(flags));

const addExplain = (command: Command, called: string): Command =>
  withKnobs(withFiles(command))
    .argument("[name]", "which provider; without it, the list of them")
    .option("--json", "print JSON")
    .description("Knobs, variables, credential, window, quirks and errors, with the values that hold now.")
    .addHelpText(
      "after",
      `
Examples:
  ${called}
  ${called} selfhost
  ${called} gateway --profile work.yaml --env-file .env --json

Exit status: 0 explained, 2 usage, or settings that are wrong (they are explained all the same).`,
    )
    .action(async (name: string | undefined, flags) => (await import("./explain.js")).explain(name, flags));

/** `fw doctor`, `fw explain`, `fw auth NAME`. */
export function addHelpers(program: Command): void {
  program.enablePositionalOptions();
  addDoctor(program.command("doctor"), "fw doctor");
  addExplain(program.command("explain"), "fw explain");
  program
    .command("auth")
    .argument("<name>", "which provider")
    .argument("[command...]", "login, key, status, logout or help")
    .passThroughOptions()
    .description("Keep a key for a provider: ask for it, check it, store it; say which is used; remove it.")
    .addHelpText(
      "after",
      `
Examples:
  fw auth gateway status
  fw auth openrouter help`,
    )
    .action(async (name: string, _words: string[], _flags, command: Command) => {
      const { authCommand } = await import("./auth.js");
      await authCommand(name, command.args.slice(1));
    });
}

export const createDoctor = (): Command =>
  addDoctor(createProgram("framework-doctor", ""), "framework-doctor");

export function createScaffold(): Command {
  const program = createProgram("framework-scaffold", "Shows what the framework can be told.").addHelpText(
    "after",
    `
Examples:
  framework-scaffold explain provider
  framework-scaffold explain provider gateway`,
  );
  const command = program.command("explain").description("Explain a part of the framework.");
  addExplain(command.command("provider"), "framework-scaffold explain provider");
  return program;
}
