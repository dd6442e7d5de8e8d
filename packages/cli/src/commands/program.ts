/** What all commands have in common: version, usage errors, failures. */
import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
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

/** The flags of every command that talks to a backend; `provider` is an argument where it is not a flag. */
export function withBackendFlags(command: Command, isProviderNamed = false): Command {
  if (!isProviderNamed)
    command.option("--provider <name>", "which kind of backend; else the profile's, else FW_PROVIDER");
  return command
    .option("--model <id>", "which model; else the profile's, else the provider's variable")
    .option("--profile <file>", "session profile (YAML); else the one fw init wrote")
    .option("--env-file <file>", "file with KEY=value lines; the real environment wins over it")
    .option("--workspace <dir>", "folder whose .fw/ holds settings and stored keys", ".")
    .option("--host <url>", "the backend's address, whatever its setting is called")
    .option("--context-length <n>", "the model's window in tokens, where no server says it or to narrow it")
    .option("--set <knob=value>", "any other setting of the provider; may be repeated", collect);
}

const collect = (text: string, earlier: readonly string[] = []): string[] => [...earlier, text];

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
