/** What all commands have in common: version, usage errors, failures. */
import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";

export const { version } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
) as {
  version: string;
};

export function createProgram(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .version(version)
    .showHelpAfterError(`(${name} --help shows how it is called)`)
    .configureHelp({ sortOptions: false })
    .exitOverride();
}

/** Runs a program with the arguments of this process and sets the exit status. */
export async function runProgram(program: Command): Promise<void> {
  // A reader that left (| head) is no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else {
      const { reportFailure } = await import("../output/failure-text.js");
      reportFailure(error, process.argv.includes("--json"));
    }
  }
}
